import { addDays, type IsoDate, lastOfMonth } from '../dates.ts'
import type { RuleTable } from '../rules.ts'
import { type Account, dueInterest, duePrincipal } from './account.ts'
import type { RunningLoan } from './loan.ts'
import { changes, type MovementKind, termsOf, walked } from './walk.ts'

/** Accounts of a loan in the lender's book; each sum a debit when above 0, a credit when below. */
export const loanAccounts = [
  'principal',
  'principalDue',
  'interest',
  'interestDue',
  'penalty',
  'received',
  'held',
  'overpaid',
  'incomeInterest',
  'incomePenalty',
] as const
export type LoanAccount = (typeof loanAccounts)[number]
type Balances = Readonly<Record<LoanAccount, number>>

/** What the calculation did on a day, as a posting says it: at least two lines, their sum 0. */
export interface Movement {
  readonly kind: MovementKind
  readonly day: IsoDate
  /** among those of its kind on that day, from 0 */
  readonly ordinal: number
  readonly lines: Readonly<Partial<Record<LoanAccount, number>>>
  /** interest that has run up to the day asked for, on which nothing happens: computed on any day, written on a later one */
  readonly open: boolean
}

/**
 * Every movement of a loan up to the end of a day, in order: what the calculation charged, let fall due and placed. Interest is written where something
 * happens and at each end of a month, so that what a day adds later changes none of the movements before it.
 */
export function movementsOf(loan: RunningLoan, through: IsoDate, rules: RuleTable): readonly Movement[] {
  const found: Movement[] = []
  const steps = new Map<string, number>()
  // Before the first of them stands the payout, which is a fact: the principal is owed, nothing else.
  let before: Balances = { ...nothing, principal: loan.principal }
  const terms = termsOf(loan, rules)
  const halts = monthEnds(loan.startDate, through)
  const running = !changes(loan, terms, addDays(through, 1), halts).includes(through)
  walked(loan, through, terms, {
    halts,
    seen(kind, day, account, payment) {
      const after = balances(account)
      const lines = difference(before, after, payment?.amount ?? 0)
      const step = `${kind} ${day}`
      const ordinal = steps.get(step) ?? 0
      steps.set(step, ordinal + 1)
      before = after
      const open = running && day === through && kind === 'accrual'
      if (Object.keys(lines).length > 0) found.push({ kind, day, ordinal, lines, open })
    },
  })
  return found
}

const nothing = Object.fromEntries(loanAccounts.map((account) => [account, 0])) as Balances

function balances(account: Account): Balances {
  const [principalDue, interestDue] = [duePrincipal(account), dueInterest(account)]
  return {
    principal: account.principal - principalDue,
    principalDue,
    interest: account.interest + account.putOff,
    interestDue,
    penalty: account.penalty,
    received: 0,
    held: -account.held,
    overpaid: -account.overpaid,
    incomeInterest: account.penaltyInAll - account.charged,
    incomePenalty: -account.penaltyInAll,
  }
}

function difference(before: Balances, after: Balances, received: number): Movement['lines'] {
  const lines: Partial<Record<LoanAccount, number>> = {}
  for (const account of loanAccounts) {
    const sum = after[account] - before[account] + (account === 'received' ? received : 0)
    if (sum !== 0) lines[account] = sum
  }
  return lines
}

function monthEnds(from: IsoDate, through: IsoDate): readonly IsoDate[] {
  const ends: IsoDate[] = []
  for (let end = lastOfMonth(from); end <= through; end = lastOfMonth(addDays(end, 1))) ends.push(end)
  return ends
}
