import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { installFromDebian, mayInstall } from './debian.ts'
import { freePort } from './freePort.ts'

/** A PostgreSQL server for tests, or why there is none. */
export type TemporaryPostgres =
  | { url: string; from: string; stop(): Promise<void> }
  | { url: null; reason: string; stop(): Promise<void> }

type Identity = { uid?: number; gid?: number }

const debianFolder = '/usr/lib/postgresql'
const readyWithin = 20_000

/** Folders with `initdb` and `postgres`, newest version first. */
function binaries(): string | undefined {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : []
  const debian = versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(debianFolder, version, 'bin'))
  const path = (process.env.PATH ?? '').split(':')
  return [...debian, ...path].find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  )
}

/** PostgreSQL does not run as root: another user is borrowed when we are. */
function identity(): Identity | undefined {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // No such user here: the next one is tried.
    }
  }
  return undefined
}

async function untilReady(url: string, server: ChildProcess, said: () => string): Promise<void> {
  const end = Date.now() + readyWithin
  for (;;) {
    if (server.exitCode !== null) throw new Error(`the server stopped: ${said()}`)
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      await client.end().catch(() => {})
      if (Date.now() > end) throw error
      await sleep(50)
    }
  }
}

async function stopServer(server: ChildProcess, folder: string): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    const gone = new Promise((resolve) => server.once('exit', resolve))
    // SIGINT is PostgreSQL's fast shutdown; SIGKILL only when it does not listen.
    server.kill('SIGINT')
    const force = setTimeout(() => server.kill('SIGKILL'), 5000)
    await gone
    clearTimeout(force)
  }
  rmSync(folder, { recursive: true, force: true })
}

async function startCluster(bin: string, who: Identity): Promise<TemporaryPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'zayavka-postgres-'))
  chmodSync(folder, 0o700)
  if (who.uid !== undefined && who.gid !== undefined) chownSync(folder, who.uid, who.gid)
  const data = join(folder, 'data')
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC' }
  const asThem = { ...who, env, cwd: folder }
  try {
    execFileSync(
      join(bin, 'initdb'),
      ['-D', data, '-U', 'zayavka', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
      { ...asThem, stdio: 'pipe' },
    )
    const port = await freePort()
    const settings = {
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: folder,
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
      shared_buffers: '64MB',
    }
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const server = spawn(join(bin, 'postgres'), ['-D', data, ...flags], {
      ...asThem,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    server.stderr.on('data', (bytes: Buffer) => {
      said = (said + bytes.toString('utf8')).slice(-2000)
    })
    // A test run that dies takes its server along.
    const onExit = () => server.kill('SIGKILL')
    process.once('exit', onExit)
    const stop = async () => {
      await stopServer(server, folder)
      process.off('exit', onExit)
    }
    const url = `postgres://zayavka@127.0.0.1:${port}/postgres`
    await untilReady(url, server, () => said).catch(async (error: unknown) => {
      await stop()
      throw error
    })
    return { url, from: bin, stop }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/**
 * A PostgreSQL server for the tests: the one of DATABASE_URL, else a temporary cluster of the machine's own binaries,
 * else of freshly installed ones when we are root on Debian. `stop` ends and removes what was started here.
 */
export async function temporaryPostgres(): Promise<TemporaryPostgres> {
  const none = (reason: string): TemporaryPostgres => ({ url: null, reason, stop: async () => {} })
  const given = process.env.DATABASE_URL
  if (given) return { url: given, from: 'DATABASE_URL', stop: async () => {} }
  try {
    if (!binaries() && mayInstall()) installFromDebian('postgresql')
    const bin = binaries()
    if (!bin) return none('PostgreSQL is not installed, and may not be installed here: set DATABASE_URL')
    const who = identity()
    if (!who)
      return none('PostgreSQL does not run as root, and there is no other user here to run it: set DATABASE_URL')
    return await startCluster(bin, who)
  } catch (error) {
    const { stderr, message } = error as { stderr?: Buffer; message: string }
    return none(`PostgreSQL did not start: ${(stderr?.toString('utf8') || message).trim().split('\n').at(-1)}`)
  }
}
