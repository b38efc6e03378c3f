import sharp from 'sharp'
import { type ZoneReading, zoneNameLine, zoneNumberLine } from '#contract/person/machineZone.ts'
import glyphs from './ocr-b.json' with { type: 'json' }
import type { Random } from './random.ts'

/** A spread of the internal passport in millimetres: two pages of 125 × 88, one above the other. */
const page = { width: 125, height: 176 }
/** Points a millimetre of the flat drawing. */
const scale = 12

const pitch = 2.54
const unitsEach = 723

/** Shapes of OCR-B (Norbert Schwarz, Matthew Skala: free to use, modify and distribute), one em 1000 units. */
const shapes = glyphs as Readonly<Record<string, string>>

export interface Holder extends ZoneReading {
  readonly surname: string
  readonly name: string
  readonly patronymic: string
}

export const linesOf = (holder: Holder): readonly [string, string] => [
  zoneNameLine(holder.surname, holder.name, holder.patronymic),
  zoneNumberLine(holder),
]

function zone(text: string, x: number, baseline: number): string {
  const size = pitch / unitsEach
  return [...text]
    .map(
      (sign, at) => `<path transform="translate(${x + at * pitch} ${baseline}) scale(${size})" d="${shapes[sign]}"/>`,
    )
    .join('')
}

function waves(random: Random): string {
  const lines = Array.from({ length: 46 }, (_, at) => {
    const y = 2 + at * 3.8
    const bend = 2 + random.between(0, 3)
    return `<path d="M0 ${y} Q31 ${y - bend} 62 ${y} T125 ${y}"/>`
  })
  return `<g fill="none" stroke="#c98a94" stroke-width="0.25" opacity="0.6">${lines.join('')}</g>`
}

const words = (x: number, y: number, text: string, size = 3.4) =>
  `<text x="${x}" y="${y}" font-size="${size}" font-family="sans-serif">${text}</text>`

/** The spread as it is printed: the issue above, the photo and the values below, the zone at the foot. */
function spread(holder: Holder, random: Random): string {
  const [first, second] = linesOf(holder)
  const left = (page.width - 44 * pitch) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${page.width * scale}" height="${page.height * scale}" viewBox="0 0 ${page.width} ${page.height}">
    <rect width="125" height="176" fill="#f4e4df"/>${waves(random)}
    <g fill="#2a2530">${words(36, 14, 'РОССИЙСКАЯ ФЕДЕРАЦИЯ', 4)}${words(30, 30, 'ГУ МВД РОССИИ ПО Г. МОСКВЕ')}
    ${words(20, 46, holder.issuedOn.split('-').reverse().join('.'))}${words(80, 46, holder.departmentCode)}
    ${words(60, 102, holder.surname.toUpperCase())}${words(60, 114, holder.name.toUpperCase())}${words(60, 120, holder.patronymic.toUpperCase())}
    ${words(46, 128, holder.sex === 'male' ? 'МУЖ.' : 'ЖЕН.')}${words(70, 128, holder.birthDate.split('-').reverse().join('.'))}
    ${words(60, 135, 'ГОР. ВЫМЫШЛЕНСК')}</g>
    <line x1="0" y1="88" x2="125" y2="88" stroke="#8a6f70" stroke-width="0.5"/>
    <rect x="7" y="96" width="33" height="43" fill="#b9b4b0"/><circle cx="23" cy="112" r="8" fill="#8d8581"/><rect x="12" y="122" width="22" height="17" fill="#6e6763"/>
    <g fill="#1d1b20">${zone(first, left, 160)}${zone(second, left, 168.5)}</g></svg>`
}

export interface Shot {
  /** The longer side of the picture, points. */
  readonly longSide: number
  /** How far a corner may be moved, a share of the page. */
  readonly perspective: number
  /** Degrees. */
  readonly turn: number
  /** Of the blur, points of the finished picture. */
  readonly blur: number
  /** Standard deviation of the noise, of 255. */
  readonly noise: number
  /** How much of the brightest light is added in the spot of glare, of 255; 0 for none. */
  readonly glare: number
  /** Of the light: 1 as it is. */
  readonly light: number
  readonly quality: number
}

type Point = readonly [number, number]
type Eight = readonly [number, number, number, number, number, number, number, number]

/** The plane transform that takes four points to four others: eight numbers, by elimination. */
function transform(from: readonly Point[], to: readonly Point[]): Eight {
  const rows = from.flatMap(([x, y], at) => {
    const [u, v] = to[at] ?? [0, 0]
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ]
  })
  for (let column = 0; column < 8; column += 1) {
    const best = rows.slice(column).reduce((a, b) => (Math.abs(b[column] ?? 0) > Math.abs(a[column] ?? 0) ? b : a))
    rows.splice(rows.indexOf(best), 1)
    rows.splice(column, 0, best)
    const lead = best[column] ?? 1
    for (let at = column; at < 9; at += 1) best[at] = (best[at] ?? 0) / lead
    for (const row of rows) {
      if (row === best) continue
      const times = row[column] ?? 0
      for (let at = column; at < 9; at += 1) row[at] = (row[at] ?? 0) - times * (best[at] ?? 0)
    }
  }
  return rows.map((row) => row[8] ?? 0) as unknown as Eight
}

/** The page on a table, seen from a little aside. */
function placed(width: number, height: number, shot: Shot, random: Random): readonly Point[] {
  const margin = 0.07
  const angle = (shot.turn * Math.PI) / 180
  const fit =
    Math.min((width * (1 - 2 * margin)) / page.width, (height * (1 - 2 * margin)) / page.height) *
    (1 - Math.abs(angle) * 0.9)
  return [
    [-0.5, -0.5],
    [0.5, -0.5],
    [0.5, 0.5],
    [-0.5, 0.5],
  ].map(([across = 0, down = 0]) => {
    const x = (across + random.between(-shot.perspective, shot.perspective)) * page.width * fit
    const y = (down + random.between(-shot.perspective, shot.perspective)) * page.height * fit
    return [
      width / 2 + x * Math.cos(angle) - y * Math.sin(angle),
      height / 2 + x * Math.sin(angle) + y * Math.cos(angle),
    ] as const
  })
}

interface Pixels {
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

/** The drawing seen through the transform, each point from the four nearest. */
function seen(flat: Pixels, width: number, height: number, back: Eight): Buffer {
  const [a, b, c, d, e, f, g, h] = back
  const out = Buffer.alloc(width * height * 3, 96)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const depth = g * x + h * y + 1
      const u = (a * x + b * y + c) / depth
      const v = (d * x + e * y + f) / depth
      if (u < 0 || v < 0 || u >= flat.width - 1 || v >= flat.height - 1) continue
      const [left, top] = [Math.floor(u), Math.floor(v)]
      const [right, low] = [u - left, v - top]
      const at = (top * flat.width + left) * 3
      const under = at + flat.width * 3
      for (let channel = 0; channel < 3; channel += 1) {
        const of = (place: number) => flat.data[place + channel] ?? 0
        out[(y * width + x) * 3 + channel] =
          (of(at) * (1 - right) + of(at + 3) * right) * (1 - low) +
          (of(under) * (1 - right) + of(under + 3) * right) * low
      }
    }
  }
  return out
}

function lit(data: Buffer, width: number, height: number, shot: Shot, random: Random): void {
  const spot = {
    x: random.between(0.2, 0.8) * width,
    y: random.between(0.3, 0.95) * height,
    wide: random.between(0.1, 0.22) * width,
  }
  const slope = random.between(-0.25, 0.25)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const away = ((x - spot.x) ** 2 + (y - spot.y) ** 2) / spot.wide ** 2
      const glare = shot.glare * Math.exp(-away)
      const light = shot.light * (1 + slope * (x / width - 0.5))
      for (let channel = 0; channel < 3; channel += 1) {
        const at = (y * width + x) * 3 + channel
        data[at] = Math.max(0, Math.min(255, (data[at] ?? 0) * light + glare + shot.noise * random.normal()))
      }
    }
  }
}

/** A photo of an invented passport, drawn: what a phone's camera does to it follows from `shot` and the seed alone. */
export async function drawnPassport(holder: Holder, shot: Shot, random: Random): Promise<Buffer> {
  const flat = await sharp(Buffer.from(spread(holder, random)))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width: flatWidth, height: flatHeight } = flat.info
  const height = shot.longSide
  const width = Math.round((height * 3) / 4)
  const corners = placed(width, height, shot, random)
  const back = transform(corners, [
    [0, 0],
    [flatWidth, 0],
    [flatWidth, flatHeight],
    [0, flatHeight],
  ])
  const data = seen({ data: flat.data, width: flatWidth, height: flatHeight }, width, height, back)
  const raw = { raw: { width, height, channels: 3 as const } }
  const soft = shot.blur >= 0.3 ? await sharp(data, raw).blur(shot.blur).raw().toBuffer() : data
  lit(soft, width, height, shot, random)
  return sharp(soft, raw).jpeg({ quality: shot.quality }).toBuffer()
}
