/** A grey picture, a byte a point. */
export interface Grey {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

/** A line of text: from where to where its middle goes, and how high its signs are. */
export interface TextLine {
  readonly from: readonly [number, number]
  readonly to: readonly [number, number]
  readonly high: number
}

/** Ink is what is darker than its surroundings by a share of what the darkest half per cent of points is, and by so much at least. */
const deepest = 0.005
const inkShare = 0.4
const leastDepth = 12
/** Of the points around a sign of text so many are ink. */
const leastInk = 0.07

/** Signs of a line of the zone fill most of the page's width; a sign and the space after it are 1/44 of the line. */
const shortest = 0.42
const signs = 44

/** Sums of everything above and left of each point. */
function sums({ data, width, height }: Grey): Float64Array {
  const all = new Float64Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y += 1) {
    let row = 0
    for (let x = 0; x < width; x += 1) {
      row += data[y * width + x] ?? 0
      all[(y + 1) * (width + 1) + x + 1] = (all[y * (width + 1) + x + 1] ?? 0) + row
    }
  }
  return all
}

/** How much darker each point is than the mean of what is around; 0 where it is not. */
function depths(grey: Grey, around: number): Uint8Array {
  const { data, width, height } = grey
  const all = sums(grey)
  const at = (x: number, y: number) => all[y * (width + 1) + x] ?? 0
  const deep = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    const [top, low] = [Math.max(0, y - around), Math.min(height, y + around + 1)]
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.max(0, x - around), Math.min(width, x + around + 1)]
      const sum = at(right, low) - at(left, low) - at(right, top) + at(left, top)
      const mean = sum / ((right - left) * (low - top))
      deep[y * width + x] = Math.max(0, mean - (data[y * width + x] ?? 0))
    }
  }
  return deep
}

/** Points of ink: by what is deep in this very picture, so that what is printed faintly under the text is none. */
function inkOf(grey: Grey, around: number): Uint8Array {
  const deep = depths(grey, around)
  const counts = new Uint32Array(256)
  for (const depth of deep) counts[depth] = (counts[depth] ?? 0) + 1
  let left = deep.length * deepest
  let depth = 255
  while (depth > 0 && left > 0) left -= counts[depth--] ?? 0
  const least = Math.max(leastDepth, depth * inkShare)
  return deep.map((each) => (each > least ? 1 : 0))
}

/** Where enough ink is around: signs of one line touch, thin lines and single points are gone. */
function grown(ink: Uint8Array, width: number, height: number, [wide, high]: readonly [number, number]): Uint8Array {
  const all = sums({ data: ink, width, height })
  const at = (x: number, y: number) => all[y * (width + 1) + x] ?? 0
  const out = new Uint8Array(ink.length)
  for (let y = 0; y < height; y += 1) {
    const [top, low] = [Math.max(0, y - high), Math.min(height, y + high + 1)]
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.max(0, x - wide), Math.min(width, x + wide + 1)]
      const sum = at(right, low) - at(left, low) - at(right, top) + at(left, top)
      if (sum > (right - left) * (low - top) * leastInk) out[y * width + x] = 1
    }
  }
  return out
}

interface Patch {
  left: number
  right: number
  points: number
  x: number
  y: number
  xx: number
  xy: number
  yy: number
}

/** Patches of touching points, with the sums over their ink that a straight line is laid through. */
function patches(mask: Uint8Array, ink: Uint8Array, width: number, height: number): Patch[] {
  const seen = new Uint8Array(mask.length)
  const stack = new Int32Array(mask.length)
  const found: Patch[] = []
  for (let start = 0; start < mask.length; start += 1) {
    if (!mask[start] || seen[start]) continue
    const patch: Patch = { left: width, right: 0, points: 0, x: 0, y: 0, xx: 0, xy: 0, yy: 0 }
    let depth = 0
    stack[depth++] = start
    seen[start] = 1
    while (depth > 0) {
      const place = stack[--depth] ?? 0
      const x = place % width
      const y = (place - x) / width
      if (ink[place]) note(patch, x, y)
      for (const next of [
        x > 0 ? place - 1 : -1,
        x < width - 1 ? place + 1 : -1,
        y > 0 ? place - width : -1,
        y < height - 1 ? place + width : -1,
      ]) {
        if (next < 0 || !mask[next] || seen[next]) continue
        seen[next] = 1
        stack[depth++] = next
      }
    }
    found.push(patch)
  }
  return found
}

function note(patch: Patch, x: number, y: number): void {
  patch.points += 1
  patch.left = Math.min(patch.left, x)
  patch.right = Math.max(patch.right, x)
  patch.x += x
  patch.y += y
  patch.xx += x * x
  patch.xy += x * y
  patch.yy += y * y
}

/** The straight line through a patch; null where it is no line of text of the zone's shape. */
function lineOf(patch: Patch, width: number): TextLine | null {
  const long = patch.right - patch.left
  if (long < width * shortest) return null
  const { points: n } = patch
  const spreadX = patch.xx - (patch.x * patch.x) / n
  const both = patch.xy - (patch.x * patch.y) / n
  const spreadY = patch.yy - (patch.y * patch.y) / n
  const slope = both / spreadX
  // A steeper one is found in the picture turned; here it would be drawn as long as the picture is high.
  if (!(Math.abs(slope) < 1)) return null
  const off = Math.sqrt(Math.max(0, spreadY - slope * both) / n)
  // Ink spread evenly over the height of a sign is off its middle by 0.29 of it.
  const high = off * 3.3
  const sign = long / signs
  if (high < sign * 0.6 || high > sign * 2.4) return null
  const middle = patch.y / n - (slope * patch.x) / n
  return { from: [patch.left, middle + slope * patch.left], to: [patch.right, middle + slope * patch.right], high }
}

/** Lines of text as long as those of the zone, the lowest first. */
export function findLines(grey: Grey): TextLine[] {
  const { width, height } = grey
  const sign = (width * 0.8) / signs
  const ink = inkOf(grey, Math.round(sign))
  const mask = grown(ink, width, height, [Math.round(sign), Math.round(sign * 0.4)])
  return patches(mask, ink, width, height)
    .map((patch) => lineOf(patch, width))
    .filter((line) => line !== null)
    .sort((a, b) => b.from[1] + b.to[1] - a.from[1] - a.to[1])
}

/** The line laid straight: signs `high` points high, with paper around. */
export function straightened(grey: Grey, line: TextLine, high: number, upsideDown = false): Grey {
  const scale = line.high / high
  const [dx, dy] = [line.to[0] - line.from[0], line.to[1] - line.from[1]]
  const long = Math.hypot(dx, dy)
  const [alongX, alongY] = [dx / long, dy / long]
  const margin = high * 1.2
  const width = Math.round(long / scale + margin * 2)
  const height = Math.round(high * 2.2)
  const data = new Uint8Array(width * height)
  for (let v = 0; v < height; v += 1) {
    for (let u = 0; u < width; u += 1) {
      const along = (u - margin) * scale
      const across = (v - height / 2) * scale
      const place = upsideDown ? data.length - 1 - (v * width + u) : v * width + u
      data[place] = pointAt(
        grey,
        line.from[0] + along * alongX - across * alongY,
        line.from[1] + along * alongY + across * alongX,
      )
    }
  }
  return { data, width, height }
}

function pointAt({ data, width, height }: Grey, x: number, y: number): number {
  const [u, v] = [Math.min(width - 1.001, Math.max(0, x)), Math.min(height - 1.001, Math.max(0, y))]
  const [left, top] = [Math.floor(u), Math.floor(v)]
  const [right, low] = [u - left, v - top]
  const at = top * width + left
  const above = (data[at] ?? 0) * (1 - right) + (data[at + 1] ?? 0) * right
  const under = (data[at + width] ?? 0) * (1 - right) + (data[at + width + 1] ?? 0) * right
  return above * (1 - low) + under * low
}
