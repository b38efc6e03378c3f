import { debtOn, type PartReturnRefusal, type RunningLoan, scheduleOn } from '#contract/calculation.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { PaymentCame } from '#contract/notices.ts'
import type { RuleTable } from '#contract/rules.ts'

type Did =
  | Omit<Extract<PaymentCame, { did: 'counted' }>, 'amount'>
  | Omit<Extract<PaymentCame, { did: 'held' }>, 'amount'>
type Returned = Omit<Extract<PaymentCame, { did: 'partReturn' }>, 'amount'>

/** What a payment did. The loan is as it stands with the payment in it. */
export function whatItDid(loan: RunningLoan, today: IsoDate, rules: RuleTable, partReturn: boolean): Did | Returned {
  const debt = debtOn(loan, today, rules)
  const next = scheduleOn(loan, today, rules).find(({ date }) => date > today)
  if (partReturn && next) return { did: 'partReturn', payments: next.payment }
  if (debt.held > 0 && next) return { did: 'held', until: next.date }
  return { did: 'counted', left: debt.toClose }
}

export const partReturnRefusals: Readonly<Record<PartReturnRefusal, string>> = {
  due: 'Сначала нужно внести то, что подошло к оплате: потом часть займа можно вернуть досрочно.',
  single: 'У этого займа один платёж: всё, что вы заплатите раньше, сразу уменьшает долг.',
  closed: 'Заём закрыт, возвращать нечего.',
  sum: 'Укажите сумму меньше всего долга. Чтобы закрыть заём, верните его целиком.',
}
