import type { Reading } from './answer.ts'
import { openBudget } from './budget.ts'
import { cleanMp4 } from './mp4.ts'
import { makeSeekable } from './webm.ts'

/** Asked for are 5 to 15 seconds; a recorder's own start and end are allowed for. */
const shortestMs = 4500
const longestMs = 20_000

/** Twenty seconds of 240 pictures with sound, read twice, are a third of it. */
const mostElements = 100_000

/** A second of a recording has a picture at least, however poor the phone; together they are more than one page of text. */
const leastFramesPerSecond = 1
const leastFrameBytes = 1000

const mp4Types = new Set(['video/mp4', 'video/quicktime', 'video/x-m4v'])
const webmTypes = new Set(['video/webm', 'video/matroska', 'video/x-matroska'])

export const isVideo = (type: string | undefined): boolean =>
  type !== undefined && (mp4Types.has(type) || webmTypes.has(type))

/** The recording as the office can play and seek it. Refuses what is no video, has no frames, or is too short or long. */
export function readVideo(bytes: Buffer, type: string): Reading {
  const webm = webmTypes.has(type)
  const read = (webm ? makeSeekable : cleanMp4)(bytes, openBudget(mostElements))
  if (!read || read.frameBytes < leastFrameBytes) return { refused: 'file_broken' }
  if (read.frames < (Math.min(read.durationMs, longestMs) / 1000) * leastFramesPerSecond)
    return { refused: 'file_broken' }
  if (read.durationMs < shortestMs) return { refused: 'video_too_short' }
  if (read.durationMs > longestMs) return { refused: 'video_too_long' }
  return { type: webm ? 'video/webm' : 'video/mp4', bytes: read.bytes, durationMs: read.durationMs }
}
