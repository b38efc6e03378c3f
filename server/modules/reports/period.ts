import { parseDate } from '#contract/dateReading.ts'
import { addDays, daysBetween, type IsoDate } from '#contract/dates.ts'
import { dateInZone, instantInZone } from '#contract/zones.ts'
import { fail } from '#server/platform/failure.ts'
import type { Period } from './numbers-store.ts'

const usualDays = 30
const mostDays = 366

const dayOf = (text: string | undefined, field: string, otherwise: IsoDate): IsoDate => {
  if (text === undefined) return otherwise
  const day = parseDate(text)
  if (!day) throw fail('bad_request', { issues: [{ field, message: 'Такого дня нет' }] })
  return day
}

/** The days asked for, both included, as instants of the zone. Refuses a period that ends before it begins or is over a year. */
export function periodOf(
  asked: { from?: string | undefined; until?: string | undefined },
  now: Date,
  zone: string,
): Period & { readonly firstDay: IsoDate; readonly lastDay: IsoDate } {
  const lastDay = dayOf(asked.until, 'until', dateInZone(now, zone))
  const firstDay = dayOf(asked.from, 'from', addDays(lastDay, 1 - usualDays))
  const days = daysBetween(firstDay, lastDay)
  if (days < 0) throw fail('bad_request', { issues: [{ field: 'until', message: 'Конец раньше начала' }] })
  if (days >= mostDays) throw fail('bad_request', { issues: [{ field: 'from', message: 'Не больше года' }] })
  return {
    firstDay,
    lastDay,
    from: instantInZone(firstDay, 0, zone),
    until: instantInZone(addDays(lastDay, 1), 0, zone),
  }
}
