import { execFile } from 'node:child_process'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Reading } from './answer.ts'

const run = promisify(execFile)

const PATH = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin'
const limits = { timeout: 10_000, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 } as const
const largest = 30 * 1024 * 1024
/** Whatever comes behind is no paper of a borrower. */
const mostPages = 30

/**
 * The pages of a PDF drawn anew by Poppler's own program: no script, form, link or file inside comes along. Throws for what does not open, also for
 * what a password shuts. The program has this process's limits, no environment, and the folder that goes with the process.
 */
export async function redrawPdf(bytes: Buffer): Promise<Reading> {
  const [from, to] = ['in.pdf', 'out.pdf']
  try {
    await writeFile(from, bytes, { mode: 0o600 })
    await run('pdftocairo', ['-pdf', '-l', String(mostPages), from, to], { ...limits, env: { PATH } })
    if ((await stat(to)).size > largest) throw new Error('a paper larger than any')
    return { type: 'application/pdf', bytes: await readFile(to) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { refused: 'pdf_not_read' }
    throw error
  } finally {
    await Promise.all([from, to].map((path) => rm(path, { force: true })))
  }
}
