import sharp from 'sharp'
import { type Reading, shadesSide } from './answer.ts'
import { jpegOfHeic } from './heic.ts'

// No picture comes twice: what libvips would remember of them is only memory. And its threads do not grow with the machine.
sharp.cache(false)
sharp.concurrency(2)

const longSide = 2160
const smallestLong = 600
const smallestShort = 400
/** Points a file may open to. JPEG is read reduced, the others whole. */
const mostPoints = { jpeg: 220e6, other: 40e6 }
/** A progressive JPEG has about ten scans; each goes over the whole picture. */
const mostScans = 64
const seconds = 8

const kinds: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/heic': 'heic',
  'image/heif': 'heic',
  'image/heic-sequence': 'heic',
}

export const isPicture = (type: string | undefined): boolean => type !== undefined && type in kinds

function scansOf(jpeg: Buffer): number {
  let found = 0
  for (let at = jpeg.indexOf('ffda', 0, 'hex'); at >= 0 && found <= mostScans; at = jpeg.indexOf('ffda', at + 2, 'hex'))
    found += 1
  return found
}

/**
 * A new JPEG drawn from the picture: turned by EXIF, at most 2160 px long, with nothing of the file but its points.
 * Refuses what opens to too much, or is too small to read; throws for what does not open.
 */
export async function redrawPicture(bytes: Buffer, type: string): Promise<Reading> {
  const source = kinds[type] === 'heic' ? await jpegOfHeic(bytes) : bytes
  if (source === null) return { refused: 'heic_not_read' }
  const { width = 0, height = 0, format } = await sharp(source, { limitInputPixels: false }).metadata()
  if (format !== 'jpeg' && format !== 'png') return { refused: 'file_type' }
  if (width * height > (format === 'jpeg' ? mostPoints.jpeg : mostPoints.other)) return { refused: 'picture_too_large' }
  if (Math.max(width, height) < smallestLong || Math.min(width, height) < smallestShort)
    return { refused: 'picture_too_small' }
  if (format === 'jpeg' && scansOf(source) > mostScans) return { refused: 'file_broken' }
  const drawn = await sharp(source, { limitInputPixels: mostPoints.jpeg, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize({ width: longSide, height: longSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 86 })
    .timeout({ seconds })
    .toBuffer()
  return { type: 'image/jpeg', bytes: drawn }
}

/** The whole picture as a small grey square, one byte a point. Throws for what does not open. */
export const shadesOf = (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: mostPoints.other, failOn: 'error' })
    .greyscale()
    .resize({ width: shadesSide, height: shadesSide, fit: 'fill' })
    .raw()
    .timeout({ seconds })
    .toBuffer()
