import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generate } from 'selfsigned'
import { installFromDebian, mayInstall } from '../setup/debian.ts'

const template = fileURLToPath(new URL('../../deploy/nginx.conf', import.meta.url))

const find = () =>
  ['/usr/sbin', '/usr/local/sbin', ...(process.env.PATH ?? '').split(':')]
    .map((folder) => join(folder, 'nginx'))
    .find((path) => existsSync(path))

/** The machine's nginx, else Debian's where it may be installed; or why there is none. */
export function findNginx(): { path: string } | { path: null; reason: string } {
  try {
    if (!find() && mayInstall()) installFromDebian('nginx-light')
    const path = find()
    return path ? { path } : { path: null, reason: 'nginx is not here, and may not be installed' }
  } catch (error) {
    return { path: null, reason: `nginx could not be installed: ${error instanceof Error ? error.message : error}` }
  }
}

/** The file with every ${NAME} filled in; a name nobody knows is an error. */
export function filledIn(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{([A-Z_]+)\}/g, (whole, name: string) => {
    const value = variables[name]
    if (value === undefined) throw new Error(`nobody says what ${whole} is`)
    return value
  })
}

/** As compose.yaml says it. */
const upstream = (url: string) => `${new URL(url).host} max_fails=1 fail_timeout=6s`

export interface Nginx {
  readonly url: string
  /** The certificate made for it, PEM. */
  readonly certificate: string
  output(): string
  stop(): Promise<void>
}

async function certificate() {
  return generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + 7 * 86_400_000),
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  })
}

interface Ports {
  readonly port: number
  readonly plainPort: number
}

/** nginx by deploy/nginx.conf, with a certificate for localhost, in front of two servers. */
export async function startNginx(
  path: string,
  { port, plainPort }: Ports,
  servers: readonly [string, string],
): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'zayavka-nginx-'))
  chmodSync(folder, 0o755)
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const pair = await certificate()
  const variables = {
    RUN_DIR: folder,
    MIME_TYPES: file('mime.types', 'types {}'),
    CALLS_PER_SECOND: '2000',
    SERVER_A: upstream(servers[0]),
    SERVER_B: upstream(servers[1]),
    LISTEN: `127.0.0.1:${port}`,
    LISTEN_PLAIN: `127.0.0.1:${plainPort}`,
    CERTIFICATE: file('certificate.pem', pair.cert),
    CERTIFICATE_KEY: file('key.pem', pair.private),
  }
  const config = file('nginx.conf', filledIn(readFileSync(template, 'utf8'), variables))
  const child = spawn(path, ['-c', config, '-g', 'daemon off;'], { stdio: ['ignore', 'ignore', 'pipe'] })
  const onExit = () => child.kill('SIGTERM')
  process.once('exit', onExit)
  let said = ''
  child.stderr.on('data', (bytes: Buffer) => {
    said += bytes.toString('utf8')
  })
  const url = `https://localhost:${port}`
  for (let tries = 0; ; tries += 1) {
    if (child.exitCode !== null || tries > 200) throw new Error(`nginx did not start: ${said}`)
    const there = await fetch(`http://127.0.0.1:${plainPort}/`, { redirect: 'manual' }).then(
      ({ status }) => status === 308,
      () => false,
    )
    if (there) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url,
    certificate: pair.cert,
    output: () => said,
    async stop() {
      process.off('exit', onExit)
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
