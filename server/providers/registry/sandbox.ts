import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { Clock } from '#server/platform/clock.ts'
import { type Outbound, OutboundError } from '#server/platform/outbound.ts'
import { kbkiRegistry } from './kbki/client.ts'
import { openReader } from './kbki/reader.ts'
import type { Asker } from './kbki/writing.ts'
import type { CheckedInn, InnSource, Registry } from './port.ts'
import { SignatureBad, type Signer } from './signer.ts'
import { NoReply, standInBureau, type Twists } from './stand-in/stand-in.ts'

/** The demo's qualified bureaus; `config/lender.json` names them in the rule `qualifiedBureaus`. */
export const sandboxBureaus = ['1000000000017', '1000000000028', '1000000000039'] as const

const mark = Buffer.from('zayavka-sandbox-envelope\n')
const signatureBytes = 64

/** Two ends that know each other's key. No GOST and no CMS: the demo runs where there is no openssl; everything inside the envelope is as in life. */
function sandboxSigner(own: KeyObject, others: ReadonlyMap<string, KeyObject>): Signer {
  return {
    name: 'sandbox',
    sign: async (content) => Buffer.concat([mark, sign(null, content, own), content]),
    async open(message, pins) {
      const bytes = Buffer.from(message)
      const at = mark.length + signatureBytes
      const content = bytes.subarray(at)
      for (const pin of pins) {
        const key = others.get(pin)
        const whole = bytes.length >= at && bytes.subarray(0, mark.length).equals(mark)
        if (key && whole && verify(null, content, key, bytes.subarray(mark.length, at)))
          return { content, signedBy: pin }
      }
      throw new SignatureBad('not signed by the sandbox')
    },
    digest: async (content) => createHash('sha256').update(content).digest('hex'),
  }
}

/** PKCS #8 of an Ed25519 key, before its 32 bytes (RFC 8410). */
const head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The same pair each time, by its name: nothing here is secret, and a walk of the simulation repeats itself to the byte. */
const pairOf = (name: string) => {
  const bytes = createHash('sha256').update(`zayavka-sandbox ${name}`).digest()
  const own = createPrivateKey({ key: Buffer.concat([head, bytes]), format: 'der', type: 'pkcs8' })
  return { own, shown: createPublicKey(own) }
}

interface SandboxParts {
  readonly clock: Clock
  readonly asker: Asker
  /** Lies, for tests. */
  readonly twists?: Twists
}

/** The demo's bureaus: the client of format 3.0 over a stand-in in this process. One of three answers for all («one window»). */
export function sandboxRegistry({ clock, asker, twists = {} }: SandboxParts): Registry {
  const lender = pairOf('lender')
  const bureau = pairOf('bureau')
  const known = new Map([
    ['lender', lender.shown],
    ['bureau', bureau.shown],
  ])
  const standIn = standInBureau({
    clock,
    signer: sandboxSigner(bureau.own, known),
    pins: ['lender'],
    bureaus: sandboxBureaus,
    subscriber: asker.ogrn,
    twists,
  })
  const outbound: Outbound = async ({ url, method = 'GET', body }) => {
    const { pathname, searchParams } = new URL(url)
    const call = { method, path: pathname, id: searchParams.get('id') ?? undefined, body: body as Buffer }
    const { status, body: bytes } = await standIn.handle(call).catch((error: unknown) => {
      if (error instanceof NoReply) throw new OutboundError('outbound_timeout', 'The sandbox bureau does not answer')
      throw error
    })
    return { status, headers: {}, text: '', bytes: Buffer.from(bytes), json: () => null }
  }
  const [first] = sandboxBureaus
  const line = {
    ogrn: first,
    name: 'КБКИ «Пример»',
    window: true,
    url: 'http://sandbox',
    host: 'sandbox',
    pins: ['bureau'],
  }
  const made = kbkiRegistry({
    lines: [line],
    asker,
    signer: sandboxSigner(lender.own, known),
    read: openReader(),
    outbound,
  })
  return { ...made, name: 'sandbox' }
}

/** The demo's tax service: knows every typed number as right, and finds an invented one for who typed none. */
export const sandboxInn: InnSource = {
  name: 'sandbox',
  async find({ inn, passportNumber }): Promise<CheckedInn> {
    if (inn) return { inn, checked: true }
    const digest = createHash('sha256').update(passportNumber).digest()
    return { inn: `77${String(digest.readUInt32BE(0) % 10_000_000_000).padStart(10, '0')}`, checked: true }
  },
}
