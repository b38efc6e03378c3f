import { machineEvents } from '#contract/calls/machine/events.ts'
import { eventTypes } from '#contract/machine/events.ts'
import type { Router } from '#server/http/router.ts'
import { fail } from '#server/platform/failure.ts'
import { cloudEventOf } from './cloud-event.ts'
import type { Events } from './service.ts'

const usual = 100

/** The types asked for; names that are none are refused, so that a slip of the pen is not an empty feed. */
function typesIn(text: string | undefined): readonly string[] | undefined {
  if (!text) return undefined
  const names = text.split(',').map((name) => name.trim())
  const strange = names.find((name) => !Object.hasOwn(eventTypes, name))
  if (strange === undefined) return names
  throw fail('bad_request', {
    issues: [{ field: 'types', message: `Такого типа событий нет: ${strange.slice(0, 80)}` }],
  })
}

interface Parts {
  readonly router: Router
  readonly events: Events
}

/** The feed as other systems read it. */
export function eventRoutes({ router, events }: Parts) {
  router.read(machineEvents, async ({ query }) => {
    const types = typesIn(query.types)
    const limit = Number(query.limit ?? usual)
    await events.number()
    const { first, last } = await events.feed.bounds()
    const after = Number(query.after ?? 0)
    if (after > last)
      throw fail('bad_request', {
        issues: [{ field: 'after', message: 'Такого курсора ещё не было: возьмите next из прошлого ответа' }],
        details: { last: String(last) },
      })
    if (after > 0 && after < first - 1) throw fail('cursor_over', { details: { first: String(first - 1) } })
    const found = await events.feed.after(after, limit, types, last)
    const whole = found.length < limit
    const next = whole ? last : (found.at(-1)?.seq ?? last)
    return {
      events: found.map((event) => cloudEventOf(event, events.source)),
      next: String(next),
      more: next < last,
    }
  })
}
