import { spawn } from 'node:child_process'
import { openTurns } from '#server/platform/turns.ts'
import { SignerGone } from '../signer.ts'

const longestMs = 10_000
const largest = 16 * 1024 * 1024

/** What a child process may know: where programs are, and how openssl finds its engine. */
const passed = ['PATH', 'OPENSSL_CONF', 'OPENSSL_ENGINES'] as const

const environment = (): Record<string, string> =>
  Object.fromEntries(
    passed.flatMap((name) => {
      const value = process.env[name]
      return value ? [[name, value]] : []
    }),
  )

/** Two at a time: each is a process of its own. */
const inTurn = openTurns(2, 256)

/**
 * Runs a program without a shell, bytes in and bytes out, bounded in time and size, without temporary files. Answers null when it ended with any status but 0: what it
 * printed until then is thrown away (`openssl cms -verify` prints the content before it finds the signature bad). Throws SignerGone when it could not be run.
 */
export const runCommand = (command: string, args: readonly string[], input: Uint8Array): Promise<Buffer | null> =>
  inTurn(
    () =>
      new Promise<Buffer | null>((resolve, reject) => {
        const child = spawn(command, args, { env: environment(), stdio: ['pipe', 'pipe', 'ignore'], cwd: '/' })
        const gone = (why: string) => {
          child.kill('SIGKILL')
          reject(new SignerGone(`the signing program ${why}`))
        }
        const timer = setTimeout(() => gone('took longer than 10 s'), longestMs)
        const parts: Buffer[] = []
        let size = 0
        child.once('error', () => gone('could not be started'))
        child.stdin.on('error', () => undefined)
        child.stdout.on('data', (part: Buffer) => {
          size += part.length
          if (size > largest) gone('said more than 16 MiB')
          else parts.push(part)
        })
        child.once('close', (code) => {
          clearTimeout(timer)
          if (code === null) gone('was ended')
          else resolve(code === 0 ? Buffer.concat(parts) : null)
        })
        child.stdin.end(input)
      }),
  )
