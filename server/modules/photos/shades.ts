import { setImmediate } from 'node:timers/promises'

/** What is cut off each side of a picture, as a share of it: left, top, right, bottom. Below zero its edge is drawn out. */
type Cut = readonly [left: number, top: number, right: number, bottom: number]

/** A grey square, one byte a point. */
export interface Shades {
  readonly side: number
  readonly points: Uint8Array
}

const whole: Cut = [0, 0, 0, 0]

/** A picture as it may lie: turned by 0, 90, 180 and 270°. Never mirrored: no camera makes a mirror image of a document. */
export function turnsOf({ side, points }: Shades): readonly Shades[] {
  const last = side - 1
  const from: ReadonlyArray<(x: number, y: number) => number> = [
    (x, y) => y * side + x,
    (x, y) => (last - x) * side + y,
    (x, y) => (last - y) * side + last - x,
    (x, y) => x * side + last - y,
  ]
  return from.map((place) => ({
    side,
    points: Uint8Array.from(points, (_, at) => points[place(at % side, Math.trunc(at / side))]!),
  }))
}

/** Part of a picture as a square of another size, between the points. */
function viewOf({ side, points }: Shades, [left, top, right, bottom]: Cut, size: number): Float32Array {
  const view = new Float32Array(size * size)
  const width = ((1 - left - right) * side) / size
  const height = ((1 - top - bottom) * side) / size
  const within = (at: number) => Math.min(side - 1.001, Math.max(0, at))
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      let sum = 0
      for (const half of [0.25, 0.75])
        for (const other of [0.25, 0.75]) {
          const atX = within(left * side + (x + other) * width - 0.5)
          const atY = within(top * side + (y + half) * height - 0.5)
          const [column, row] = [Math.trunc(atX), Math.trunc(atY)]
          const [inX, inY] = [atX - column, atY - row]
          const at = row * side + column
          const upper = points[at]! * (1 - inX) + points[at + 1]! * inX
          const lower = points[at + side]! * (1 - inX) + points[at + side + 1]! * inX
          sum += upper * (1 - inY) + lower * inY
        }
      view[y * size + x] = sum / 4
    }
  return view
}

const coarseSize = 64
/** The lowest waves are the light and what all documents of a kind have in common. */
const lowest = 4
const waves = 16
const cosines = Array.from({ length: waves }, (_, wave) =>
  Float64Array.from({ length: coarseSize }, (_, at) =>
    Math.cos(((2 * at + 1) * (wave + lowest) * Math.PI) / (2 * coarseSize)),
  ),
)

/** Signs of the middle waves of a picture (DCT-II), 256 bits as «0101…»: near for the same picture in another size or quality. */
function coarseOf(shades: Shades, cut: Cut): string {
  const view = viewOf(shades, cut, coarseSize)
  const rows = Array.from({ length: coarseSize }, (_, y) =>
    cosines.map((wave) => wave.reduce((sum, value, x) => sum + value * view[y * coarseSize + x]!, 0)),
  )
  return cosines
    .flatMap((wave) => cosines.map((_, at) => wave.reduce((sum, value, y) => sum + value * rows[y]![at]!, 0)))
    .map((value) => (value > 0 ? '1' : '0'))
    .join('')
}

const sides: readonly Cut[] = [
  [1, 1, 1, 1],
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
  [0, 0, 0, 1],
  [1, 0, 1, 0],
  [0, 1, 0, 1],
  [1, 1, 0, 0],
  [0, 1, 1, 0],
  [0, 0, 1, 1],
  [1, 0, 0, 1],
]
const scaled = ([left, top, right, bottom]: Cut, by: number): Cut => [left * by, top * by, right * by, bottom * by]
const cutsOf = (shares: readonly number[]): readonly Cut[] => [
  whole,
  ...shares.flatMap((share) => sides.flatMap((cut) => [scaled(cut, share), scaled(cut, -share)])),
]
/** For the coarse print, which forgives as much again. */
const cuts = cutsOf([0.035])
/** For the fine one, which has to begin near. */
const begun = cutsOf([0.02, 0.04])

const fineSize = 96
/** Points around, each way, that a point is held against. */
const around = 2

/** Whether each point is lighter than what is around it: 96 × 96 signs, of any light. */
function fineOf(shades: Shades, cut: Cut): Int8Array {
  const view = viewOf(shades, cut, fineSize)
  const line = fineSize + 1
  const sums = new Float64Array(line * line)
  for (let y = 0; y < fineSize; y += 1)
    for (let x = 0; x < fineSize; x += 1)
      sums[(y + 1) * line + x + 1] =
        view[y * fineSize + x]! + sums[y * line + x + 1]! + sums[(y + 1) * line + x]! - sums[y * line + x]!
  const signs = new Int8Array(fineSize * fineSize)
  for (let y = 0; y < fineSize; y += 1)
    for (let x = 0; x < fineSize; x += 1) {
      const [left, right] = [Math.max(0, x - around), Math.min(fineSize, x + around + 1)]
      const [top, bottom] = [Math.max(0, y - around), Math.min(fineSize, y + around + 1)]
      const sum =
        sums[bottom * line + right]! -
        sums[top * line + right]! -
        sums[bottom * line + left]! +
        sums[top * line + left]!
      signs[y * fineSize + x] = view[y * fineSize + x]! * (right - left) * (bottom - top) > sum ? 1 : -1
    }
  return signs
}

/** From where to where, before the last, the picture itself lies in its fine view: a drawn out edge says nothing. */
const extent = (before: number, after: number): readonly [number, number] => {
  const shown = 1 - before - after
  const from = Math.ceil((Math.max(0, -before) / shown) * fineSize)
  return [from, fineSize - Math.ceil((Math.max(0, -after) / shown) * fineSize)]
}

/** How far the signs of two pictures agree where both are: 1 in all, 0 as by lot. */
function agreement(one: Int8Array, other: Int8Array, [left, top, right, bottom]: Cut): number {
  const [fromX, toX] = extent(left, right)
  const [fromY, toY] = extent(top, bottom)
  let sum = 0
  for (let y = fromY; y < toY; y += 1)
    for (let x = fromX; x < toX; x += 1) sum += one[y * fineSize + x]! * other[y * fineSize + x]!
  return sum / ((toX - fromX) * (toY - fromY))
}

/** What is kept of it as it is compared. */
export const signsOf = (fine: Uint8Array): Int8Array => Int8Array.from(fine, (bit) => bit * 2 - 1)

/** What of a picture is kept to find it again: nothing can be read from it. */
export interface Print {
  /** 256 bits as «0101…», by which pictures that may be the same are found. */
  readonly coarse: string
  /** 96 × 96 signs, by which it is told whether they are. */
  readonly fine: Uint8Array
}

export function printOf(shades: Shades): Print {
  return { coarse: coarseOf(shades, whole), fine: Uint8Array.from(fineOf(shades, whole), (sign) => (sign + 1) / 2) }
}

/** The coarse print as it would be with a little cut off each side, or drawn on: a copy may be cut a little, or what it was copied from. */
export const coarseTries = (shades: Shades): string[] => cuts.map((cut) => coarseOf(shades, cut))

const furthest = 0.08
/** Nothing more to find out. */
const sure = 0.8
const steps = [0.02, 0.01, 0.005]
const rounds = 4

interface Laid {
  readonly cut: Cut
  readonly likeness: number
}

/** A picture to be laid over kept ones. Lets others work meanwhile. */
export async function overlayOf(shades: Shades) {
  const views: { readonly cut: Cut; readonly signs: Int8Array }[] = []
  for (const cut of begun) {
    views.push({ cut, signs: fineOf(shades, cut) })
    await setImmediate()
  }

  return {
    /** How it lies best at first sight. */
    begin(other: Int8Array): Laid {
      const all = views.map(({ cut, signs }): Laid => ({ cut, likeness: agreement(signs, other, cut) }))
      return all.reduce((best, each) => (each.likeness > best.likeness ? each : best))
    },

    /**
     * How much it is a kept one, from about 0 to 1, moved and stretched from there until they agree best. Copies by another size, quality or light,
     * or with up to 5 % cut off a side, have 0.65 and more; two documents of a kind, drawn alike, at most 0.54.
     */
    async closer(other: Int8Array, from: Laid): Promise<number> {
      let best = from
      for (const step of steps)
        for (let round = 0, moved = true; moved && round < rounds && best.likeness < sure; round += 1) {
          moved = false
          for (const side of [0, 1, 2, 3])
            for (const by of [-step, step]) {
              const cut = best.cut.map((share, n) => (n === side ? share + by : share)) as unknown as Cut
              if (cut.some((share) => Math.abs(share) > furthest)) continue
              await setImmediate()
              const likeness = agreement(fineOf(shades, cut), other, cut)
              if (likeness <= best.likeness) continue
              best = { cut, likeness }
              moved = true
            }
        }
      return best.likeness
    },
  }
}
