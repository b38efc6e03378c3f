import { addDays, type IsoDate } from './dates.ts'

/** One thing to remember. A day is marked whole; a moment is written in UTC, so that no time zone has to be described. */
export interface CalendarEvent {
  /** The same event of a later file replaces the earlier one in the calendar. */
  readonly uid: string
  readonly title: string
  readonly text: string
  readonly url?: string
  readonly when: { readonly day: IsoDate } | { readonly at: Date }
  /** Minutes before the moment, or before the day begins, at which to remind. */
  readonly remindMinutes: number
}

const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')
const utc = (moment: Date) => moment.toISOString().replace(/[-:]|\.\d{3}/g, '')
const bare = (day: IsoDate) => day.replaceAll('-', '')
const encoder = new TextEncoder()
const longest = 75

/** A line of at most 75 octets, the rest on lines that begin with a space; never inside a letter (RFC 5545, 3.1). */
function folded(line: string): string {
  const lines: string[] = []
  let current = ''
  let size = 0
  for (const letter of line) {
    const octets = encoder.encode(letter).length
    if (size + octets > longest) {
      lines.push(current)
      current = ' '
      size = 1
    }
    current += letter
    size += octets
  }
  return [...lines, current].join('\r\n')
}

function lines({ uid, title, text, url, when, remindMinutes }: CalendarEvent, made: Date): string[] {
  const time =
    'day' in when
      ? [`DTSTART;VALUE=DATE:${bare(when.day)}`, `DTEND;VALUE=DATE:${bare(addDays(when.day, 1))}`]
      : [`DTSTART:${utc(when.at)}`, `DTEND:${utc(when.at)}`]
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${utc(made)}`,
    ...time,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text)}`,
    ...(url ? [`URL:${url}`] : []),
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    `TRIGGER:-PT${remindMinutes}M`,
    'END:VALARM',
    'END:VEVENT',
  ]
}

/** A file every calendar opens (RFC 5545): CRLF, UTF-8. */
export function calendarFile(events: readonly CalendarEvent[], made: Date, maker: string): string {
  const all = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(maker)}//RU`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...events.flatMap((event) => lines(event, made)),
    'END:VCALENDAR',
  ]
  return `${all.map(folded).join('\r\n')}\r\n`
}
