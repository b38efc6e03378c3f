import { addDays } from '#contract/dates.ts'
import { dateInZone, instantInZone } from '#contract/zones.ts'

/** People are not woken: messages that can wait go out from 9 to 21 on the clock of whom they are for (stricter than 230-ФЗ, art. 7). */
const known = { from: 9, to: 21 }
/** By Moscow's clock, when nobody in any of the eleven zones is asleep. */
const anywhere = { zone: 'Europe/Moscow', from: 9, to: 13 }

/** The first moment from `now` on when a message that can wait may go out to somebody who lives by a clock; null: not known by which. */
export function notBefore(now: Date, zone: string | null): Date {
  const { zone: clock, from, to } = zone ? { zone, ...known } : anywhere
  const today = dateInZone(now, clock)
  const opens = instantInZone(today, from, clock)
  if (now < opens) return opens
  return now < instantInZone(today, to, clock) ? now : instantInZone(addDays(today, 1), from, clock)
}
