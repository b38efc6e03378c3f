import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { pageDrawing } from '../e2e/evidence.ts'

const spot = '<ellipse cx="700" cy="380" rx="210" ry="120" fill="#fff"/>'
const page = (over = '') => sharp(Buffer.from(pageDrawing(over)))

/** What the camera sees in a clip: the same page in good and in bad light. */
export const clips = {
  good: () => page(),
  dark: () => page().linear(0.2, 0),
  bright: () => page().linear(0.3, 190),
  glare: () => page(spot),
  blurred: () => page().blur(9),
  black: () => sharp({ create: { width: 1280, height: 720, channels: 3, background: '#000' } }),
  grey: () => page().greyscale(),
} as const

export type Clip = keyof typeof clips

/** A second of a still picture as Chromium's fake camera reads it: JPEG after JPEG. */
export const writeClip = (folder: string, clip: Clip) => writeStill(folder, clip, clips[clip]())

/** The same of any picture. */
export async function writeStill(folder: string, name: string, picture: Sharp): Promise<string> {
  const frame = await picture.jpeg({ quality: 90, chromaSubsampling: '4:2:0' }).toBuffer()
  const path = join(folder, `${name}.mjpeg`)
  writeFileSync(path, Buffer.concat(Array.from({ length: 5 }, () => frame)))
  return path
}

const rate = 16_000

/** Ten seconds of beeps, one a second, as a WAV. */
export function writeSound(folder: string): string {
  const samples = Buffer.alloc(rate * 10 * 2)
  for (let at = 0; at < rate * 10; at += 1) {
    const loud = at % rate < rate * 0.6
    samples.writeInt16LE(loud ? Math.round(12_000 * Math.sin((2 * Math.PI * 440 * at) / rate)) : 0, at * 2)
  }
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  const path = join(folder, 'beeps.wav')
  writeFileSync(path, Buffer.concat([head, samples]))
  return path
}
