import type { Box, Boxes } from './boxes.ts'
import type { Budget } from './budget.ts'

/** Frames of a track that lie within the file's media data. */
export interface Frames {
  count: number
  bytes: number
  /** How long they last together, in units of the track. */
  ticks: number
}

export interface Track {
  readonly id: number
  readonly box: Box
}

/** Says whether a stretch lies within one of the media data boxes, which stand in order. */
export function openMedia(mdats: readonly Box[]) {
  return (at: number, size: number): boolean => {
    let [low, high] = [0, mdats.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((mdats[middle]?.to ?? 0) <= at) low = middle + 1
      else high = middle
    }
    const box = mdats[low]
    return box !== undefined && at >= box.from && at + size <= box.to
  }
}

type Within = ReturnType<typeof openMedia>

/** Frames that a track's sample tables tell of (ISO 14496-12, 8.6 and 8.7). */
export function tableFrames(boxes: Boxes, budget: Budget, track: Track, within: Within): Frames {
  const { inside, path, u32, u64 } = boxes
  const table = path(track.box, 'mdia', 'minf', 'stbl')
  const [times, sizes, groups] = ['stts', 'stsz', 'stsc'].map((type) => inside(table, type)[0])
  const offsets = inside(table, 'stco')[0] ?? inside(table, 'co64')[0]
  const frames: Frames = { count: 0, bytes: 0, ticks: 0 }
  if (!times || !sizes || !groups || !offsets) return frames
  const samples = u32(sizes, 8)
  const usual = u32(sizes, 4)
  const groupCount = u32(groups, 4)
  const [timeCount, chunkCount] = [u32(times, 4), u32(offsets, 4)]
  let [group, timed, timeEntry, delta, sample] = [-1, 0, 0, 0, 0]
  for (let chunk = 0; chunk < chunkCount && sample < samples; chunk += 1) {
    budget.spend()
    if (group + 1 < groupCount && u32(groups, 8 + 12 * (group + 1)) <= chunk + 1) group += 1
    if (group < 0) return frames
    let at = offsets.type === 'co64' ? u64(offsets, 8 + 8 * chunk) : u32(offsets, 8 + 4 * chunk)
    const until = Math.min(samples, sample + u32(groups, 8 + 12 * group + 4))
    for (; sample < until; sample += 1) {
      budget.spend()
      for (; timed === 0 && timeEntry < timeCount; timeEntry += 1) {
        budget.spend()
        timed = u32(times, 8 + 8 * timeEntry)
        delta = u32(times, 12 + 8 * timeEntry)
      }
      const size = usual || u32(sizes, 12 + 4 * sample)
      if (timed > 0 && size > 0 && within(at, size)) {
        frames.count += 1
        frames.bytes += size
        frames.ticks += delta
      }
      if (timed > 0) timed -= 1
      at += size
    }
  }
  return frames
}

const has = (flags: number, flag: number) => (flags & flag) !== 0

interface Usual {
  readonly duration: number
  readonly size: number
}

/** Frames that movie fragments tell of (ISO 14496-12, 8.8), as recorders in browsers write them. */
export function fragmentFrames(
  boxes: Boxes,
  budget: Budget,
  trackId: number,
  { moofs, trex }: { moofs: readonly Box[]; trex: Box | undefined },
  within: Within,
): Frames {
  const { inside, u32, u64 } = boxes
  const frames: Frames = { count: 0, bytes: 0, ticks: 0 }
  const usual: Usual = trex ? { duration: u32(trex, 12), size: u32(trex, 16) } : { duration: 0, size: 0 }

  /** One run of samples; answers where it ends. */
  function readRun(run: Box, own: Usual, base: number, next: number): number {
    const flags = u32(run, 0)
    const count = u32(run, 4)
    let field = 8
    let at = next
    if (has(flags, 1)) {
      at = base + (u32(run, field) | 0)
      field += 4
    }
    if (has(flags, 4)) field += 4
    for (let n = 0; n < count; n += 1) {
      budget.spend()
      let { duration, size } = own
      if (has(flags, 0x100)) {
        duration = u32(run, field)
        field += 4
      }
      if (has(flags, 0x200)) {
        size = u32(run, field)
        field += 4
      }
      if (has(flags, 0x400)) field += 4
      if (has(flags, 0x800)) field += 4
      if (size > 0 && within(at, size)) {
        frames.count += 1
        frames.bytes += size
        frames.ticks += duration
      }
      at += size
    }
    return at
  }

  for (const moof of moofs) {
    for (const traf of inside(moof, 'traf')) {
      const tfhd = inside(traf, 'tfhd')[0]
      if (!tfhd || u32(tfhd, 4) !== trackId) continue
      const flags = u32(tfhd, 0)
      let field = 8
      const taken = (flag: number, width: number) => {
        const at = field
        if (has(flags, flag)) field += width
        return has(flags, flag) ? at : null
      }
      const baseAt = taken(1, 8)
      taken(2, 4)
      const [durationAt, sizeAt] = [taken(8, 4), taken(0x10, 4)]
      const own = {
        duration: durationAt === null ? usual.duration : u32(tfhd, durationAt),
        size: sizeAt === null ? usual.size : u32(tfhd, sizeAt),
      }
      const base = baseAt === null ? moof.at : u64(tfhd, baseAt)
      let next = base
      for (const run of inside(traf, 'trun')) next = readRun(run, own, base, next)
    }
  }
  return frames
}
