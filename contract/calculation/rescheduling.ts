import { addDays, daysBetween, type IsoDate } from '../dates.ts'
import { kopecks } from '../money.ts'
import { type Account, dueInterest, duePrincipal, type Terms } from './account.ts'
import { interestOn } from './exact.ts'
import type { LoanRow, Rescheduling } from './loan.ts'
import { rowsFor } from './settling.ts'

/**
 * Other dates take the place of those to come and of those that were missed: nothing is due or late any more. What was due of interest, and what runs
 * in a holiday, is put off to the last payment and stays interest; the penalty stays owed and grows no more.
 */
export function beginAnew(account: Account, terms: Terms, plan: Rescheduling): void {
  if (account.closedOn) return
  const { on, until, everyDays, rows } = plan
  const missed = new Set(account.due.map(({ lastDay }) => lastDay))
  const past = account.rows.filter(({ date, lastDay }) => date <= on && !missed.has(lastDay))
  // With the whole principal due no period is open: its interest was due with it.
  if (account.due.length > 0 && duePrincipal(account) === account.principal) closePeriod(account, on)
  account.putOff += dueInterest(account)
  account.due = []
  const single = rows.length === 1
  Object.assign(account, { single, everyDays: single ? account.everyDays : everyDays })
  if (until === null) {
    account.putOff += account.interest
    account.interest = 0
    closePeriod(account, on)
    place(account, past, drawn(account, terms, plan, on))
    return
  }
  const { interest, interestDays, periodInterest } = account
  account.holiday = { plan, interest, interestDays, periodInterest }
  const inside = interestOn(account.principal * daysBetween(on, until), terms.daily)
  const running = Math.min(inside, terms.cap - account.charged)
  const then = { ...account, putOff: account.putOff + running, charged: account.charged + running }
  place(account, past, drawn(then, terms, plan, until))
}

/** The holiday is over: its interest is put off, and the period before it goes on as if the days between had not been. */
export function endHoliday(account: Account, terms: Terms, today: IsoDate): void {
  const { holiday } = account
  if (holiday?.plan.until !== today) return
  const { plan, interest, interestDays, periodInterest } = holiday
  const inside = Math.max(0, account.interest - interest)
  account.putOff += inside
  account.interest -= inside
  const periodStart = addDays(account.periodStart, daysBetween(plan.on, today))
  Object.assign(account, { interestDays, periodInterest, periodStart, holiday: null })
  const past = account.rows.filter(({ date }) => date <= plan.on)
  place(account, past, drawn(account, terms, plan, today))
}

function place(account: Account, past: readonly LoanRow[], { rows, ownRow }: ReturnType<typeof drawn>): void {
  Object.assign(account, { rows: [...past, ...rows], ownRow })
}

function closePeriod(account: Account, day: IsoDate): void {
  Object.assign(account, { interestDays: 0, periodInterest: 0, periodStart: day })
}

/** The payments of a plan as they stand when interest runs again after a day; the cap takes from the last. */
function drawn(account: Account, terms: Terms, { rows: dates }: Rescheduling, from: IsoDate) {
  const { principal, putOff } = account
  if (account.single) {
    const none = kopecks(0)
    const all = { payment: kopecks(principal), interest: none, principal: kopecks(principal), balance: none }
    return { rows: dates.map((one): LoanRow => ({ ...one, ...all })), ownRow: false }
  }
  const rows = rowsFor({ ...account, ownRow: true }, dates, principal, terms)
  const first = rows[0]!
  const byThen = interestOn(account.interestDays + principal * daysBetween(from, first.date), terms.daily)
  let room = terms.cap - account.charged
  const made = rows.map((row, index) => {
    if (index === rows.length - 1) return row
    const runs = Math.min(index === 0 ? byThen - account.periodInterest : row.interest, room)
    room -= runs
    const interest = kopecks(runs + (index === 0 ? account.interest : 0))
    return { ...row, interest, payment: kopecks(row.principal + interest) }
  })
  // Nothing was put off: no date for it.
  return { rows: putOff > 0 ? made : made.slice(0, -1), ownRow: putOff > 0 }
}
