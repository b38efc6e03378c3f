import { readFileSync, statSync } from 'node:fs'
import * as z from 'zod/mini'
import type { Platform } from '#server/platform/platform.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import { Secret } from '#server/platform/secret.ts'
import { addressFaults } from '#server/platform/vendor-addresses.ts'
import { innService } from './inn.ts'
import { type KbkiLine, kbkiRegistry } from './kbki/client.ts'
import { commandSigner, opensslSigner } from './kbki/openssl.ts'
import { openReader } from './kbki/reader.ts'
import { type Asker, bureauName } from './kbki/writing.ts'
import type { InnSource, Registry } from './port.ts'
import { sandboxInn, sandboxRegistry } from './sandbox.ts'
import type { Signer } from './signer.ts'

type Parts = Pick<Platform, 'config' | 'clock' | 'outbound'>

const fileSchema = z
  .array(
    z.strictObject({
      ogrn: z.string().check(z.regex(/^\d{13}$/, '13 digits')),
      name: z.string().check(z.minLength(1)),
      /** of the tunnel on this machine */
      url: z.string().check(z.regex(/^https?:\/\/[^\s?#]+$/, 'an address without a query')),
      /** the bureau's own, with its port */
      host: z.string().check(z.regex(/^[\w.-]+(?::\d+)?$/, 'a host name such as bureau.example:20443')),
      mode: z.enum(['window', 'each']),
      /** files of its signing certificates */
      pins: z.array(z.string().check(z.minLength(1))).check(z.minLength(1), z.maxLength(4)),
    }),
  )
  .check(z.minLength(1))

const refuse = (why: string): never => {
  throw new StartRefused(why)
}

function readLines({ config }: Parts, file: string): readonly KbkiLine[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return refuse('BUREAU_FILE is not a readable JSON file: name one as docs/bureaus.md describes')
  }
  const found = z.safeParse(fileSchema, parsed)
  if (!found.success) {
    const [issue] = found.error.issues
    return refuse(`BUREAU_FILE ${issue?.path.join('.') || 'as a whole'}: ${issue?.message ?? 'wrong'}`)
  }
  for (const { url, pins, name } of found.data) {
    const faults = addressFaults('', { URL: new Secret(url) }, config)
    if (faults[0]) refuse(`BUREAU_FILE ${name}: ${faults[0]}`)
    for (const pin of pins) readable('BUREAU_FILE pins', pin)
  }
  if (found.data.filter(({ mode }) => mode === 'window').length > 1)
    refuse('BUREAU_FILE has two bureaus with mode "window": one asks the others')
  return found.data.map(({ mode, url, ...line }) => ({
    ...line,
    url: url.replace(/\/$/, ''),
    window: mode === 'window',
  }))
}

function readable(variable: string, file: string): string {
  try {
    readFileSync(file)
  } catch {
    refuse(`${variable} names the file ${file}, which cannot be read`)
  }
  return file
}

/** A key others on this machine may read is no key. */
function keyFile(file: string): string {
  readable('BUREAU_SIGN_KEY', file)
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    refuse('BUREAU_SIGN_KEY names a file that others may read: chmod 600')
  return file
}

function signerOf(settings: Readonly<Record<string, Secret>>): Signer {
  const setting = (name: string) =>
    settings[name]?.reveal() ?? refuse(`BUREAU_${name} is not set: docs/bureaus.md says what it is`)
  const kind = setting('SIGNER')
  if (kind === 'command') return commandSigner(setting('SIGN_COMMAND'))
  if (kind !== 'openssl') return refuse('BUREAU_SIGNER is to be openssl or command')
  return opensslSigner({
    certificate: readable('BUREAU_SIGN_CERT', setting('SIGN_CERT')),
    key: keyFile(setting('SIGN_KEY')),
  })
}

/** The qualified bureaus and the source of a checked ИНН that the environment names. Throws StartRefused naming the variable. */
export function openRegistry(parts: Parts): { registry: ((asker: Asker) => Registry) | null; inn: InnSource | null } {
  const { config, clock, outbound } = parts
  const { provider, settings } = config.bureau
  if (provider === 'sandbox') return { registry: (asker) => sandboxRegistry({ clock, asker }), inn: sandboxInn }
  if (provider !== 'kbki') return { registry: null, inn: null }
  const file = settings.FILE?.reveal() ?? refuse('BUREAU_FILE is not set: kbki asks for the bureaus it may ask')
  const lines = readLines(parts, file)
  const signer = signerOf(settings)
  const registry = (asker: Asker) => {
    try {
      bureauName(asker.fullName)
    } catch (error) {
      refuse(error instanceof Error ? error.message : String(error))
    }
    return kbkiRegistry({ lines, asker, signer, read: openReader(), outbound })
  }
  const url = settings.INN_URL?.reveal()
  return { registry, inn: url ? innService({ url, outbound }) : null }
}
