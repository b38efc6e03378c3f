import { fail } from '#server/platform/failure.ts'
import { HelperGone, openHelper } from '#server/platform/helper.ts'
import { jpegOfHeic } from './heic.ts'

export interface CheckedFile {
  readonly bytes: Buffer
  readonly type: string
  readonly durationMs?: number
}

/** A picture drawn anew, or the code of why not. */
export type Drawn =
  | { readonly bytes: Uint8Array }
  | { readonly refused: 'file_type' | 'file_broken' | 'picture_too_large' | 'picture_too_small' }

const kinds: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/heic': 'heic',
  'image/heif': 'heic',
  'image/heic-sequence': 'heic',
}

export const isPicture = (type: string | undefined): boolean => type !== undefined && type in kinds

const paint = openHelper<Uint8Array, Drawn>(new URL('./painter.ts', import.meta.url))

/**
 * A new JPEG drawn from the picture: turned by EXIF, at most 2160 px long, with nothing of the file but its points.
 * Refuses what does not open, opens to too much, or is too small to read.
 */
export async function redrawPicture(bytes: Buffer, type: string): Promise<CheckedFile> {
  const picture = await paint(kinds[type] === 'heic' ? await jpegOfHeic(bytes) : bytes).catch(brokeThePainter)
  if ('refused' in picture) throw fail(picture.refused)
  return { bytes: Buffer.from(picture.bytes), type: 'image/jpeg' }
}

function brokeThePainter(error: unknown): Drawn {
  if (error instanceof HelperGone) return { refused: 'file_broken' }
  throw error
}
