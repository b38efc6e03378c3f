import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import sharp from 'sharp'
import { looked, mayBe, type Print, printOf, type Shades, sameAmong } from '#server/modules/photos/index.ts'
import { drawn } from './set.ts'

const side = 192
/** So many passports are kept; copies of the first few are looked for among all. */
const count = Number(process.env.PASSPORTS ?? 6)
const copied = Math.ceil(count / 6)

async function shadesOf(picture: Buffer): Promise<Shades> {
  return { side, points: await sharp(picture).greyscale().resize(side, side, { fit: 'fill' }).raw().toBuffer() }
}

/** The picture without shares of its left, top, right and bottom. */
async function cut(picture: Buffer, [left, top, right, bottom]: readonly number[]): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata()
  const off = (share: number | undefined, of: number) => Math.round((share ?? 0) * of)
  return sharp(picture)
    .extract({
      left: off(left, width),
      top: off(top, height),
      width: width - off(left, width) - off(right, width),
      height: height - off(top, height) - off(bottom, height),
    })
    .jpeg({ quality: 80 })
    .toBuffer()
}

const turned = (picture: Buffer, degrees: number) => sharp(picture).rotate(degrees).jpeg({ quality: 70 }).toBuffer()

type Copying = Readonly<Record<string, (picture: Buffer) => Promise<Buffer>>>

/** As a picture is sent again. */
const copies: Copying = {
  'written anew, poorly': (picture) => sharp(picture).jpeg({ quality: 40 }).toBuffer(),
  'in a third of the size': (picture) => sharp(picture).resize(700).jpeg({ quality: 60 }).toBuffer(),
  'in another light': (picture) => sharp(picture).modulate({ brightness: 1.15 }).jpeg().toBuffer(),
  'as PNG': (picture) => sharp(picture).resize(1200).png().toBuffer(),
  'cut by 2 % all around': (picture) => cut(picture, [0.02, 0.02, 0.02, 0.02]),
  'cut unevenly': (picture) => cut(picture, [0.01, 0.04, 0.02, 0.03]),
  'cut by 5 % on the left': (picture) => cut(picture, [0.05, 0, 0, 0]),
  'cut by 5 % at the foot': (picture) => cut(picture, [0, 0, 0, 0.05]),
  'turned by 90°': (picture) => turned(picture, 90),
  'turned by 180°': (picture) => turned(picture, 180),
  'turned by 270°, smaller': async (picture) =>
    sharp(await turned(picture, 270))
      .resize(800)
      .jpeg()
      .toBuffer(),
  'cut and turned': async (picture) => turned(await cut(picture, [0.05, 0, 0, 0.02]), 90),
}

/** No camera makes them: another picture. */
const mirrored: Copying = {
  'left to right': (picture) => sharp(picture).flop().jpeg().toBuffer(),
  'top to bottom': (picture) => sharp(picture).flip().jpeg().toBuffer(),
  'and turned': async (picture) => turned(await sharp(picture).flop().toBuffer(), 90),
}

const differing = (one: string, other: string) => [...one].filter((bit, at) => bit !== other[at]).length

/** Kept pictures that one is taken for, and how alike the least of them is. */
async function takenFor(picture: Buffer, kept: readonly Print[]) {
  const found = await sameAmong(await shadesOf(picture), {
    nearest: async (tries) =>
      kept
        .map(({ coarse }, at) => ({ at, distance: Math.min(...tries.map((bits) => differing(bits, coarse))) }))
        .filter(({ distance }) => distance <= mayBe)
        .sort((one, other) => one.distance - other.distance)
        .slice(0, looked),
    fine: async ({ at }) => kept[at]!.fine,
  })
  return found.map(({ near }) => near.at)
}

describe('photos of documents compared', () => {
  let pictures: readonly Buffer[] = []
  let kept: readonly Print[] = []
  before(async () => {
    pictures = await Promise.all(Array.from({ length: count }, async (_, at) => (await drawn(2 + at * 2)).picture))
    kept = await Promise.all(pictures.map(async (picture) => printOf(await shadesOf(picture))))
  })

  it('a copy is known whichever came first, turned or cut too', async (report) => {
    const [missed, wrong]: [string[], string[]] = [[], []]
    let tried = 0
    for (const [at, picture] of pictures.slice(0, copied).entries())
      for (const [nth, [what, copy]] of Object.entries(copies).entries()) {
        const other = await copy(picture)
        const first = (at + nth) % 2 === 0
        const found = first
          ? await takenFor(other, kept)
          : await takenFor(picture, kept.with(at, printOf(await shadesOf(other))))
        tried += 1
        if (!found.includes(at)) missed.push(`${at} ${what}`)
        if (found.some((one) => one !== at)) wrong.push(`${at} ${what}`)
      }
    report.diagnostic(
      `${tried - missed.length} of ${tried} copies known among ${count}, ${wrong.length} taken for another's`,
    )
    assert.deepEqual([missed, wrong], [[], []])
  })

  it('the passport of another, photographed alike, is another', async (report) => {
    let wrong = 0
    for (const [at, picture] of pictures.entries()) wrong += (await takenFor(picture, kept.toSpliced(at, 1))).length
    report.diagnostic(`${wrong} of ${count * (count - 1)} pairs of different passports taken for one`)
    assert.equal(wrong, 0)
  })

  it('a mirror image is never the picture', async () => {
    for (const [at, picture] of pictures.slice(0, copied).entries())
      for (const [what, copy] of Object.entries(mirrored))
        assert.deepEqual(await takenFor(await copy(picture), kept), [], `${at} ${what}`)
  })
})
