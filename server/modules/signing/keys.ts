import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { KeyGeneration, KeyRing } from '#server/platform/keys.ts'

/** DER of an Ed25519 private key up to its 32 bytes of seed (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

export interface SigningKey {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

function keyOf(generation: KeyGeneration): SigningKey {
  const der = Buffer.concat([pkcs8Prefix, generation.derive('document signatures').export()])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

/** The lender's key for signature records, derived from APP_KEY; the current one first. */
export function signingKeys(keys: KeyRing): { current: SigningKey; all: readonly KeyObject[] } {
  return { current: keyOf(keys.current), all: keys.all.map((generation) => keyOf(generation).publicKey) }
}

/** A public key as it is published: base64 of its DER (SubjectPublicKeyInfo). */
export const publicKeyText = (key: KeyObject): string => key.export({ format: 'der', type: 'spki' }).toString('base64')

export const readPublicKey = (text: string): KeyObject =>
  text.includes('BEGIN')
    ? createPublicKey(text)
    : createPublicKey({ key: Buffer.from(text.trim(), 'base64'), format: 'der', type: 'spki' })

/** Short name of a key, to be compared by eye with the published one: «3f2a 91c4 …». */
export function fingerprint(key: KeyObject): string {
  const digest = createHash('sha256')
    .update(key.export({ format: 'der', type: 'spki' }))
    .digest('hex')
  return digest.slice(0, 32).replace(/(.{4})(?=.)/g, '$1 ')
}
