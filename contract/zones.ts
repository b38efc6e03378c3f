import { formatDate, type IsoDate } from './dates.ts'
import { noBreakSpace } from './spaces.ts'

/** The calendar day of an instant in a zone of the IANA database, such as `Europe/Moscow`. */
export function dateInZone(instant: Date, zone: string): IsoDate {
  return wallClock(instant, zone).slice(0, 10) as IsoDate
}

/** «09:05» on the clocks of the zone. */
export function formatTime(instant: Date, zone: string): string {
  return wallClock(instant, zone).slice(11, 16)
}

/** «5 декабря в 14:30» */
export function formatDateTime(instant: Date, zone: string): string {
  return `${formatDate(dateInZone(instant, zone), 'short')} в${noBreakSpace}${formatTime(instant, zone)}`
}

/** The instant when clocks of the zone show this hour of this day; in a skipped hour, the moment the clocks jumped to. */
export function instantInZone(day: IsoDate, hour: number, zone: string): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000
  const firstGuess = wanted - offset(wanted, zone)
  return new Date(wanted - offset(firstGuess, zone))
}

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * The eleven zones of 107-ФЗ, art. 5, whose clocks are never moved: the first two hours ahead of UTC, each next one hour more. Without
 * Intl, whose first use for a zone takes a cheap phone 120 ms before its first screen can be drawn. Before 2017 some had other hours.
 */
const unmoving =
  `Europe/Kaliningrad Europe/Moscow Europe/Samara Asia/Yekaterinburg Asia/Omsk Asia/Krasnoyarsk Asia/Irkutsk
Asia/Yakutsk Asia/Vladivostok Asia/Magadan Asia/Kamchatka`.split(/\s/)
const unmovingSince = Date.UTC(2017, 0)

/** `2026-12-05T14:30:00` as the clocks of the zone show it. */
function wallClock(instant: Date, zone: string): string {
  const ahead = unmoving.indexOf(zone) + 2
  const at = instant.getTime()
  if (ahead > 1 && at >= unmovingSince) return new Date(at + ahead * 3_600_000).toISOString().slice(0, 19)
  return movingClock(instant, zone)
}

function movingClock(instant: Date, zone: string): string {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hour12: false,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(zone, format)
  }
  const found: Record<string, string> = {}
  for (const { type, value } of format.formatToParts(instant)) found[type] = value
  // Chrome 80 writes midnight as 24
  const hour = found.hour === '24' ? '00' : found.hour
  return `${found.year?.padStart(4, '0')}-${found.month}-${found.day}T${hour}:${found.minute}:${found.second}`
}

function offset(instantMs: number, zone: string): number {
  const whole = Math.floor(instantMs / 1000) * 1000
  return Date.parse(`${wallClock(new Date(whole), zone)}Z`) - whole
}
