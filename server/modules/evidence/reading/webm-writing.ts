import { type Element, ids } from './ebml.ts'

export interface Cluster {
  readonly bytes: Buffer
  /** Time of the first key frame of the picture in it. */
  readonly keyAt: number | null
  /** Latest time of any track in it. */
  readonly last: number
}

/** What of a recording is written again. */
interface Parts {
  readonly header: Element
  /** Children of the info but its length. */
  readonly info: readonly Element[]
  readonly tracks: Element
  readonly videoTrack: number
  readonly clusters: readonly Cluster[]
}

const idBytes = (id: number) => {
  const length = id > 0xffffff ? 4 : id > 0xffff ? 3 : id > 0xff ? 2 : 1
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(id, 0, length)
  return bytes
}

function head(id: number, length: number): Buffer {
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(length))
  size[0] = 0x01
  return Buffer.concat([idBytes(id), size])
}

const lengthOf = (parts: readonly Buffer[]) => parts.reduce((sum, { length }) => sum + length, 0)

const element = (id: number, ...content: Buffer[]): Buffer => Buffer.concat([head(id, lengthOf(content)), ...content])

const number = (id: number, value: number) => {
  const bytes = Buffer.alloc(6)
  bytes.writeUIntBE(value % 2 ** 48, 0, 6)
  return element(id, bytes)
}

const float = (id: number, value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return element(id, bytes)
}

const cue = (at: number, track: number, position: number) =>
  element(0xbb, number(0xb3, Math.max(0, at)), element(0xb7, number(0xf7, track), number(0xf1, position)))

/** A WebM of these parts with its length, in ticks, and an index of key frames. */
export function writeSeekable(bytes: Buffer, { header, info, tracks, videoTrack, clusters }: Parts): Buffer {
  const last = clusters.reduce((most, cluster) => Math.max(most, cluster.last), 0)
  const newInfo = element(
    ids.info,
    ...info.map((part) => element(part.id, bytes.subarray(part.from, part.to))),
    float(ids.duration, last),
  )
  const newTracks = element(ids.tracks, bytes.subarray(tracks.from, tracks.to))
  const packed = clusters.flatMap((cluster) => [head(ids.cluster, cluster.bytes.length), cluster.bytes])
  const keyed = clusters.flatMap(({ keyAt }, index) => (keyAt === null ? [] : [{ keyAt, index }]))
  const cuesSize = element(ids.cues, ...keyed.map(() => cue(0, videoTrack, 0))).length
  const starts: number[] = []
  let at = newInfo.length + newTracks.length + cuesSize
  for (const cluster of clusters) {
    starts.push(at)
    at += head(ids.cluster, 0).length + cluster.bytes.length
  }
  const cues = element(ids.cues, ...keyed.map(({ keyAt, index }) => cue(keyAt, videoTrack, starts[index] ?? 0)))
  const content = [newInfo, newTracks, cues, ...packed]
  return Buffer.concat([
    element(ids.header, bytes.subarray(header.from, header.to)),
    head(ids.segment, lengthOf(content)),
    ...content,
  ])
}
