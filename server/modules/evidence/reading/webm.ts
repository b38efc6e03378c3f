import type { Budget } from './budget.ts'
import { type Element, type Elements, ids, openElements } from './ebml.ts'
import type { Recording } from './recording.ts'
import { type Cluster, writeSeekable } from './webm-writing.ts'

/** Number of the first track with a picture; 0: there is none. */
function videoTrackOf({ within, child, uint }: Elements, tracks: Element): number {
  for (const track of within(tracks.from, tracks.to)) {
    if (track.id !== ids.track) continue
    const type = child(track, ids.trackType)
    if (!type || uint(type) !== 1) continue
    const number = child(track, ids.trackNumber)
    return number ? uint(number) : 0
  }
  return 0
}

interface ReadCluster extends Cluster {
  /** Of the picture: first and last time, number of blocks with bytes in them, and those bytes. */
  readonly from: number
  readonly to: number
  readonly frames: number
  readonly frameBytes: number
}

/** Track number, time and flags of a block before its frames. */
const blockHead = 4

function readCluster(bytes: Buffer, elements: Elements, cluster: Element, videoTrack: number): ReadCluster {
  const { within, child, uint } = elements
  let base = 0
  let keyAt: number | null = null
  let last = -1
  let [from, to, frames, frameBytes] = [Number.POSITIVE_INFINITY, -1, 0, 0]
  let end = cluster.from
  for (const element of within(cluster.from, cluster.to)) {
    end = element.to
    if (element.id === ids.timestamp) base = uint(element)
    const group = element.id === ids.blockGroup
    const block = group ? child(element, ids.block) : element.id === ids.simpleBlock ? element : undefined
    if (!block || block.to - block.from <= blockHead) continue
    const at = base + bytes.readInt16BE(block.from + 1)
    last = Math.max(last, at)
    if (((bytes[block.from] ?? 0) & 0x7f) !== videoTrack) continue
    const key = group ? !child(element, ids.reference) : ((bytes[block.from + 3] ?? 0) & 0x80) !== 0
    if (key) keyAt ??= at
    from = Math.min(from, at)
    to = Math.max(to, at)
    frames += 1
    frameBytes += block.to - block.from - blockHead
  }
  return { bytes: bytes.subarray(cluster.from, end), keyAt, last, from, to, frames, frameBytes }
}

/**
 * The same recording with its length and an index of key frames: as recorders write it, it has neither, and nobody can seek in it. Null: this is not a
 * WebM with a picture in it.
 */
export function makeSeekable(bytes: Buffer, budget: Budget): Recording | null {
  const elements = openElements(bytes, budget)
  const { within, child, uint } = elements
  const top = within(0, bytes.length)
  const header = top.next().value as Element | undefined
  const segment = top.next().value as Element | undefined
  if (header?.id !== ids.header || segment?.id !== ids.segment) return null
  let info: Element | undefined
  let tracks: Element | undefined
  let videoTrack = 0
  const clusters: ReadCluster[] = []
  for (const found of within(segment.from, segment.to)) {
    if (found.id === ids.info) info ??= found
    if (found.id === ids.tracks && !tracks) {
      tracks = found
      videoTrack = videoTrackOf(elements, found)
    }
    if (found.id !== ids.cluster || videoTrack === 0) continue
    const cluster = readCluster(bytes, elements, found, videoTrack)
    if (cluster.last >= 0) clusters.push(cluster)
  }
  const sum = (of: (cluster: ReadCluster) => number) => clusters.reduce((all, cluster) => all + of(cluster), 0)
  const frames = sum((cluster) => cluster.frames)
  if (!info || !tracks || frames === 0 || clusters.every(({ keyAt }) => keyAt === null)) return null
  const scale = child(info, ids.scale)
  const tickMs = (scale ? uint(scale) : 1e6) / 1e6
  const from = clusters.reduce((least, cluster) => Math.min(least, cluster.from), Number.POSITIVE_INFINITY)
  const to = clusters.reduce((most, cluster) => Math.max(most, cluster.to), -1)
  const kept = [...within(info.from, info.to)].filter(({ id }) => id !== ids.duration)
  return {
    bytes: writeSeekable(bytes, { header, info: kept, tracks, videoTrack, clusters }),
    durationMs: Math.round((to - from) * tickMs),
    frames,
    frameBytes: sum((cluster) => cluster.frameBytes),
  }
}
