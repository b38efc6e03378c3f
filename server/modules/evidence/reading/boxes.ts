import type { Budget } from './budget.ts'

/** A box of ISO 14496-12. */
export interface Box {
  readonly type: string
  readonly at: number
  /** Where its content begins and ends. */
  readonly from: number
  readonly to: number
}

/** Reads boxes of these bytes; each that is looked at is paid from the budget. */
export function openBoxes(bytes: Buffer, budget: Budget) {
  /** Boxes of a stretch; null when their sizes do not add up to it. */
  function all(from: number, to: number): Box[] | null {
    const found: Box[] = []
    let at = from
    while (at + 8 <= to) {
      budget.spend()
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

  const children = (box: Box | undefined): Box[] => (box && all(box.from, box.to)) ?? []
  const inside = (box: Box | undefined, type: string): Box[] => children(box).filter((found) => found.type === type)
  const path = (box: Box | undefined, ...types: string[]): Box | undefined =>
    types.reduce<Box | undefined>((here, type) => inside(here, type)[0], box)

  /** A number of four bytes within a box; throws when it ends before. */
  function u32({ from, to }: Box, at: number): number {
    if (from + at + 4 > to) throw new RangeError('a box ends before its field')
    return bytes.readUInt32BE(from + at)
  }

  const u64 = (box: Box, at: number): number => u32(box, at) * 2 ** 32 + u32(box, at + 4)

  return { all, children, inside, path, u32, u64 }
}

export type Boxes = ReturnType<typeof openBoxes>
