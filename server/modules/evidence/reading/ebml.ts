import type { Budget } from './budget.ts'

/** Elements of EBML (RFC 8794) with the ids of Matroska (RFC 9559). */
export const ids = {
  header: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  scale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  reference: 0xfb,
  cues: 0x1c53bb6b,
} as const

const levelOne: ReadonlySet<number> = new Set([
  ids.info,
  ids.tracks,
  ids.cluster,
  ids.cues,
  0x114d9b74, // SeekHead
  0x1254c367, // Tags
  0x1043a770, // Chapters
  0x1941a469, // Attachments
])

export interface Element {
  readonly id: number
  /** Where its content begins and ends. */
  readonly from: number
  readonly to: number
  readonly unknown: boolean
}

const vintLength = (first: number) => Math.clz32(first) - 23

/** One element at `at`; null when the bytes end inside its head. Content beyond the end is cut there. */
function elementAt(bytes: Buffer, at: number, end: number): Element | null {
  const idLength = vintLength(bytes[at] ?? 0)
  if (idLength > 4 || at + idLength >= end) return null
  const sizeAt = at + idLength
  const sizeLength = vintLength(bytes[sizeAt] ?? 0)
  if (sizeLength > 8 || sizeAt + sizeLength > end) return null
  let size = (bytes[sizeAt] ?? 0) & (0xff >> sizeLength)
  let ones = size === 0xff >> sizeLength
  for (let n = 1; n < sizeLength; n += 1) {
    const byte = bytes[sizeAt + n] ?? 0
    size = size * 256 + byte
    ones = ones && byte === 0xff
  }
  const from = sizeAt + sizeLength
  return { id: bytes.readUIntBE(at, idLength), from, to: ones ? end : Math.min(end, from + size), unknown: ones }
}

/** Reads elements of these bytes; each that is looked at is paid from the budget. */
export function openElements(bytes: Buffer, budget: Budget) {
  /** Elements within a stretch; one of unknown length ends where the next of its own level begins. */
  function* within(from: number, to: number): Generator<Element> {
    for (let at = from; at < to; ) {
      budget.spend()
      const found = elementAt(bytes, at, to)
      if (!found) return
      const end = found.unknown && found.id === ids.cluster ? clusterEnd(found.from, to) : found.to
      yield { ...found, to: end }
      at = end
    }
  }

  function clusterEnd(from: number, to: number): number {
    for (let at = from; at < to; ) {
      budget.spend()
      const found = elementAt(bytes, at, to)
      if (!found || levelOne.has(found.id)) return at
      at = found.to
    }
    return to
  }

  function child(parent: Element | undefined, id: number): Element | undefined {
    if (!parent) return undefined
    for (const found of within(parent.from, parent.to)) if (found.id === id) return found
    return undefined
  }

  function uint({ from, to }: Element): number {
    let value = 0
    for (let at = from; at < to && at < from + 8; at += 1) value = value * 256 + (bytes[at] ?? 0)
    return value
  }

  return { within, child, uint }
}

export type Elements = ReturnType<typeof openElements>
