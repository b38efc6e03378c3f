import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { emptyVideo, inventedVideo } from '#checks/e2e/evidence.ts'
import { bytesOf } from '#server/platform/worker-process.ts'
import { type CheckedFile, checkContents, type EvidenceKind } from './contents.ts'

const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c8a090' } })
const jpeg = await flat(1200, 900).jpeg().toBuffer()
const png = await flat(1200, 900).png().toBuffer()
const text = (words: string) => Buffer.from(words)
const html = '<!doctype html><script>alert(1)</script>'
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><script>alert(1)</script></svg>'
const zip = Buffer.concat([Buffer.from('504b0304140000000000', 'hex'), Buffer.alloc(60)])
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let value = n
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})
const crc = (bytes: Buffer) => {
  const sum = bytes.reduce((value, byte) => (crcTable[(value ^ byte) & 255] ?? 0) ^ (value >>> 8), 0xffffffff)
  return (sum ^ 0xffffffff) >>> 0
}
function pngChunk(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(body.length)
  const rest = Buffer.concat([Buffer.from(type), body])
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(crc(rest))
  return Buffer.concat([head, rest, tail])
}
/** A PNG that claims to be huge and holds a few rows. */
function flood(side: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(50_000))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, pngChunk('IHDR', head), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0))])
}

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}
const numbers = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4)
  return bytes
}
const frame = Buffer.alloc(200, 0x47)
/** Ten frames a second, one after the other in one chunk at `at`. */
function sampleTable(frames: number, at: number, size = frame.length): Buffer {
  return box(
    'stbl',
    box('stts', numbers(0, 1, frames, 100)),
    box('stsz', numbers(0, size, frames)),
    box('stsc', numbers(0, 1, 1, frames, 1)),
    box('stco', numbers(0, 1, at)),
  )
}
interface Mp4Parts {
  readonly kind?: string
  readonly brand?: string
  readonly extra?: Buffer
  /** Frames in the media data; as many as the seconds need. */
  readonly frames?: number
  /** What the sample table says, when that is something else. */
  readonly told?: { readonly frames: number; readonly size?: number; readonly at?: number }
}
/** An MP4 of one picture track, its sizes read from the first try; `udta` is where phones write the place. */
function mp4(seconds: number, parts: Mp4Parts = {}, at = 0): Buffer {
  const { kind = 'vide', brand = 'isom', extra = Buffer.alloc(0), frames = seconds * 10, told } = parts
  const mvhd = box('mvhd', numbers(0, 0, 0, 1000, seconds * 1000, ...Array<number>(20).fill(0)))
  const tkhd = box('tkhd', numbers(0, 0, 0, 1, ...Array<number>(17).fill(0)))
  const mdhd = box('mdhd', numbers(0, 0, 0, 1000, seconds * 1000, 0))
  const hdlr = box('hdlr', numbers(0, 0), text(kind), numbers(0, 0, 0))
  const table = sampleTable(told?.frames ?? frames, told?.at ?? at, told?.size)
  const udta = box('udta', box('\xa9xyz', text('+55.7558+037.6173/')))
  const moov = box('moov', mvhd, box('trak', tkhd, box('mdia', mdhd, hdlr, box('minf', table))), udta)
  const mdat = box('mdat', ...Array.from({ length: frames }, () => frame))
  const head = Buffer.concat([box('ftyp', text(brand), numbers(0), text('isom')), moov])
  return at === 0 ? mp4(seconds, parts, head.length + 8) : Buffer.concat([head, mdat, extra])
}

const withOrientation = await flat(1200, 900)
  .withExif({ IFD0: { Make: 'Phone' } })
  .jpeg()
  .withMetadata({ orientation: 6 })
  .toBuffer()
const gps = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '55/1 45/1 0/1', GPSLongitudeRef: 'E' } }
const withPlace = await flat(1200, 900)
  .withExif({ IFD0: { Make: 'Phone' }, ...gps })
  .jpeg()
  .toBuffer()
const cutIn = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share))
const noisy = await sharp({
  create: {
    width: 900,
    height: 900,
    channels: 3,
    background: '#777',
    noise: { type: 'gaussian', mean: 128, sigma: 40 },
  },
})
  .jpeg()
  .toBuffer()

/** Name, what it is given as, bytes, answer: a stored type or the code of the refusal. */
/** A comment segment (FF FE) right behind the start of the picture. */
const withComment = Buffer.concat([
  jpeg.subarray(0, 2),
  Buffer.from([0xff, 0xfe, 0, html.length + 2]),
  text(html),
  jpeg.subarray(2),
])
const withText = Buffer.concat([png.subarray(0, 33), pngChunk('tEXt', text(`Comment\0${html}`)), png.subarray(33)])

const corpus: readonly (readonly [string, EvidenceKind, Buffer, string])[] = [
  ['a JPEG', 'photo', jpeg, 'image/jpeg'],
  ['a PNG', 'photo', png, 'image/jpeg'],
  ['a PNG with transparency', 'photo', await sharp(png).ensureAlpha(0.4).png().toBuffer(), 'image/jpeg'],
  ['a grey JPEG', 'photo', await sharp(jpeg).greyscale().jpeg().toBuffer(), 'image/jpeg'],
  ['a CMYK JPEG', 'photo', await sharp(jpeg).toColourspace('cmyk').jpeg().toBuffer(), 'image/jpeg'],
  ['a progressive JPEG', 'photo', await sharp(jpeg).jpeg({ progressive: true }).toBuffer(), 'image/jpeg'],
  ['a PNG of 16 bits', 'photo', await sharp(png).toColourspace('rgb16').png().toBuffer(), 'image/jpeg'],
  ['a turned JPEG', 'photo', withOrientation, 'image/jpeg'],
  ['a JPEG with a place', 'photo', withPlace, 'image/jpeg'],
  ['a JPEG of 48 megapixels', 'photo', await flat(8000, 6000).jpeg().toBuffer(), 'image/jpeg'],
  ['a JPEG with HTML behind it', 'photo', Buffer.concat([jpeg, text(html)]), 'image/jpeg'],
  ['a JPEG with PHP behind it', 'photo', Buffer.concat([jpeg, text('<?php system($_GET[0]);')]), 'image/jpeg'],
  ['a JPEG with a ZIP behind it', 'photo', Buffer.concat([jpeg, zip]), 'image/jpeg'],
  ['a PNG with EICAR behind it', 'photo', Buffer.concat([png, text(eicar)]), 'image/jpeg'],
  ['a JPEG header before a script', 'photo', Buffer.concat([jpeg.subarray(0, 20), text(html)]), 'file_broken'],
  ['the first three bytes of a JPEG', 'photo', jpeg.subarray(0, 3), 'file_broken'],
  ['half of a noisy JPEG', 'photo', cutIn(noisy, 0.5), 'file_broken'],
  ['half of a PNG', 'photo', cutIn(png, 0.5), 'file_broken'],
  ['a PNG signature alone', 'photo', png.subarray(0, 8), 'file_type'],
  ['a PNG with a broken head', 'photo', Buffer.concat([png.subarray(0, 16), Buffer.alloc(40)]), 'file_broken'],
  ['a flood of 30000 × 30000', 'photo', flood(30_000), 'picture_too_large'],
  ['a flood of 7000 × 7000', 'photo', flood(7000), 'picture_too_large'],
  ['a stamp of 20 × 20', 'photo', await flat(20, 20).jpeg().toBuffer(), 'picture_too_small'],
  ['a strip of 3000 × 40', 'photo', await flat(3000, 40).jpeg().toBuffer(), 'picture_too_small'],
  ['a GIF', 'photo', await flat(900, 900).gif().toBuffer(), 'file_type'],
  ['a WebP', 'photo', await flat(900, 900).webp().toBuffer(), 'file_type'],
  ['a TIFF', 'photo', await flat(900, 900).tiff().toBuffer(), 'file_type'],
  ['an AVIF', 'photo', await flat(900, 900).avif({ effort: 0 }).toBuffer(), 'file_type'],
  ['a BMP', 'photo', Buffer.concat([text('BM'), Buffer.alloc(200)]), 'file_type'],
  ['an SVG with a script', 'photo', text(svg), 'file_type'],
  ['an HTML page', 'photo', text(html), 'file_type'],
  ['a PDF', 'photo', text('%PDF-1.7\n1 0 obj <</JS (app.alert(1))>>'), 'file_type'],
  ['a ZIP', 'photo', zip, 'file_type'],
  ['a program', 'photo', Buffer.concat([text('MZ'), Buffer.alloc(300)]), 'file_type'],
  ['an ELF program', 'photo', Buffer.concat([Buffer.from('7f454c4602010100', 'hex'), Buffer.alloc(100)]), 'file_type'],
  ['EICAR', 'photo', text(eicar), 'file_type'],
  ['zeros', 'photo', Buffer.alloc(5000), 'file_type'],
  ['one byte', 'photo', Buffer.from([0xff]), 'file_type'],
  ['a video for a photo', 'photo', inventedVideo(7), 'file_type'],
  ['a WebM of 7 s', 'video', inventedVideo(7), 'video/webm'],
  ['a WebM with HTML behind it', 'video', Buffer.concat([inventedVideo(7), text(html)]), 'video/webm'],
  ['a WebM of 2 s', 'video', inventedVideo(2), 'video_too_short'],
  ['a WebM of 40 s', 'video', inventedVideo(40), 'video_too_long'],
  ['the head of a WebM', 'video', inventedVideo(7).subarray(0, 60), 'file_broken'],
  ['an MP4 of 8 s', 'video', mp4(8), 'video/mp4'],
  ['a QuickTime of 8 s', 'video', mp4(8, { brand: 'qt  ' }), 'video/mp4'],
  ['an MP4 of 3 s', 'video', mp4(3), 'video_too_short'],
  ['an MP4 of an hour', 'video', mp4(3600, { frames: 3600 * 2, told: { frames: 36_000, size: 40 } }), 'video_too_long'],
  ['an MP4 with sound only', 'video', mp4(8, { kind: 'soun' }), 'file_broken'],
  ['an MP4 with HTML behind it', 'video', mp4(8, { extra: text(html) }), 'file_broken'],
  ['a cut MP4', 'video', cutIn(mp4(8), 0.6), 'file_broken'],
  ['an MP4 whose header alone says 8 s', 'video', mp4(8, { frames: 0 }), 'file_broken'],
  ['an MP4 of one frame and 8 s', 'video', mp4(8, { frames: 1 }), 'file_broken'],
  ['an MP4 of frames without bytes', 'video', mp4(8, { told: { frames: 80, size: 0 } }), 'file_broken'],
  [
    'an MP4 of frames outside of its media data',
    'video',
    mp4(8, { told: { frames: 80, at: 40, size: 4 } }),
    'file_broken',
  ],
  ['an MP4 of frames behind its end', 'video', mp4(8, { told: { frames: 80, at: 2 ** 31 } }), 'file_broken'],
  ['an MP4 of more frames than are there', 'video', mp4(8, { frames: 5, told: { frames: 80 } }), 'video_too_short'],
  ['a WebM without frames', 'video', emptyVideo(8), 'file_broken'],
  ['a WebM of one frame in 8 s', 'video', emptyVideo(8, 1), 'file_broken'],
  ['a photo for a video', 'video', jpeg, 'video_type'],
  ['a GIF that is a script', 'photo', text('GIF89a=1;alert(1)//'), 'file_type'],
  ['a PDF and ZIP in one', 'photo', Buffer.concat([text('%PDF-1.4\n'), zip]), 'file_type'],
  ['an office document', 'photo', Buffer.concat([zip, text('word/document.xml')]), 'file_type'],
  [
    'an old office document',
    'photo',
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
    'file_type',
  ],
  ['a JPEG with an HTML comment in it', 'photo', withComment, 'image/jpeg'],
  ['a PNG with text chunks that are a script', 'photo', withText, 'image/jpeg'],
  ['an SVG behind a byte order mark', 'photo', text(`\ufeff${svg}`), 'file_type'],
  [
    'an SVG behind XML words',
    'photo',
    text(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg}`),
    'file_type',
  ],
  ['an HTML page for a video', 'video', text(html), 'video_type'],
  ['a WAV for a video', 'video', Buffer.concat([text('RIFF\x24\0\0\0WAVEfmt '), Buffer.alloc(60)]), 'video_type'],
]

test('the corpus is of sixty files', () => assert.ok(corpus.length >= 60, `${corpus.length} files`))

const answerTo = async (kind: EvidenceKind, bytes: Buffer): Promise<string> => {
  const found = await checkContents(kind, bytesOf(bytes))
  return 'refused' in found ? found.refused : found.type
}

async function taken(kind: EvidenceKind, bytes: Buffer): Promise<CheckedFile> {
  const found = await checkContents(kind, bytesOf(bytes))
  assert.ok(!('refused' in found), JSON.stringify(found))
  return found
}

describe('files by their content', () => {
  for (const [name, kind, bytes, expected] of corpus) {
    test(`${name}: ${expected}`, async () => {
      const started = performance.now()
      assert.equal(await answerTo(kind, bytes), expected)
      assert.ok(performance.now() - started < 4000)
    })
  }

  test('what is stored of a picture is nothing but its points: no place, no script, turned upright', async () => {
    const place = await taken('photo', withPlace)
    assert.equal((await sharp(place.bytes).metadata()).exif, undefined)
    const behind = await taken('photo', Buffer.concat([jpeg, text(html)]))
    assert.equal(behind.bytes.includes('<script>'), false)
    const { width, height, orientation } = await sharp((await taken('photo', withOrientation)).bytes).metadata()
    assert.deepEqual({ width, height, orientation }, { width: 900, height: 1200, orientation: undefined })
  })

  test('the long side is at most 2160', async () => {
    const { bytes } = await taken('photo', await flat(4000, 3000).jpeg().toBuffer())
    const { width, height } = await sharp(bytes).metadata()
    assert.deepEqual([width, height], [2160, 1620])
  })

  test('an MP4 loses the place it was made at and keeps its size', async () => {
    const source = mp4(8)
    const { bytes, durationMs } = await taken('video', source)
    assert.equal(bytes.length, source.length)
    assert.equal(bytes.includes('+55.7558'), false)
    assert.equal(durationMs, 8000)
  })

  test('a WebM gets its length and loses what was behind it', async () => {
    const { bytes, durationMs } = await taken('video', Buffer.concat([inventedVideo(7), text(html)]))
    assert.equal(durationMs, 6900)
    assert.equal(bytes.includes('<script>'), false)
    assert.ok(bytes.includes(Buffer.from('4489', 'hex')) && bytes.includes(Buffer.from('1c53bb6b', 'hex')))
  })
})
