import { type Box, type Boxes, openBoxes } from './boxes.ts'
import type { Budget } from './budget.ts'
import { fragmentFrames, openMedia, type Track, tableFrames } from './mp4-frames.ts'
import type { Recording } from './recording.ts'

/** MP4 and QuickTime (ISO 14496-12): length, and what a recording must not carry. */
const topLevel = new Set([
  'ftyp',
  'moov',
  'moof',
  'mdat',
  'mfra',
  'sidx',
  'styp',
  'free',
  'skip',
  'wide',
  'uuid',
  'meta',
  'emsg',
  'prft',
])
/** Boxes that may hold a place, a name, or anything at all. */
const emptied = new Set(['udta', 'meta', 'uuid', 'free', 'skip', 'emsg'])

/** The first track with a picture, and how many of its units are a second. */
function pictureOf(bytes: Buffer, { inside, path, u32 }: Boxes, moov: Box): (Track & { scale: number }) | null {
  for (const box of inside(moov, 'trak')) {
    const kind = path(box, 'mdia', 'hdlr')
    if (!kind || bytes.toString('latin1', kind.from + 8, kind.from + 12) !== 'vide') continue
    const media = path(box, 'mdia', 'mdhd')
    const head = path(box, 'tkhd')
    if (!media || !head) return null
    const long = (field: Box) => bytes[field.from] === 1
    return { box, id: u32(head, long(head) ? 20 : 12), scale: u32(media, long(media) ? 20 : 12) }
  }
  return null
}

/**
 * Finds the frames of the picture and empties, in these very bytes, what may carry a place or a name. Null: not an MP4 with a picture in it. Throws
 * for fields that point outside of their box.
 */
export function cleanMp4(bytes: Buffer, budget: Budget): Recording | null {
  const boxes = openBoxes(bytes, budget)
  const { inside, path, children, u32 } = boxes
  const top = boxes.all(0, bytes.length)
  if (top?.[0]?.type !== 'ftyp' || top.some(({ type }) => !topLevel.has(type))) return null
  const moov = top.find(({ type }) => type === 'moov')
  const picture = moov && pictureOf(bytes, boxes, moov)
  if (!moov || !picture || picture.scale === 0) return null
  const within = openMedia(top.filter(({ type }) => type === 'mdat'))
  const moofs = top.filter(({ type }) => type === 'moof')
  const trex = inside(path(moov, 'mvex'), 'trex').find((box) => u32(box, 4) === picture.id)
  const frames =
    moofs.length > 0
      ? fragmentFrames(boxes, budget, picture.id, { moofs, trex }, within)
      : tableFrames(boxes, budget, picture, within)
  if (frames.count === 0) return null
  for (const box of [...top, ...inside(moov, 'trak').flatMap(children), ...children(moov)]) {
    if (!emptied.has(box.type)) continue
    bytes.write('free', box.at + 4, 'latin1')
    bytes.fill(0, box.from, box.to)
  }
  const durationMs = Math.round((frames.ticks / picture.scale) * 1000)
  return { bytes, durationMs, frames: frames.count, frameBytes: frames.bytes }
}
