import { createHash, randomUUID } from 'node:crypto'

let draw: () => string = randomUUID

/** A new random identifier (UUID v4, RFC 9562). Callers brand it with the contract's types. */
export function newId(): string {
  return draw()
}

const countedInOne = 4096
let last = { ms: 0, counter: 0 }

/** A new identifier that sorts after all this process has made before (UUID v7, RFC 9562 §6.2: a counter within the millisecond). */
export function newOrderedId(at: Date): string {
  const ms = Math.max(at.getTime(), last.ms)
  const counter = ms > last.ms ? 0 : last.counter + 1
  last = counter < countedInOne ? { ms, counter } : { ms: ms + 1, counter: 0 }
  const time = last.ms.toString(16).padStart(12, '0')
  // The variant and the random tail are those of a UUID v4.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${last.counter.toString(16).padStart(3, '0')}-${newId().slice(19)}`
}

/** Sorts before every ordered identifier made at this moment or later. */
export function firstOrderedId(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/** Takes ids from elsewhere, for a simulation that must be able to repeat them. */
export function drawIds(from: () => string = randomUUID): void {
  draw = from
  last = { ms: 0, counter: 0 }
}

/** The same id for the same words, ever: looks like a UUID (version 8, RFC 9562). For keys that are to be made again after a backup was restored. */
export function stableId(words: string): string {
  const bytes = createHash('sha256').update(words).digest().subarray(0, 16)
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x80
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
