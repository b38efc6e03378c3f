/** A frame or picture, reduced: RGBA rows. */
export interface Frame {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}

export interface Measures {
  /** Mean brightness, 0 to 255. */
  readonly light: number
  /** Share of the frame that is a burnt-out spot, 0 to 1. */
  readonly glare: number
  /** Strength of edges after noise is smoothed away. */
  readonly sharpness: number
  /** Mean change since the frame before, 0 to 255; 0 for a picture. */
  readonly motion: number
  /** Mean difference between the colours of a point; about 0: an infrared camera. */
  readonly colour: number
}

export type Advice = 'black' | 'dark' | 'bright' | 'glare' | 'still' | 'blurred'

export const adviceWords: Readonly<Record<Advice, string>> = {
  black: 'Кадр чёрный: откройте камеру',
  dark: 'Темно: включите свет или подойдите к окну',
  bright: 'Слишком ярко: отвернитесь от света',
  glare: 'Блик: немного наклоните документ',
  still: 'Держите ровно, не двигайтесь',
  blurred: 'Размыто: чуть дальше и подождите фокуса',
}

const limits = { black: 3, dark: 55, bright: 225, glare: 0.006, motion: 9, sharpness: 5 }
const block = 8

function greyOf({ width, height, data }: Frame): Float32Array {
  const grey = new Float32Array(width * height)
  for (let at = 0; at < grey.length; at += 1) {
    const from = at * 4
    grey[at] = 0.299 * (data[from] ?? 0) + 0.587 * (data[from + 1] ?? 0) + 0.114 * (data[from + 2] ?? 0)
  }
  return grey
}

/** Mean of three by three: the variance of a Laplacian alone calls a noisy blurred frame sharp. */
function smooth(grey: Float32Array, width: number, height: number): Float32Array {
  const rows = new Float32Array(grey.length)
  const out = new Float32Array(grey.length)
  for (let at = 1; at < grey.length - 1; at += 1)
    rows[at] = ((grey[at - 1] ?? 0) + (grey[at] ?? 0) + (grey[at + 1] ?? 0)) / 3
  for (let at = width; at < width * (height - 1); at += 1)
    out[at] = ((rows[at - width] ?? 0) + (rows[at] ?? 0) + (rows[at + width] ?? 0)) / 3
  return out
}

/** The strongest edges count, not the mean: a page is mostly paper. */
function sharpnessOf(grey: Float32Array, width: number, height: number): number {
  const soft = smooth(smooth(grey, width, height), width, height)
  let sum = 0
  let count = 0
  for (let y = 4; y < height - 4; y += 1) {
    for (let x = 4; x < width - 4; x += 1) {
      const at = y * width + x
      const here = soft[at] ?? 0
      const bend =
        4 * here - (soft[at - 1] ?? 0) - (soft[at + 1] ?? 0) - (soft[at - width] ?? 0) - (soft[at + width] ?? 0)
      const size = Math.abs(bend)
      if (size < 1.5) continue
      sum += size
      count += 1
    }
  }
  // A frame with next to no edges at all is out of focus, or shows nothing.
  return count < width * height * 0.0015 ? 0 : sum / count
}

/** Whole blocks that are burnt out: a single white letter is no glare. */
function glareOf(grey: Float32Array, width: number, height: number): number {
  let burnt = 0
  let blocks = 0
  for (let top = 0; top + block <= height; top += block) {
    for (let left = 0; left + block <= width; left += block) {
      blocks += 1
      let low = 255
      for (let y = top; y < top + block; y += 2)
        for (let x = left; x < left + block; x += 2) low = Math.min(low, grey[y * width + x] ?? 0)
      if (low >= 250) burnt += 1
    }
  }
  return blocks === 0 ? 0 : burnt / blocks
}

function motionOf(grey: Float32Array, before: Float32Array | null): number {
  if (before?.length !== grey.length) return 0
  let sum = 0
  let count = 0
  for (let at = 0; at < grey.length; at += 7) {
    sum += Math.abs((grey[at] ?? 0) - (before[at] ?? 0))
    count += 1
  }
  return sum / Math.max(1, count)
}

/** Measures a frame; `before` is the grey of the one before. */
export function measure(frame: Frame, before: Float32Array | null): { measures: Measures; grey: Float32Array } {
  const { width, height, data } = frame
  const grey = greyOf(frame)
  let light = 0
  let colour = 0
  for (let at = 0; at < grey.length; at += 1) light += grey[at] ?? 0
  for (let at = 0; at < data.length; at += 28)
    colour += Math.abs((data[at] ?? 0) - (data[at + 1] ?? 0)) + Math.abs((data[at + 1] ?? 0) - (data[at + 2] ?? 0))
  return {
    grey,
    measures: {
      light: light / Math.max(1, grey.length),
      glare: glareOf(grey, width, height),
      sharpness: sharpnessOf(grey, width, height),
      motion: motionOf(grey, before),
      colour: (colour * 28) / Math.max(1, data.length),
    },
  }
}

/** The one thing to do now, the most important first; null: good. A face needs no page's sharpness, a lamp behind it is no glare. */
export function adviceFor(measures: Measures, subject: 'document' | 'person'): Advice | null {
  if (measures.light < limits.black) return 'black'
  if (measures.light < limits.dark) return 'dark'
  if (measures.light > limits.bright) return 'bright'
  if (subject === 'document' && measures.glare > limits.glare) return 'glare'
  if (measures.motion > limits.motion) return 'still'
  if (measures.sharpness < (subject === 'document' ? limits.sharpness : limits.sharpness * 0.6)) return 'blurred'
  return null
}
