/**
 * WebM as recorders write it has neither length nor an index: nobody can seek in it. Here it is read block by block and
 * written again with both. EBML: RFC 8794; Matroska: RFC 9559.
 */
const ids = {
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

interface Element {
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

/** Elements within a stretch; one of unknown length ends where the next of its own level begins. */
function* elements(bytes: Buffer, from: number, to: number): Generator<Element> {
  for (let at = from; at < to; ) {
    const found = elementAt(bytes, at, to)
    if (!found) return
    const end = found.unknown && found.id === ids.cluster ? clusterEnd(bytes, found.from, to) : found.to
    yield { ...found, to: end }
    at = end
  }
}

function clusterEnd(bytes: Buffer, from: number, to: number): number {
  for (let at = from; at < to; ) {
    const found = elementAt(bytes, at, to)
    if (!found || levelOne.has(found.id)) return at
    at = found.to
  }
  return to
}

const uint = (bytes: Buffer, { from, to }: Element) => {
  let value = 0
  for (let at = from; at < to && at < from + 8; at += 1) value = value * 256 + (bytes[at] ?? 0)
  return value
}

const child = (bytes: Buffer, parent: Element, id: number) =>
  [...elements(bytes, parent.from, parent.to)].find((element) => element.id === id)

interface Cluster {
  readonly bytes: Buffer
  /** Time of the first key frame of the picture in it. */
  readonly keyAt: number | null
  readonly first: number
  readonly last: number
}

function readCluster(bytes: Buffer, cluster: Element, videoTrack: number): Cluster | null {
  let base = 0
  let keyAt: number | null = null
  let [first, last] = [Number.POSITIVE_INFINITY, -1]
  let end = cluster.from
  for (const element of elements(bytes, cluster.from, cluster.to)) {
    if (element.id === ids.timestamp) base = uint(bytes, element)
    const group = element.id === ids.blockGroup
    const block = group ? child(bytes, element, ids.block) : element.id === ids.simpleBlock ? element : undefined
    if (block && block.to - block.from > 4) {
      const track = (bytes[block.from] ?? 0) & 0x7f
      const at = base + bytes.readInt16BE(block.from + 1)
      const key = group ? !child(bytes, element, ids.reference) : ((bytes[block.from + 3] ?? 0) & 0x80) !== 0
      if (key && track === videoTrack) keyAt ??= at
      first = Math.min(first, at)
      last = Math.max(last, at)
    }
    end = element.to
  }
  return last < 0 ? null : { bytes: bytes.subarray(cluster.from, end), keyAt, first, last }
}

const idBytes = (id: number) => {
  const length = id > 0xffffff ? 4 : id > 0xffff ? 3 : id > 0xff ? 2 : 1
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(id, 0, length)
  return bytes
}

function element(id: number, ...content: Buffer[]): Buffer {
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(content.reduce((sum, { length }) => sum + length, 0)))
  size[0] = 0x01
  return Buffer.concat([idBytes(id), size, ...content])
}

const number = (id: number, value: number) => {
  const bytes = Buffer.alloc(6)
  bytes.writeUIntBE(value, 0, 6)
  return element(id, bytes)
}

const float = (id: number, value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return element(id, bytes)
}

const cue = (at: number, track: number, position: number) =>
  element(0xbb, number(0xb3, at), element(0xb7, number(0xf7, track), number(0xf1, position)))

export interface Webm {
  readonly bytes: Buffer
  readonly durationMs: number
}

/** The same recording with its length and an index of key frames. Null: this is not a WebM with a picture in it. */
export function makeSeekable(bytes: Buffer): Webm | null {
  const [header, segment] = [...elements(bytes, 0, bytes.length)]
  if (header?.id !== ids.header || segment?.id !== ids.segment) return null
  let info: Element | undefined
  let tracks: Element | undefined
  const clusters: Cluster[] = []
  let videoTrack = 0
  for (const found of elements(bytes, segment.from, segment.to)) {
    if (found.id === ids.info) info ??= found
    if (found.id === ids.tracks) {
      tracks ??= found
      const all = [...elements(bytes, found.from, found.to)].filter(({ id }) => id === ids.track)
      const picture = all.find((track) => {
        const type = child(bytes, track, ids.trackType)
        return type !== undefined && uint(bytes, type) === 1
      })
      const named = picture && child(bytes, picture, ids.trackNumber)
      videoTrack = named ? uint(bytes, named) : 0
    }
    if (found.id === ids.cluster) {
      const cluster = readCluster(bytes, found, videoTrack)
      if (cluster) clusters.push(cluster)
    }
  }
  if (!info || !tracks || videoTrack === 0 || clusters.length === 0) return null
  const scale = child(bytes, info, ids.scale)
  const tick = (scale ? uint(bytes, scale) : 1e6) / 1e6
  const last = Math.max(...clusters.map((cluster) => cluster.last))
  const first = Math.min(...clusters.map((cluster) => cluster.first))
  return { bytes: written(), durationMs: Math.round((last - first) * tick) }

  function written(): Buffer {
    const kept = [...elements(bytes, info!.from, info!.to)].filter(({ id }) => id !== ids.duration)
    const newInfo = element(
      ids.info,
      ...kept.map((part) => element(part.id, bytes.subarray(part.from, part.to))),
      float(ids.duration, last),
    )
    const newTracks = element(ids.tracks, bytes.subarray(tracks!.from, tracks!.to))
    const packed = clusters.map((cluster) => element(ids.cluster, cluster.bytes))
    const keyed = clusters.flatMap(({ keyAt }, index) => (keyAt === null ? [] : [{ keyAt, index }]))
    const cuesSize = element(ids.cues, ...keyed.map(() => cue(0, videoTrack, 0))).length
    const starts: number[] = []
    let at = newInfo.length + newTracks.length + cuesSize
    for (const { length } of packed) {
      starts.push(at)
      at += length
    }
    const cues = element(ids.cues, ...keyed.map(({ keyAt, index }) => cue(keyAt, videoTrack, starts[index] ?? 0)))
    return Buffer.concat([
      element(ids.header, bytes.subarray(header!.from, header!.to)),
      element(ids.segment, newInfo, newTracks, cues, ...packed),
    ])
  }
}
