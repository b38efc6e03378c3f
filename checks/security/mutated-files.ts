import { readFileSync } from 'node:fs'
import { pick, type Random } from '../steps/values.ts'

type Kind = 'photo' | 'video'

interface Sample {
  readonly name: string
  readonly kind: Kind
  readonly bytes: Buffer
}

const sample = (name: string, kind: Kind): Sample => ({
  name,
  kind,
  bytes: readFileSync(new URL(`samples/${name}`, import.meta.url)),
})

/** Small files as recorders, cameras and programs write them; `claimed.heic` is an AVIF by another name. */
export const samples: readonly Sample[] = [
  sample('recorded.webm', 'video'),
  sample('recorded.mp4', 'video'),
  sample('filmed.mov', 'video'),
  sample('plain.jpg', 'photo'),
  sample('progressive.jpg', 'photo'),
  sample('plain.png', 'photo'),
  sample('claimed.heic', 'photo'),
]

/** Beginnings of elements, boxes, segments and chunks, empty or of a length that is not theirs. */
const pieces = [
  '1f43b67580',
  '1f43b67501ffffffffffffff',
  'a380',
  'a38481000080',
  'a080',
  'ec80',
  'ae80',
  '1654ae6b80',
  '0000000866726565',
  '00000008 6d6f6f66',
  '000000007472616b',
  '000000016d64617400000000ffffffff',
  'ffda',
  'ffda0008010100003f00',
  'ffc0',
  'ffe1ffff',
  '0000000049444154',
  'ffffffff74455874',
  '00',
  'ff',
].map((hex) => Buffer.from(hex.replaceAll(' ', ''), 'hex'))

const below = (random: Random, most: number) => Math.floor(random() * most)

const lengths = [0, 1, 7, 8, 0x7f, 0xff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0xffff_fff0]

type Change = (bytes: Buffer, random: Random) => Buffer

const changes: readonly Change[] = [
  function flip(bytes, random) {
    const changed = Buffer.from(bytes)
    for (let n = below(random, 16); n >= 0; n -= 1) {
      const at = below(random, changed.length)
      changed[at] = (changed[at] ?? 0) ^ (1 << below(random, 8))
    }
    return changed
  },
  (bytes, random) => bytes.subarray(0, below(random, bytes.length)),
  function resize(bytes, random) {
    const changed = Buffer.from(bytes)
    // Heads are where lengths are.
    const at = below(random, random() < 0.7 ? Math.min(900, changed.length - 4) : changed.length - 4)
    changed.writeUInt32BE(random() < 0.7 ? pick(random, lengths) : below(random, 2 ** 32), at)
    return changed
  },
  function repeat(bytes, random) {
    const at = below(random, bytes.length)
    const part = bytes.subarray(at, at + 1 + below(random, 200))
    const times = 1 + below(random, 300)
    return Buffer.concat([bytes.subarray(0, at), ...Array.from({ length: times }, () => part), bytes.subarray(at)])
  },
  function insert(bytes, random) {
    const at = below(random, bytes.length)
    const piece = pick(random, pieces)
    const times = random() < 0.5 ? 1 : 1 + below(random, 20_000)
    const many = Buffer.alloc(piece.length * times, piece)
    return Buffer.concat([bytes.subarray(0, at), many, bytes.subarray(at)])
  },
  function splice(bytes, random) {
    const other = pick(random, samples).bytes
    return Buffer.concat([bytes.subarray(0, below(random, bytes.length)), other.subarray(below(random, other.length))])
  },
  function blank(bytes, random) {
    const changed = Buffer.from(bytes)
    const at = below(random, changed.length)
    return changed.fill(random() < 0.5 ? 0 : 0xff, at, Math.min(changed.length, at + below(random, 400)))
  },
]

/** A sample that was changed once or a few times: often still a file of its kind. */
export function mutatedFile(random: Random): Sample {
  const { name, kind, bytes } = pick(random, samples)
  let changed = bytes
  for (let n = below(random, 3); n >= 0; n -= 1)
    if (changed.length > 8) changed = pick(random, changes)(changed, random)
  return { name, kind, bytes: changed.length > 0 ? changed : Buffer.of(0) }
}
