import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

/** Keys and certificates of a test: gone with its process. */
const folder = mkdtempSync(join(tmpdir(), 'zayavka-gost-'))
const run = (...args: string[]) => execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'ignore'] })

/** GOST where openssl has the engine (Debian: libengine-gost-openssl), else EC P-256: the same calls, another algorithm. */
export const engine = (() => {
  try {
    return run('engine', '-t', 'gost').toString().includes('[ available ]') ? 'gost' : null
  } catch {
    return null
  }
})()

export interface Key {
  readonly certificate: string
  readonly key: string
  readonly engine: string | null
}

function keyOf(name: string, days = 30): Key {
  const [key, certificate, asked] = ['key', 'crt', 'csr'].map((end) => join(folder, `${name}.${end}`)) as [
    string,
    string,
    string,
  ]
  const kind = engine
    ? ['-engine', 'gost', '-algorithm', 'gost2012_256', '-pkeyopt', 'paramset:A']
    : ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256']
  const by = engine ? ['-engine', 'gost', '-md_gost12_256'] : ['-sha256']
  run('genpkey', ...kind, '-out', key)
  const subject = ['-subj', `/CN=${name}`]
  if (days > 0) run('req', '-new', '-x509', ...by, '-key', key, '-out', certificate, '-days', String(days), ...subject)
  else {
    run('req', '-new', ...by, '-key', key, '-out', asked, ...subject)
    run('x509', '-req', ...by, '-in', asked, '-signkey', key, '-days', String(days), '-out', certificate)
  }
  return { certificate, key, engine }
}

export const lender = keyOf('lender')
export const bureau = keyOf('bureau')
export const stranger = keyOf('stranger')
export const expired = keyOf('expired', -1)

/** What openssl makes by itself: messages our signer never would. */
const cms = (key: Key, ...more: string[]) => [
  'cms',
  '-sign',
  '-binary',
  ...(key.engine ? ['-engine', key.engine] : []),
  '-md',
  key.engine ? 'md_gost12_256' : 'sha256',
  '-signer',
  key.certificate,
  '-inkey',
  key.key,
  ...more,
]
export const signedAs = (content: Uint8Array, key: Key, ...more: string[]) =>
  execFileSync('openssl', cms(key, ...more), { input: content, stdio: ['pipe', 'pipe', 'ignore'] })

after(() => rmSync(folder, { recursive: true, force: true }))
