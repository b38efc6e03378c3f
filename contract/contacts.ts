import { addDays, type IsoDate, weekday } from './dates.ts'
import type { RuleValue } from './rules.ts'
import { isWorkingDay, type WorkingCalendar } from './workingDays.ts'
import { dateInZone, instantInZone } from './zones.ts'

/** A contact about an overdue debt as the law counts it (230-ФЗ, art. 7): a call begun, answered or not; a message of any channel. */
export const contactKinds = ['call', 'message'] as const
export type ContactKind = (typeof contactKinds)[number]

export interface CountedContact {
  readonly kind: ContactKind
  readonly at: Date
}

/** Everything the law asks before a debtor is called or written to about a debt. */
export interface ContactCase {
  readonly kind: ContactKind
  readonly now: Date
  /** every contact with this person before, whichever loan it was about */
  readonly before: readonly CountedContact[]
  readonly rule: RuleValue<'collectionContacts'>
  readonly calendar: WorkingCalendar
  /** the clock the debtor lives by; null where it is not known */
  readonly zone: string | null
}

export type ContactVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly because: 'hours' | 'aDay' | 'aWeek' | 'aMonth'; readonly from: Date }

/** Lawful on the clocks of all eleven zones at once, by Moscow's. */
const everywhere = { zone: 'Europe/Moscow', working: { from: 9, to: 13 }, other: { from: 10, to: 11 } }

/** When a debtor may be called or written to on a day of their own clock. */
export function contactHours(rule: ContactCase['rule'], calendar: WorkingCalendar, zone: string | null, day: IsoDate) {
  const working = isWorkingDay(calendar, day)
  const hours = zone ? (working ? rule.workingDays : rule.otherDays) : working ? everywhere.working : everywhere.other
  const clock = zone ?? everywhere.zone
  return { from: instantInZone(day, hours.from, clock), to: instantInZone(day, hours.to, clock) }
}

/** The first moment from `now` on inside the hours of the law. */
export function withinHours(
  now: Date,
  { rule, calendar, zone }: Pick<ContactCase, 'rule' | 'calendar' | 'zone'>,
): Date {
  for (let day = dateInZone(now, zone ?? everywhere.zone); ; day = addDays(day, 1)) {
    const { from, to } = contactHours(rule, calendar, zone, day)
    if (now < from) return from
    if (now < to) return now
  }
}

/**
 * Whether a debtor may be contacted now, else from when. A week and a month are counted both ways, from this day back and by the calendar, and the
 * stricter holds.
 */
export function contactVerdict(asked: ContactCase): ContactVerdict {
  const { now } = asked
  const opens = withinHours(now, asked)
  const full = fullOn(asked, opens)
  if (!full)
    return opens.getTime() === now.getTime() ? { allowed: true } : { allowed: false, because: 'hours', from: opens }
  for (let day = dayOf(opens, asked); ; day = addDays(day, 1)) {
    const { from } = contactHours(asked.rule, asked.calendar, asked.zone, addDays(day, 1))
    if (!fullOn(asked, from)) return { allowed: false, because: full, from }
  }
}

const dayOf = (at: Date, { zone }: Pick<ContactCase, 'zone'>) => dateInZone(at, zone ?? everywhere.zone)

/** Which count leaves no room for one more at a moment. */
function fullOn(asked: ContactCase, at: Date): 'aDay' | 'aWeek' | 'aMonth' | null {
  const most = asked.kind === 'call' ? asked.rule.calls : asked.rule.messages
  const today = dayOf(at, asked)
  const days = asked.before.filter(({ kind }) => kind === asked.kind).map((one) => dayOf(one.at, asked))
  const since = (first: IsoDate, last = today) => days.filter((day) => day >= first && day <= last).length
  const monday = addDays(today, 1 - weekday(today))
  const first = `${today.slice(0, 7)}-01` as IsoDate
  // One that is planned ahead counts in the calendar week and month it falls in.
  const sunday = addDays(monday, 6)
  if (since(today) >= most.aDay) return 'aDay'
  if (Math.max(since(addDays(today, -6)), since(monday, sunday)) >= most.aWeek) return 'aWeek'
  if (Math.max(since(addDays(today, -29)), since(first)) >= most.aMonth) return 'aMonth'
  return null
}
