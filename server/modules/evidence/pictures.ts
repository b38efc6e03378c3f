import sharp from 'sharp'
import { fail } from '#server/platform/failure.ts'
import { jpegOfHeic } from './heic.ts'

// No picture comes twice: what libvips would remember of them is only memory.
sharp.cache(false)

const longSide = 2160
const smallestLong = 600
const smallestShort = 400
/** Points a file may open to. JPEG is read reduced, the others whole. */
const mostPoints = { jpeg: 220e6, other: 40e6 }

export interface CheckedFile {
  readonly bytes: Buffer
  readonly type: string
  readonly durationMs?: number
}

const kinds: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/heic': 'heic',
  'image/heif': 'heic',
  'image/heic-sequence': 'heic',
}

export const isPicture = (type: string | undefined): boolean => type !== undefined && type in kinds

/**
 * A new JPEG drawn from the picture: turned by EXIF, at most 2160 px long, with nothing of the file but its points.
 * Refuses what does not open, opens to too much, or is too small to read.
 */
export async function redrawPicture(bytes: Buffer, type: string): Promise<CheckedFile> {
  const source = kinds[type] === 'heic' ? await jpegOfHeic(bytes) : bytes
  const { width = 0, height = 0, format } = await sharp(source, { limitInputPixels: false }).metadata().catch(broken)
  if (format !== 'jpeg' && format !== 'png') throw fail('file_type')
  if (width * height > (format === 'jpeg' ? mostPoints.jpeg : mostPoints.other)) throw fail('picture_too_large')
  if (Math.max(width, height) < smallestLong || Math.min(width, height) < smallestShort) throw fail('picture_too_small')
  const drawn = await sharp(source, { limitInputPixels: mostPoints.jpeg, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize({ width: longSide, height: longSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 86 })
    .timeout({ seconds: 20 })
    .toBuffer()
    .catch(broken)
  return { bytes: drawn, type: 'image/jpeg' }
}

function broken(): never {
  throw fail('file_broken')
}
