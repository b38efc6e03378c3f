import { addDays } from '#contract/dates.ts'
import { dateInZone, instantInZone } from '#contract/zones.ts'

/** People are not woken: messages that can wait go out from 9 to 21 on the lender's clock (stricter than Law 230-FZ, art. 7). */
const day = { from: 9, to: 21 }

/** The first moment from `now` on when a message that can wait may go out. */
export function notBefore(now: Date, zone: string): Date {
  const today = dateInZone(now, zone)
  const opens = instantInZone(today, day.from, zone)
  if (now < opens) return opens
  return now < instantInZone(today, day.to, zone) ? now : instantInZone(addDays(today, 1), day.from, zone)
}
