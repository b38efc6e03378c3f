import { fileTypeFromBuffer } from 'file-type'
import type { EvidenceKind, Reading } from './answer.ts'
import { redrawPdf } from './pdf.ts'
import { isPicture, redrawPicture } from './pictures.ts'
import { isVideo, readVideo } from './videos.ts'

const notOf = { photo: 'file_type', video: 'video_type', paper: 'paper_type' } as const

/** What the bytes are, by themselves and not by their name, made fit to be kept. May change the bytes it is given. */
export async function readContents(kind: EvidenceKind, bytes: Buffer): Promise<Reading> {
  const type = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime
  try {
    if (kind === 'paper' && type === 'application/pdf') return await redrawPdf(bytes)
    if (kind !== 'video' && type && isPicture(type)) return await redrawPicture(bytes, type)
    if (kind === 'video' && type && isVideo(type)) return readVideo(bytes, type)
  } catch {
    // A field that points outside of the file, more elements than any file has, or no memory for what it asks.
    return { refused: 'file_broken' }
  }
  return { refused: notOf[kind] }
}
