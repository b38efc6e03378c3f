import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { likeness, printOf, type Shades } from '#server/modules/photos/index.ts'
import { drawn } from './set.ts'

const side = 192
const count = Number(process.env.PASSPORTS ?? 5)
const same = 0.6

async function shadesOf(picture: Buffer): Promise<Shades> {
  return { side, points: await sharp(picture).greyscale().resize(side, side, { fit: 'fill' }).raw().toBuffer() }
}

/** How alike two pictures are, the second one kept before the first came. */
async function alike(first: Buffer, kept: Buffer): Promise<number> {
  return likeness(await shadesOf(first), printOf(await shadesOf(kept)).fine)
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

const copies: Readonly<Record<string, (picture: Buffer) => Promise<Buffer>>> = {
  'written anew, poorly': (picture) => sharp(picture).jpeg({ quality: 40 }).toBuffer(),
  'in a third of the size': (picture) => sharp(picture).resize(700).jpeg({ quality: 60 }).toBuffer(),
  'in another light': (picture) => sharp(picture).modulate({ brightness: 1.15 }).jpeg().toBuffer(),
  'as PNG': (picture) => sharp(picture).resize(1200).png().toBuffer(),
  'cut by 2 % all around': (picture) => cut(picture, [0.02, 0.02, 0.02, 0.02]),
  'cut by 4 % on one side': (picture) => cut(picture, [0.04, 0, 0, 0]),
  'cut unevenly': (picture) => cut(picture, [0.01, 0.04, 0.02, 0.03]),
}

describe('photos of documents compared', () => {
  it('a copy is known whichever came first; the passport of another, photographed alike, is another', async (report) => {
    const pictures = await Promise.all(
      Array.from({ length: count }, async (_, at) => (await drawn(2 + at * 2)).picture),
    )
    let least = 1
    for (const picture of pictures.slice(0, 2))
      for (const [what, copy] of Object.entries(copies)) {
        const other = await copy(picture)
        for (const found of [await alike(other, picture), await alike(picture, other)]) {
          least = Math.min(least, found)
          assert.ok(found >= same, `${what}: ${found.toFixed(2)}`)
        }
      }
    let most = 0
    for (const one of pictures)
      for (const other of pictures) if (one !== other) most = Math.max(most, await alike(one, other))
    assert.ok(most < same, `another's passport: ${most.toFixed(2)}`)
    report.diagnostic(`copies ${least.toFixed(2)} at least, others ${most.toFixed(2)} at most`)
  })
})
