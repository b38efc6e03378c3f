/** MP4 and QuickTime (ISO 14496-12): length, and what a recording must not carry. */
interface Box {
  readonly type: string
  readonly at: number
  readonly from: number
  readonly to: number
}

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

/** Boxes of a stretch; null when their sizes do not add up to it. */
function boxes(bytes: Buffer, from: number, to: number): Box[] | null {
  const found: Box[] = []
  let at = from
  while (at + 8 <= to) {
    const short = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const long = short === 1 && at + 16 <= to
    const size = long ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short
    if (size < (long ? 16 : 8) || at + size > to) return null
    found.push({ type, at, from: at + (long ? 16 : 8), to: at + size })
    at += size
  }
  return at === to ? found : null
}

const inside = (bytes: Buffer, box: Box | undefined, type: string): Box[] =>
  box ? (boxes(bytes, box.from, box.to) ?? []).filter((found) => found.type === type) : []

const path = (bytes: Buffer, box: Box | undefined, ...types: string[]): Box | undefined =>
  types.reduce<Box | undefined>((here, type) => inside(bytes, here, type)[0], box)

/** Length field of mvhd or mdhd in its own units. */
function header(bytes: Buffer, box: Box): { scale: number; duration: number } {
  const long = bytes[box.from] === 1
  const at = box.from + (long ? 20 : 12)
  return {
    scale: bytes.readUInt32BE(at),
    duration: long ? Number(bytes.readBigUInt64BE(at + 4)) : bytes.readUInt32BE(at + 4),
  }
}

/** Samples of one run of a fragment, added up. */
function runLength(bytes: Buffer, run: Box, usual: number): number {
  const flags = bytes.readUIntBE(run.from + 1, 3)
  const count = bytes.readUInt32BE(run.from + 4)
  if (!(flags & 0x100)) return count * usual
  const width = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4
  const start = run.from + 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0)
  let sum = 0
  for (let n = 0; n < count && start + n * width + 4 <= run.to; n += 1) sum += bytes.readUInt32BE(start + n * width)
  return sum
}

function fragmentsLength(bytes: Buffer, moofs: Box[], trackId: number, usual: number): number {
  let end = 0
  for (const traf of moofs.flatMap((moof) => inside(bytes, moof, 'traf'))) {
    const tfhd = inside(bytes, traf, 'tfhd')[0]
    if (!tfhd || bytes.readUInt32BE(tfhd.from + 4) !== trackId) continue
    const flags = bytes.readUIntBE(tfhd.from + 1, 3)
    const at = tfhd.from + 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0)
    const own = flags & 8 ? bytes.readUInt32BE(at) : usual
    const tfdt = inside(bytes, traf, 'tfdt')[0]
    const start = !tfdt
      ? end
      : bytes[tfdt.from] === 1
        ? Number(bytes.readBigUInt64BE(tfdt.from + 4))
        : bytes.readUInt32BE(tfdt.from + 4)
    end = start + inside(bytes, traf, 'trun').reduce((sum, run) => sum + runLength(bytes, run, own), 0)
  }
  return end
}

export interface Mp4 {
  readonly bytes: Buffer
  readonly durationMs: number
}

/** Reads the length of the picture and empties what may carry a place or a name. Null: not an MP4 with a picture in it. */
export function cleanMp4(source: Buffer): Mp4 | null {
  try {
    return clean(source)
  } catch {
    // A length field that points outside of the file.
    return null
  }
}

function clean(source: Buffer): Mp4 | null {
  const bytes = Buffer.from(source)
  const top = boxes(bytes, 0, bytes.length)
  if (top?.[0]?.type !== 'ftyp' || top.some(({ type }) => !topLevel.has(type))) return null
  const moov = top.find(({ type }) => type === 'moov')
  const movie = path(bytes, moov, 'mvhd')
  const picture = inside(bytes, moov, 'trak').find((trak) => {
    const kind = path(bytes, trak, 'mdia', 'hdlr')
    return kind && bytes.toString('latin1', kind.from + 8, kind.from + 12) === 'vide'
  })
  const media = path(bytes, picture, 'mdia', 'mdhd')
  const track = path(bytes, picture, 'tkhd')
  if (!moov || !movie || !picture || !media || !track) return null
  const whole = header(bytes, movie)
  const own = header(bytes, media)
  const trackId = bytes.readUInt32BE(track.from + (bytes[track.from] === 1 ? 20 : 12))
  const usual = inside(bytes, path(bytes, moov, 'mvex'), 'trex').find(
    (box) => bytes.readUInt32BE(box.from + 4) === trackId,
  )
  const moofs = top.filter(({ type }) => type === 'moof')
  const pieces = fragmentsLength(bytes, moofs, trackId, usual ? bytes.readUInt32BE(usual.from + 12) : 0) / own.scale
  const seconds = Math.max(moofs.length > 0 ? pieces : 0, whole.duration / whole.scale)
  if (!Number.isFinite(seconds)) return null
  for (const box of [...top, ...inside(bytes, moov, 'trak').flatMap(all), ...all(moov)]) {
    if (!emptied.has(box.type)) continue
    bytes.write('free', box.at + 4, 'latin1')
    bytes.fill(0, box.from, box.to)
  }
  return { bytes, durationMs: Math.round(seconds * 1000) }

  function all(box: Box): Box[] {
    return boxes(bytes, box.from, box.to) ?? []
  }
}
