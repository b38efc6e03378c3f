import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../setup/freePort.ts'
import type { Ground } from './ground.ts'

/** An S3 server nobody here wrote; installed for the drill alone, for it and its 115 packages are in nothing that ships. */
export const foreign = 's3rver@3.7.1'
const home = fileURLToPath(new URL('../../../node_modules/.cache/foreign-store', import.meta.url))
const program = join(home, 'node_modules/s3rver/bin/s3rver.js')
const bucket = 'photos'

function install(): void {
  if (existsSync(program)) return
  mkdirSync(home, { recursive: true })
  execFileSync('npm', ['install', '--prefix', home, '--no-save', '--no-audit', '--no-fund', foreign], { stdio: 'pipe' })
}

async function answers(url: string, server: ChildProcess): Promise<void> {
  const end = Date.now() + 20_000
  for (;;) {
    const there = await fetch(url).then(
      () => true,
      () => false,
    )
    if (there) return
    if (server.exitCode !== null || Date.now() > end) throw new Error(`${foreign} did not start`)
    await new Promise((go) => setTimeout(go, 50))
  }
}

/** The embedded database with its files in a foreign S3 store; each time a new, empty one. */
export async function freshForeignStore(): Promise<Ground> {
  install()
  const folder = mkdtempSync(join(tmpdir(), 'zayavka-foreign-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const flags = ['--directory', folder, '--address', '127.0.0.1', '--port', String(port), '--configure-bucket', bucket]
  const server = spawn('node', [program, ...flags], { stdio: 'ignore' })
  const onExit = () => server.kill('SIGKILL')
  process.once('exit', onExit)
  await answers(url, server)
  return {
    env: {
      S3_ENDPOINT: url,
      S3_BUCKET: bucket,
      // The only account that server knows; it checks every signature against it.
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async drop() {
      process.off('exit', onExit)
      const gone = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGKILL')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
