import { daysBetween, type IsoDate } from '../dates.ts'
import { kopecks } from '../money.ts'
import { type Account, duePrincipal, owedInAll, type Terms } from './account.ts'
import { interestOn, principalWithin } from './exact.ts'
import type { LoanRow } from './loan.ts'
import { instalments } from './schedule.ts'

/** A payment comes: what covers the whole debt closes the loan, else it goes by the order of the rules, or gives back a part. */
export function receive(
  account: Account,
  terms: Terms,
  { amount, partReturn = false, date }: { amount: number; partReturn?: boolean; date: IsoDate },
): void {
  if (account.closedOn) {
    account.overpaid += amount
    return
  }
  account.held += amount
  if (closes(account, date)) return
  if (account.holiday) {
    payInHoliday(account, amount)
    return
  }
  if (account.single || !partReturn) {
    settle(account, terms, date)
    return
  }
  const waiting = account.held - amount
  account.held = amount
  payDue(account)
  payPenalty(account, account.held)
  if (account.held > 0 && account.principal > 0) giveBack(account, terms, date)
  account.held += waiting
}

/** Places the money that is held, in the order of the rules (353-ФЗ art. 5 p. 20). What the next payment will need stays with it. */
export function settle(account: Account, terms: Terms, day: IsoDate): void {
  for (const owed of terms.order) {
    if (owed === 'dueInterest') payDue(account, 'interest')
    else if (owed === 'duePrincipal') payDue(account, 'principal')
    else if (owed === 'penalty') payPenalty(account, account.held - kept(account, terms, day))
    else if (account.single && owed === 'currentInterest') payCurrentInterest(account)
    else if (account.single && owed === 'currentPrincipal') account.principal -= take(account, account.principal)
  }
  closes(account, day)
}

function payCurrentInterest(account: Account): void {
  account.interest -= take(account, account.interest)
  account.putOff -= take(account, account.putOff)
}

/** Money of one's own will in a holiday: the principal first, so that less interest runs. What waited from before stays. */
function payInHoliday(account: Account, amount: number): void {
  const waiting = account.held - amount
  account.held = amount
  account.principal -= take(account, account.principal)
  payCurrentInterest(account)
  payPenalty(account, account.held)
  account.held += waiting
}

/** The money held for the next payment, where that comes before the penalty. */
function kept(account: Account, terms: Terms, day: IsoDate): number {
  const before = terms.order.indexOf('currentPrincipal') < terms.order.indexOf('penalty')
  return before && !account.single ? Math.min(account.held, neededNext(account, terms, day)) : 0
}

/** What the next payment will take on its date, when nothing is due before it. */
function neededNext(account: Account, terms: Terms, day: IsoDate): number {
  const next = account.rows.find(({ date }) => date > day)
  if (!next) return 0
  const open = account.principal - duePrincipal(account)
  const byThen = interestOn(account.interestDays + open * daysBetween(day, next.date), terms.daily)
  const more = Math.min(byThen - account.periodInterest, terms.cap - account.charged)
  const putOff = next === account.rows.at(-1) ? account.putOff : 0
  return account.interest + more + putOff + Math.max(0, open - next.balance)
}

function closes(account: Account, day: IsoDate): boolean {
  const owed = owedInAll(account)
  if (account.held < owed) return false
  account.overpaid += account.held - owed
  const nothing = { principal: 0, interest: 0, putOff: 0, due: [], penalty: 0, held: 0, holiday: null }
  Object.assign(account, { ...nothing, closedOn: account.closedOn ?? day })
  return true
}

function take(account: Account, owed: number): number {
  const paid = Math.min(account.held, owed)
  account.held -= paid
  return paid
}

/** Interest of all that is due before its principal, the oldest first. */
function payDue(account: Account, only?: 'interest' | 'principal'): void {
  if (only !== 'principal') for (const row of account.due) row.interest -= take(account, row.interest)
  if (only !== 'interest')
    for (const row of account.due) {
      const paid = take(account, row.principal)
      row.principal -= paid
      account.principal -= paid
    }
  account.due = account.due.filter(({ interest, principal }) => interest + principal > 0)
}

function payPenalty(account: Account, most: number): void {
  const paid = Math.min(account.penalty, most)
  account.penalty -= paid
  account.held -= paid
}

/**
 * Gives back a part before its time: of the money, `R` is principal and the rest the interest on `R` since the last date. The payments left are
 * those of the principal left, on the same dates: all smaller by one share (353-ФЗ art. 11, condition 7).
 */
function giveBack(account: Account, terms: Terms, day: IsoDate): void {
  const days = daysBetween(account.periodStart, day)
  const wanted = Math.min(principalWithin(account.held, days, terms.daily), account.principal - 1)
  const interest = Math.min(account.held - wanted, account.interest)
  const principal = Math.min(account.held - interest, account.principal - 1)
  const capped = account.charged >= terms.cap
  account.held -= principal + interest
  account.principal -= principal
  account.interest -= interest
  account.interestDays = Math.max(0, account.interestDays - principal * days)
  if (!capped) {
    // The interest on what went back is settled to the kopeck; that on the rest is counted from its own exact sum again.
    const left = interestOn(account.interestDays, terms.daily)
    account.charged += left - account.interest
    account.interest = left
    account.periodInterest = left
  }
  account.rows = rowsAfter(account, terms, day)
}

function rowsAfter(account: Account, terms: Terms, day: IsoDate): readonly LoanRow[] {
  const past = account.rows.filter(({ date }) => date <= day)
  const ahead = account.rows.filter(({ date }) => date > day)
  const rows = rowsFor(account, ahead, account.principal, terms)
  const first = rows[0]
  if (!first) return past
  // Interest of days on which more was owed, while a payment was late, is in the next one.
  const interest = kopecks(neededNext({ ...account, rows }, terms, day) - first.principal)
  return [...past, { ...first, interest, payment: kopecks(first.principal + interest) }, ...rows.slice(1)]
}

/** The payments of a principal on some dates: equal ones, and on the last date the interest put off where that has a date of its own. */
export function rowsFor(
  { everyDays, ownRow, putOff }: Pick<Account, 'everyDays' | 'ownRow' | 'putOff'>,
  dates: readonly Pick<LoanRow, 'date' | 'lastDay'>[],
  principal: number,
  { dailyRate }: Pick<Terms, 'dailyRate'>,
): readonly LoanRow[] {
  const payments = dates.length - Number(ownRow)
  const made = payments > 0 ? instalments({ principal: kopecks(principal), dailyRate, everyDays, payments }) : []
  const none = { payment: kopecks(putOff), interest: kopecks(putOff), principal: kopecks(0), balance: kopecks(0) }
  return dates.map(({ date, lastDay }, index) => {
    const { payment, interest, principal: part, balance } = made[index] ?? none
    return { date, lastDay, payment, interest, principal: part, balance }
  })
}
