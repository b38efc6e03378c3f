import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { installFromDebian, mayInstall } from '../setup/debian.ts'

const include = 'systemd,systemd-sysv,dbus,ca-certificates'

/** Certificates of whoever stands between this machine and the network, so that the bare one reaches what this one does. */
const authorities = '/etc/ssl/certs/ca-certificates.crt'

export interface Ran {
  readonly code: number | null
  readonly said: string
}

export interface Machine {
  readonly root: string
  /** Runs text as root's shell on the machine, in the folder and with the variables the text before left; stops at the first line that fails. */
  run(text: string): Promise<Ran>
  end(): Promise<void>
}

/** Why a bare Debian cannot be started here, as a sentence; null: it can. */
export function notHere(): string | null {
  if (!mayInstall()) return 'a bare Debian asks for root on a Debian'
  for (const [program, from] of [
    ['/usr/sbin/debootstrap', 'debootstrap'],
    ['/usr/bin/systemd-nspawn', 'systemd-container'],
  ] as const) {
    if (existsSync(program)) continue
    try {
      installFromDebian(from)
    } catch (error) {
      return `${from} could not be installed: ${error instanceof Error ? error.message.split('\n', 1)[0] : error}`
    }
  }
  return null
}

/** The process the container's own systemd is, as this machine sees it. */
async function leaderOf(nspawn: number): Promise<number> {
  for (let tries = 0; tries < 300; tries += 1) {
    const file = `/proc/${nspawn}/task/${nspawn}/children`
    const children = existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').filter(Boolean) : []
    for (const child of children)
      if (/^\S*\/(?:systemd|init)$/.test(readFileSync(`/proc/${child}/cmdline`, 'utf8').split('\0', 1)[0] ?? ''))
        return Number(child)
    await sleep(100)
  }
  throw new Error('the bare Debian did not start')
}

/** Makes a bare Debian (debootstrap, minbase, systemd) and boots it in namespaces of its own; the network is this machine's. */
export async function bareMachine(say: (line: string) => void, kept = process.env.BARE_ROOT): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), 'zayavka-page-'))
  const root = join(folder, 'debian')
  const began = performance.now()
  if (kept) execFileSync('cp', ['-a', kept, root])
  else
    execFileSync('debootstrap', ['--variant=minbase', `--include=${include}`, 'bookworm', root], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  mkdirSync(join(root, 'etc/ssl/certs'), { recursive: true })
  copyFileSync(authorities, join(root, 'etc/ssl/zayavka-outside.crt'))
  say(
    `a bare Debian of ${readdirSync(join(root, 'usr/bin')).length} programs in ${Math.round((performance.now() - began) / 1000)} s`,
  )
  const nspawn: ChildProcess = spawn('systemd-nspawn', ['--register=no', '--keep-unit', '-q', '-D', root, '-b'], {
    stdio: 'ignore',
  })
  const leader = await leaderOf(nspawn.pid ?? 0)
  const inside = ['-t', String(leader), '-m', '-u', '-i', '-p', '-r', '-w', '/bin/bash']
  const outside = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    LANG: 'C.UTF-8',
  }
  const env = { ...outside, NODE_EXTRA_CA_CERTS: '/etc/ssl/zayavka-outside.crt' }
  for (let tries = 0; ; tries += 1) {
    const { stdout } = spawnSync('nsenter', [...inside, '-c', 'systemctl is-system-running'], { encoding: 'utf8', env })
    if (/running|degraded/.test(stdout)) break
    if (tries > 120) throw new Error(`systemd did not come up: ${stdout}`)
    await sleep(500)
  }

  return {
    root,
    run(text) {
      const script = `cd / && [ ! -f /root/.left ] || . /root/.left; set -e\n${text}\nexport -p > /root/.left; echo "cd '$PWD'" >> /root/.left`
      return new Promise((resolve) => {
        // A file, not standard input: programs of the block would read the rest of it.
        writeFileSync(join(root, 'root/.block'), script)
        const child = spawn('nsenter', [...inside, '/root/.block'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
        let said = ''
        for (const stream of [child.stdout, child.stderr])
          stream.setEncoding('utf8').on('data', (part: string) => {
            said += part
          })
        child.once('close', (code) => resolve({ code, said: said.trim() }))
      })
    },
    async end() {
      const gone = new Promise((resolve) => nspawn.once('exit', resolve))
      spawnSync('nsenter', [...inside, '-c', 'systemctl poweroff'], { env, stdio: 'ignore' })
      const force = setTimeout(() => nspawn.kill('SIGKILL'), 60_000)
      if (nspawn.exitCode === null) await gone
      clearTimeout(force)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
