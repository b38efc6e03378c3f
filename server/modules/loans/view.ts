import {
  type Debt,
  debtOn,
  earlyReturn,
  holidayOn,
  isSingle,
  lastDue,
  nextPayment,
  type RunningLoan,
  scheduleOn,
} from '#contract/calculation.ts'
import type { LoanView } from '#contract/calls/loans.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { Lender } from '#contract/lender.ts'
import { paymentLink } from '#contract/paymentLink.ts'
import type { LoanRow } from './store.ts'

/** A loan as its owner sees it on a day. Every figure is read from the calculation. */
export function loanView(
  row: LoanRow,
  loan: RunningLoan,
  on: IsoDate,
  { rules, contacts }: Pick<Lender, 'rules' | 'contacts'>,
  known: { readonly contract: string; readonly partReturnAsked: number | null },
): LoanView {
  const debt = debtOn(loan, on, rules)
  const open = row.state === 'running'
  const early = open ? earlyReturn(loan, on, rules) : null
  const due = lastDue(loan, on)
  return {
    id: row.id,
    requestId: row.request_id,
    contract: known.contract,
    state: row.state,
    principal: loan.principal,
    dailyRate: loan.dailyRate,
    startDate: loan.startDate,
    dueDate: due.date,
    lastDay: due.lastDay,
    contractDate: loan.contractDate,
    debt: debtView(debt, on),
    next: open ? nextPayment(loan, on, rules) : null,
    schedule: scheduleView(loan, on, debt, rules),
    holiday: holidayView(loan, on),
    payments: loan.payments.map(({ date, amount, partReturn = false }) => ({ date, amount, partReturn })),
    partReturnAsked: known.partReturnAsked,
    earlyReturn: early && { pay: early.pay, saved: early.saved, withoutNoticeUntil: early.withoutNoticeUntil },
    paymentLink: paymentLink(contacts.paymentPageLink, { loan: row.id }),
  }
}

function holidayView(loan: RunningLoan, day: IsoDate): LoanView['holiday'] {
  const open = holidayOn(loan, day)
  return open?.until ? { from: open.on, until: open.until } : null
}

function debtView(debt: Debt, on: IsoDate): LoanView['debt'] {
  const { total, toClose, principal, interest, penalty, due, held, overpaid, overdueDays, inTimeUntil, capReached } =
    debt
  return {
    on,
    total,
    toClose,
    principal,
    interest,
    penalty,
    due,
    held,
    overpaid,
    overdueDays,
    inTimeUntil,
    capReached,
  }
}

/** The payments in force; of a loan given back at once, what will be owed on its date if nothing is paid before. */
function scheduleView(loan: RunningLoan, on: IsoDate, debt: Debt, rules: Lender['rules']): LoanView['schedule'] {
  return scheduleOn(loan, on, rules).map(({ date, lastDay, payment, balance }) => ({
    date,
    lastDay,
    payment: isSingle(loan) && !debt.closedOn && date >= on ? debtOn(loan, date, rules).total : payment,
    balance,
  }))
}
