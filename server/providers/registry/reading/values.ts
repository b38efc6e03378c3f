import { Decimal } from '#contract/calculation/decimal.ts'
import { XmlBad } from './xml.ts'

/** A day as written, its zone cut: `2027-04-03+03:00`. Throws XmlBad. */
export function readDay(text: string): string {
  const found = /^(\d{4})-(\d\d)-(\d\d)(?:Z|[+-]\d\d:\d\d|T.*)?$/.exec(text.trim())
  if (!found) throw new XmlBad('a day that is none')
  const [, year, month, day] = found
  const made = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const iso = `${year}-${month}-${day}`
  if (Number.isNaN(made.getTime()) || made.toISOString().slice(0, 10) !== iso) throw new XmlBad('a day that is none')
  return iso
}

const zoned = /(?:Z|[+-]\d\d:\d\d)$/

/** An instant of a date-time, or of a date and a time; without a zone it is Moscow's. Throws XmlBad. */
export function readInstant(date: string, time?: string): string {
  const text = time === undefined ? date.trim() : `${readDay(date)}T${time.trim()}`
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)?$/.test(text))
    throw new XmlBad('a moment that is none')
  const made = new Date(zoned.test(text) ? text : `${text}+03:00`)
  if (Number.isNaN(made.getTime())) throw new XmlBad('a moment that is none')
  return made.toISOString()
}

/** XML doubles: `2.5E2` is one, and so are `NaN` and `INF`; those and negative ones say nothing. */
function decimal(text: string): Decimal | null {
  if (!/^[+-]?(?:\d{1,20}(?:\.\d{0,20})?|\.\d{1,20})(?:[eE][+-]?\d{1,2})?$/.test(text)) return null
  const value = new Decimal(text.replace(/^\+/, ''))
  return value.lt(0) || value.gt('1e15') ? null : value
}

/** Kopecks of an amount in roubles; null: no sum. */
export function readAmount(text: string): number | null {
  const value = decimal(text.trim())
  if (value === null) return null
  const kopecks = value.times(100).round(0).toNumber()
  return Number.isSafeInteger(kopecks) ? kopecks : null
}

/** Per cent a year; null for `-` and what is no number. */
export function readCost(text: string): string | null {
  const value = decimal(text.trim())
  return value === null ? null : value.toFixed()
}

const uidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}-[0-9a-f]$/

/** The last digit of a УИД: the 32 hex digits times 1…10, repeated, mod 16. */
export function uidControl(uuid: string): string {
  const digits = uuid.toLowerCase().replaceAll('-', '')
  const sum = [...digits].reduce((all, digit, at) => all + Number.parseInt(digit, 16) * ((at % 10) + 1), 0)
  return (sum % 16).toString(16)
}

/** A УИД in small letters; one that is not as it should be is kept and counted, with a remark. */
export function readUid(text: string, remarks: Set<string>): string {
  const uid = text.trim().toLowerCase()
  if (uid.length > 64) throw new XmlBad('УИД is too long')
  if (!uidShape.test(uid) || uidControl(uid.slice(0, 36)) !== uid.at(-1)) remarks.add('uidWrong')
  return uid
}
