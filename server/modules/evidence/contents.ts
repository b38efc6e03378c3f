import { fileTypeFromBuffer } from 'file-type'
import { fail } from '#server/platform/failure.ts'
import { type CheckedFile, isPicture, redrawPicture } from './pictures.ts'
import { checkVideo, isVideo } from './videos.ts'

export type EvidenceKind = 'photo' | 'video'

/** What the bytes are, by themselves and not by their name, made fit to be kept. Throws the refusal. */
export async function checkContents(kind: EvidenceKind, bytes: Buffer): Promise<CheckedFile> {
  const type = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime
  if (kind === 'photo' && type && isPicture(type)) return redrawPicture(bytes, type)
  if (kind === 'video' && type && isVideo(type)) return checkVideo(bytes, type)
  throw fail('file_type')
}
