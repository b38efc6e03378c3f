import type { FastifyReply } from 'fastify'
import { type CalendarEvent, calendarFile } from '#contract/calendar.ts'

/** Answers with a calendar file. A call without a schema of its answer: the text is sent as it is. */
export function sendCalendar(
  reply: FastifyReply,
  name: string,
  events: readonly CalendarEvent[],
  made: Date,
  maker: string,
): undefined {
  reply
    .type('text/calendar; charset=utf-8; method=PUBLISH')
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}.ics"`)
  return calendarFile(events, made, maker) as unknown as undefined
}
