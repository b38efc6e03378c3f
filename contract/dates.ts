import type { Brand } from './brand.ts'
import { noBreakSpace } from './spaces.ts'

/** A day of the calendar, `YYYY-MM-DD`, with no time and no zone. Sorts and compares as text. */
export type IsoDate = Brand<string, 'IsoDate'>

/** «5 декабря»: as they stand after a number. */
export const monthNames = [
  'января',
  'февраля',
  'марта',
  'апреля',
  'мая',
  'июня',
  'июля',
  'августа',
  'сентября',
  'октября',
  'ноября',
  'декабря',
]

const dayMs = 86_400_000

/** The day, or null when there is no such day (31 April) or the year is not of four digits. */
export function isoDate(year: number, month: number, day: number): IsoDate | null {
  if (year < 1000 || year > 9999 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null
  return `${year}-${twoDigits(month)}-${twoDigits(day)}` as IsoDate
}

/** A date known to be right (configuration, tests), `YYYY-MM-DD`. Throws RangeError otherwise. */
export function date(text: string): IsoDate {
  const { year, month, dayOfMonth } = parts(text as IsoDate)
  if (isoDate(year, month, dayOfMonth) !== text) throw new RangeError(`no such day: ${text}`)
  return text as IsoDate
}

/** «5 декабря 2026»; short «5 декабря»; numeric «05.12.2026». */
export function formatDate(day: IsoDate, form: 'long' | 'short' | 'numeric' = 'long'): string {
  const { year, month, dayOfMonth } = parts(day)
  if (form === 'numeric') return `${twoDigits(dayOfMonth)}.${twoDigits(month)}.${year}`
  const short = `${dayOfMonth}${noBreakSpace}${monthNames[month - 1]}`
  return form === 'short' ? short : `${short}${noBreakSpace}${year}`
}

/** «4 января 2027 (выходной: без неустойки до 11 января 2027)»: a date of payment and the last day on which it is kept. */
export function dateWithLastDay(day: IsoDate, lastDay: IsoDate): string {
  return day === lastDay ? formatDate(day) : `${formatDate(day)} (выходной: без неустойки до ${formatDate(lastDay)})`
}

export function addDays(day: IsoDate, days: number): IsoDate {
  return new Date(dayNumber(day) * dayMs + days * dayMs).toISOString().slice(0, 10) as IsoDate
}

/** The same day some months on, or the last day of a shorter month (Civil Code art. 192 p. 3). */
export function addMonths(day: IsoDate, months: number): IsoDate {
  const { year, month, dayOfMonth } = parts(day)
  const from0 = year * 12 + month - 1 + months
  const targetYear = Math.floor(from0 / 12)
  const targetMonth = from0 - targetYear * 12 + 1
  const target = isoDate(targetYear, targetMonth, Math.min(dayOfMonth, daysInMonth(targetYear, targetMonth)))
  if (!target) throw new RangeError(`year out of reach: ${targetYear}`)
  return target
}

/** The same day some years on; 29 February becomes 28 February in a common year. For ages use `birthday`. */
export function addYears(day: IsoDate, years: number): IsoDate {
  return addMonths(day, years * 12)
}

/** Days from one date to another: 1 from today to tomorrow, negative backwards. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  return dayNumber(to) - dayNumber(from)
}

/** The later of two days. */
export function later(a: IsoDate, b: IsoDate): IsoDate {
  return a < b ? b : a
}

/** The earlier of two days. */
export function earlier(a: IsoDate, b: IsoDate): IsoDate {
  return later(a, b) === a ? b : a
}

/** 1 for Monday to 7 for Sunday. */
export function weekday(day: IsoDate): number {
  return ((((dayNumber(day) + 3) % 7) + 7) % 7) + 1
}

/** Full years on that day. Born on 29 February: a year older on 1 March of a common year, as `birthday` says. */
export function ageOn(birthDate: IsoDate, day: IsoDate): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/** The day a person becomes so many years old; for 29 February, 1 March of a common year (the careful reading). */
export function birthday(birthDate: IsoDate, age: number): IsoDate {
  const { year, month, dayOfMonth } = parts(birthDate)
  return isoDate(year + age, month, dayOfMonth) ?? date(`${year + age}-03-01`)
}

function parts(day: IsoDate) {
  return { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), dayOfMonth: Number(day.slice(8, 10)) }
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

function dayNumber(day: IsoDate): number {
  const { year, month, dayOfMonth } = parts(day)
  return Date.UTC(year, month - 1, dayOfMonth) / dayMs
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}

/** The last day of the month a day is in. */
export function lastOfMonth(day: IsoDate): IsoDate {
  return addDays(addMonths(`${day.slice(0, 7)}-01` as IsoDate, 1), -1)
}
