import { createCipheriv, createDecipheriv, createHmac, type KeyObject, randomBytes } from 'node:crypto'
import type { KeyRing } from './keys.ts'

/** Where a sealed value lives. It is bound to this place: moved to another row it does not open. */
export interface Place {
  table: string
  id: string
  column?: string
}

export class UnsealError extends Error {
  override name = 'UnsealError'
  readonly code: 'seal_key_missing' | 'seal_broken'

  constructor(code: 'seal_key_missing' | 'seal_broken', place: Place) {
    const what =
      code === 'seal_key_missing'
        ? 'was sealed with a key that is neither APP_KEY nor in APP_KEY_OLD'
        : 'is damaged or belongs to another row'
    super(`Sealed data of ${place.table} ${place.id} ${what}`)
    this.code = code
  }
}

export interface Sealing {
  /** Seals any JSON value into bytes for a `bytea` column. */
  seal(value: unknown, place: Place): Buffer
  /** Opens what `seal` made for the same place, with any key of the ring. Throws UnsealError. */
  unseal<T>(bytes: Uint8Array, place: Place): T
  /** Whether the bytes were sealed with the current key; others are to be sealed again during rotation. */
  isCurrent(bytes: Uint8Array): boolean
  /** Blind index: equal values give equal bytes, and nothing is told about the value. Current key. */
  index(purpose: string, value: string): Buffer
  /** The same under every key of the ring, current first: look up with all of them during rotation. */
  indexes(purpose: string, value: string): Buffer[]
}

// Layout: version (1) | key id (4) | nonce (12) | tag (16) | ciphertext
const version = 1
const nonceAt = 5
const tagAt = 17
const textAt = 33

const associated = (place: Place) => Buffer.from(JSON.stringify([place.table, place.id, place.column ?? '']))

/** AES-256-GCM sealing of JSON (NIST SP 800-38D), a random nonce each time, bound to table, row and column. */
export function openSealing(keys: KeyRing): Sealing {
  const index = (key: KeyObject, value: string) => createHmac('sha256', key).update(value).digest()
  return {
    seal(value, place) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keys.current.derive('sealing'), nonce)
      cipher.setAAD(associated(place))
      const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(version), keys.current.id, nonce, cipher.getAuthTag(), text])
    },
    unseal<T>(bytes: Uint8Array, place: Place) {
      const sealed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      if (sealed.length < textAt || sealed[0] !== version) throw new UnsealError('seal_broken', place)
      const key = keys.all.find((candidate) => candidate.id.equals(sealed.subarray(1, nonceAt)))
      if (!key) throw new UnsealError('seal_key_missing', place)
      const decipher = createDecipheriv('aes-256-gcm', key.derive('sealing'), sealed.subarray(nonceAt, tagAt), {
        authTagLength: 16,
      })
      decipher.setAAD(associated(place))
      decipher.setAuthTag(sealed.subarray(tagAt, textAt))
      try {
        const text = Buffer.concat([decipher.update(sealed.subarray(textAt)), decipher.final()])
        return JSON.parse(text.toString('utf8')) as T
      } catch {
        throw new UnsealError('seal_broken', place)
      }
    },
    isCurrent: (bytes) => bytes[0] === version && keys.current.id.equals(bytes.subarray(1, nonceAt)),
    index: (purpose, value) => index(keys.current.derive(`index:${purpose}`), value),
    indexes: (purpose, value) => keys.all.map((key) => index(key.derive(`index:${purpose}`), value)),
  }
}
