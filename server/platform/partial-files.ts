import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Transform } from 'node:stream'
import type { KeyRing } from './keys.ts'

// Layout: version (1) | key id (4) | salt (16), then the bytes as they came under AES-256-CTR
const version = 1
const blockSize = 16

/** Bytes a sealed partial file has before its content. */
export const partialHead = 21

/** Files that are still coming, sealed piece by piece: each byte is written once, at the place it has in the file. */
export interface PartialSealing {
  /** How a new file begins. */
  head(): Buffer
  /**
   * Turns what is to stand from `offset` on into what is written there, and back. Null: the file does not begin as one of ours, or was sealed with
   * a key that is not here.
   */
  stream(id: string, head: Uint8Array, offset: number): Transform | null
}

/**
 * A key of its own for each beginning (HKDF with a random salt), so that no key stream is used twice. That nothing was altered is not
 * known until the whole is sealed anew (files.ts); that nobody reads it is.
 */
export function openPartialSealing(keys: KeyRing): PartialSealing {
  return {
    head: () => Buffer.concat([Buffer.of(version), keys.current.id, randomBytes(blockSize)]),

    stream(id, head, offset) {
      const generation = keys.all.find((candidate) => candidate.id.equals(head.subarray(1, 5)))
      if (head.length !== partialHead || head[0] !== version || !generation) return null
      const key = Buffer.from(hkdfSync('sha256', generation.derive('files'), head.subarray(5), `partial:${id}`, 32))
      const counter = Buffer.alloc(blockSize)
      counter.writeBigUInt64BE(BigInt(Math.floor(offset / blockSize)), 8)
      const cipher = createCipheriv('aes-256-ctr', key, counter)
      cipher.update(Buffer.alloc(offset % blockSize))
      return cipher
    },
  }
}
