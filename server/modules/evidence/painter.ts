import sharp from 'sharp'
import { answerParent } from '#server/platform/helper.ts'
import type { Drawn } from './pictures.ts'

// Files of strangers are opened here, apart from everything of ours; what libvips keeps of memory goes with the process.

// No picture comes twice: what libvips would remember of them is only memory.
sharp.cache(false)

const longSide = 2160
const smallestLong = 600
const smallestShort = 400
/** Points a file may open to. JPEG is read reduced, the others whole. */
const mostPoints = { jpeg: 220e6, other: 40e6 }

async function drawAgain(source: Uint8Array): Promise<Drawn> {
  const { width = 0, height = 0, format } = await sharp(source, { limitInputPixels: false }).metadata()
  if (format !== 'jpeg' && format !== 'png') return { refused: 'file_type' }
  if (width * height > (format === 'jpeg' ? mostPoints.jpeg : mostPoints.other)) return { refused: 'picture_too_large' }
  if (Math.max(width, height) < smallestLong || Math.min(width, height) < smallestShort)
    return { refused: 'picture_too_small' }
  const bytes = await sharp(source, { limitInputPixels: mostPoints.jpeg, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize({ width: longSide, height: longSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 86 })
    .timeout({ seconds: 20 })
    .toBuffer()
  return { bytes }
}

answerParent((source: Uint8Array) => drawAgain(source).catch((): Drawn => ({ refused: 'file_broken' })))
