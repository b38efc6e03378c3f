import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import demo from '#config/lender.json' with { type: 'json' }
import { copyTemplateTo } from '#server/testing/embedded-template.ts'
import { freePort } from '../setup/freePort.ts'

const project = fileURLToPath(new URL('../../', import.meta.url))

export const office = {
  login: 'anna',
  password: 'dlinnyi-parol-dlya-testa',
  totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
}

export interface Ended {
  readonly code: number | null
  readonly ms: number
}

export interface Running {
  readonly url: string
  readonly dataDir: string
  /** Of the process that runs now. */
  pid(): number | undefined
  /** Everything it printed. */
  output(): string
  /** Whether it ended by itself, or was ended. */
  died(): boolean
  /** Ends it at once, as power does. */
  kill(): Promise<void>
  /** Starts it again on the same data, with more in its environment. Answers milliseconds until ready. */
  restart(more?: Record<string, string>): Promise<number>
  /** Asks it to stop, as an operator does; answers its exit code and how long that took, ms. The data stay. */
  end(): Promise<Ended>
  stop(): Promise<void>
}

export interface RunOptions {
  /** Changes to the demo lender. */
  lender?: (lender: typeof demo) => unknown
  env?: Record<string, string>
  /** The tree to run, when it is a copy. */
  root?: string
  /** Where its data lie; the folder of temporary files unless told. */
  folder?: string
  /** A free one unless told. */
  port?: number
  /** Makes the embedded database itself, as the very first start does; else it finds an empty one. */
  emptyStart?: boolean
  /** Puts something into the data before the first start. */
  prepare?: (dataDir: string) => Promise<void>
}

/** The product as `npm start` runs it, on a free port and a temporary folder. */
export async function runServer(options: RunOptions = {}): Promise<Running> {
  const { lender, env = {}, root = project, emptyStart = false } = options
  const dataDir = mkdtempSync(join(options.folder ?? tmpdir(), 'zayavka-e2e-'))
  const port = options.port ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const lenderFile = join(dataDir, 'lender.json')
  if (lender) writeFileSync(lenderFile, JSON.stringify(lender(structuredClone(demo))))
  let output = ''
  let child: ChildProcess | undefined

  async function start(more: Record<string, string> = {}): Promise<number> {
    const started = performance.now()
    const server = spawn('node', ['--max-semi-space-size=8', '--liftoff-only', 'server/start.mjs'], {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: dataDir,
        OFFICE_LOGIN: office.login,
        OFFICE_PASSWORD: office.password,
        OFFICE_TOTP_SECRET: office.totpSecret,
        ...(lender && { LENDER_CONFIG: lenderFile }),
        ...env,
        ...more,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = server
    const take = (bytes: Buffer) => {
      output += bytes.toString('utf8')
    }
    server.stdout.on('data', take)
    server.stderr.on('data', take)
    for (;;) {
      if (server.exitCode !== null || server.signalCode !== null)
        throw new Error(`the server stopped with ${server.exitCode}: ${output.slice(-2000)}`)
      const ready = await fetch(`${url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (ready) return performance.now() - started
      if (performance.now() - started > 60_000) throw new Error(`the server is not ready: ${output.slice(-2000)}`)
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const server = child
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const gone = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await gone
  }

  const onExit = () => child?.kill('SIGKILL')
  process.once('exit', onExit)
  if (!emptyStart && !env.DATABASE_URL && root === project) await copyTemplateTo(join(dataDir, 'database'))
  await options.prepare?.(dataDir)
  await start()
  return {
    url,
    dataDir,
    pid: () => child?.pid,
    output: () => output,
    died: () => child?.exitCode !== null || child.signalCode !== null,
    kill: () => end('SIGKILL'),
    restart: start,
    async end() {
      const started = performance.now()
      await end('SIGTERM')
      return { code: child?.exitCode ?? null, ms: performance.now() - started }
    },
    async stop() {
      await end('SIGTERM')
      process.off('exit', onExit)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
