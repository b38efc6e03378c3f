import sharp from 'sharp'
import { mendedNumberLine, readNumberLine } from '#contract/person/machineZone.ts'
import type { ZoneLines } from './answer.ts'
import { findLines, type Grey, straightened, type TextLine } from './lines.ts'

// No picture comes twice, and threads do not grow with the machine.
sharp.cache(false)
sharp.concurrency(1)

export type Recognise = (line: Grey, signs: string) => Promise<string>

const numberSigns = '0123456789RUSMF<'
const nameSigns = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<'

/** Lines are looked for in a picture of this width. */
const lookedWidth = 1000
const mostPoints = 12e6
/** Heights of a sign, points, that a line is drawn at: what two of them agree on is read. */
const heights = [32, 27, 37, 23]
/** Lines of a page that are tried, from its foot up. */
const mostLines = 4

async function greyOf(jpeg: Buffer, turn: 0 | 90): Promise<Grey> {
  const { data, info } = await sharp(jpeg, { limitInputPixels: mostPoints, failOn: 'error' })
    .rotate(turn)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

async function linesIn(grey: Grey): Promise<TextLine[]> {
  const { width, height } = grey
  const scale = Math.min(1, lookedWidth / width)
  const { data, info } = await sharp(grey.data, { raw: { width, height, channels: 1 } })
    .resize({ width: Math.round(width * scale) })
    .blur(0.8)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return findLines({ data, width: info.width, height: info.height }).map(({ from, to, high }) => ({
    from: [from[0] / scale, from[1] / scale],
    to: [to[0] / scale, to[1] / scale],
    high: high / scale,
  }))
}

/** The second line, where two drawings of it are read alike and all its check digits are right. */
async function numbersOf(
  grey: Grey,
  line: TextLine,
  upsideDown: boolean,
  recognise: Recognise,
): Promise<string | null> {
  const seen = new Set<string>()
  for (const [tried, high] of heights.entries()) {
    const mended = mendedNumberLine(await recognise(straightened(grey, line, high, upsideDown), numberSigns))
    if (mended && readNumberLine(mended)) {
      if (seen.has(mended)) return mended
      seen.add(mended)
    }
    // Two that make nothing of it: this is no second line.
    if (tried === 1 && seen.size === 0 && mended === null) return null
  }
  return null
}

/** What stands in the machine-readable zone, whichever way the passport lies. */
export async function readZone(jpeg: Buffer, recognise: Recognise): Promise<ZoneLines> {
  let name = ''
  for (const turn of [0, 90] as const) {
    const grey = await greyOf(jpeg, turn)
    const lines = await linesIn(grey)
    for (const upsideDown of [false, true]) {
      // The first line stands above the second.
      const fromFoot = (upsideDown ? [...lines].reverse() : lines).slice(0, mostLines)
      for (const [at, line] of fromFoot.entries()) {
        const numbers = await numbersOf(grey, line, upsideDown, recognise)
        if (!numbers) continue
        const above = fromFoot[at + 1]
        if (above) name = await recognise(straightened(grey, above, heights[0] ?? 32, upsideDown), nameSigns)
        return { numbers, name }
      }
    }
  }
  return { numbers: null, name }
}
