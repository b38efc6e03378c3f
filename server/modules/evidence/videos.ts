import { fail } from '#server/platform/failure.ts'
import { cleanMp4 } from './mp4.ts'
import type { CheckedFile } from './pictures.ts'
import { makeSeekable } from './webm.ts'

/** Asked for are 5 to 15 seconds; a recorder's own start and end are allowed for. */
const shortestMs = 4500
const longestMs = 20_000

const mp4Types = new Set(['video/mp4', 'video/quicktime', 'video/x-m4v'])
const webmTypes = new Set(['video/webm', 'video/matroska', 'video/x-matroska'])

export const isVideo = (type: string | undefined): boolean =>
  type !== undefined && (mp4Types.has(type) || webmTypes.has(type))

/** The recording as the office can play and seek it. Refuses what is no video, or too short or long. */
export function checkVideo(bytes: Buffer, type: string): CheckedFile {
  const read = webmTypes.has(type) ? makeSeekable(bytes) : cleanMp4(bytes)
  if (!read) throw fail('file_broken')
  if (read.durationMs < shortestMs) throw fail('video_too_short')
  if (read.durationMs > longestMs) throw fail('video_too_long')
  return { bytes: read.bytes, type: webmTypes.has(type) ? 'video/webm' : 'video/mp4', durationMs: read.durationMs }
}
