import { execFile } from 'node:child_process'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Names libheif's reader goes by: the newer, then the older; and where it is looked for. */
const readers = ['heif-dec', 'heif-convert']
const PATH = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin'
const limits = { timeout: 8000, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 } as const
const largest = 60 * 1024 * 1024

/**
 * A JPEG of a HEIC picture by libheif's own program; null where the server has none. Throws for a picture it does not open. The program has this process's
 * limits, no environment, and the folder that goes with the process.
 */
export async function jpegOfHeic(bytes: Buffer): Promise<Buffer | null> {
  const [from, to] = ['in.heic', 'out.jpg']
  try {
    await writeFile(from, bytes, { mode: 0o600 })
    for (const reader of readers) {
      try {
        await run(reader, ['-q', '92', from, to], { ...limits, env: { PATH } })
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue
        throw error
      }
      if ((await stat(to)).size > largest) throw new Error('a picture larger than any')
      return await readFile(to)
    }
    return null
  } finally {
    await Promise.all([from, to].map((path) => rm(path, { force: true })))
  }
}
