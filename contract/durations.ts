import * as z from 'zod/mini'
import type { Brand } from './brand.ts'
import { formatCount, formatDays } from './russian.ts'
import { noBreakSpace } from './spaces.ts'

/** An ISO 8601 duration of days, hours, minutes and seconds: `PT4H`, `P3D`, `P1DT2H`. */
export type Duration = Brand<string, 'Duration'>

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Milliseconds of an ISO 8601 duration; null for anything but days, hours, minutes and seconds in whole numbers. */
export function parseDuration(text: string): number | null {
  const found = /^P(?=[\dT])(?:(\d{1,5})D)?(?:T(?=\d)(?:(\d{1,5})H)?(?:(\d{1,5})M)?(?:(\d{1,5})S)?)?$/.exec(text)
  if (!found) return null
  const [days, hours, minutes, seconds] = found.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
  ]
  return days * dayMs + hours * hourMs + minutes * minuteMs + seconds * secondMs
}

/** A duration in the configuration, kept as it is written. */
export const durationSchema = z.pipe(
  z.string().check(z.refine((text) => parseDuration(text) !== null, 'a duration such as PT4H, PT30M, P3D, P1DT2H')),
  z.transform((text) => text as Duration),
)

/** Milliseconds of a duration from the configuration. */
export function durationMs(duration: Duration): number {
  const ms = parseDuration(duration)
  if (ms === null) throw new RangeError(`not a duration: ${duration}`)
  return ms
}

/** «4 часа», «48 часов», «3 дня 2 часа», «30 минут», «20 секунд»: two units at most; hours up to three days. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / secondMs))
  if (seconds < 60) return formatCount(seconds, 'секунда', 'секунды', 'секунд')
  const minutes = Math.round(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (hours >= 72) return pair(formatDays(Math.floor(hours / 24)), hours % 24, hoursInWords)
  if (hours > 0) return pair(hoursInWords(hours), minutes % 60, minutesInWords)
  return minutesInWords(minutes)
}

function pair(first: string, rest: number, words: (count: number) => string): string {
  return rest === 0 ? first : `${first}${noBreakSpace}${words(rest)}`
}

function hoursInWords(count: number): string {
  return formatCount(count, 'час', 'часа', 'часов')
}

function minutesInWords(count: number): string {
  return formatCount(count, 'минута', 'минуты', 'минут')
}
