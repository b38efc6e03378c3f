import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { KeyGeneration, KeyRing } from './keys.ts'

// Layout: version (1) | key id (4) | salt (16) | chunks of ciphertext (64 KiB) and tag (16)
const version = 1
const headerSize = 21
const chunkSize = 64 * 1024
const tagSize = 16
const sealedChunk = chunkSize + tagSize

/** Sealed files: AES-256-GCM chunk by chunk, so that a part opens without the whole. */
export interface FileSealing {
  /** Bytes to be stored under `id`; what was sealed for one id does not open under another. */
  seal(id: string, bytes: Uint8Array): Promise<Buffer>
  /** Opens bytes `start` to `end` (not included) of a file whose open size is `size`, reading only the chunks needed. */
  open(id: string, size: number, start: number, end: number, read: ReadBytes): Promise<Buffer>
}

export type ReadBytes = (start: number, end: number) => Promise<Buffer>

const keyOf = (generation: KeyGeneration, id: string, salt: Uint8Array) =>
  Buffer.from(hkdfSync('sha256', generation.derive('files'), salt, `file:${id}`, 32))

const nonceOf = (index: number) => {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(index, 8)
  return nonce
}

// The number of chunks is bound in, so that a shortened file does not open.
const associated = (id: string, index: number, count: number) => Buffer.from(JSON.stringify([id, index, count]))

const countOf = (size: number) => Math.max(1, Math.ceil(size / chunkSize))

/** Length in the store of a file whose open size is `size`. */
export const sealedLength = (size: number) => headerSize + size + countOf(size) * tagSize

const breath = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A key of its own for each file (HKDF with a random salt), so that the chunk's number may be the nonce (NIST SP 800-38D 8.2.1). */
export function openFileSealing(keys: KeyRing): FileSealing {
  return {
    async seal(id, bytes) {
      const salt = randomBytes(16)
      const key = keyOf(keys.current, id, salt)
      const count = countOf(bytes.length)
      const parts = [Buffer.of(version), keys.current.id, salt]
      for (let index = 0; index < count; index += 1) {
        const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index))
        cipher.setAAD(associated(id, index, count))
        parts.push(cipher.update(bytes.subarray(index * chunkSize, (index + 1) * chunkSize)), cipher.final())
        parts.push(cipher.getAuthTag())
        if (index % 16 === 15) await breath()
      }
      return Buffer.concat(parts)
    },

    async open(id, size, start, end, read) {
      const header = await read(0, headerSize)
      const generation = keys.all.find((candidate) => candidate.id.equals(header.subarray(1, 5)))
      if (header[0] !== version || !generation) throw new Error(`file ${id} was sealed with a key that is not here`)
      const key = keyOf(generation, id, header.subarray(5, headerSize))
      const count = countOf(size)
      const first = Math.floor(start / chunkSize)
      const last = Math.min(count - 1, Math.floor(Math.max(start, end - 1) / chunkSize))
      const sealed = await read(headerSize + first * sealedChunk, headerSize + (last + 1) * sealedChunk)
      const opened: Buffer[] = []
      for (let index = first; index <= last; index += 1) {
        const chunk = sealed.subarray((index - first) * sealedChunk, (index - first + 1) * sealedChunk)
        const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index), { authTagLength: tagSize })
        decipher.setAAD(associated(id, index, count))
        decipher.setAuthTag(chunk.subarray(-tagSize))
        opened.push(decipher.update(chunk.subarray(0, -tagSize)), decipher.final())
      }
      const from = first * chunkSize
      return Buffer.concat(opened).subarray(start - from, end - from)
    },
  }
}
