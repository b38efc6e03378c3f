import { debtOn, type PartReturnRefusal, type RunningLoan, scheduleOn } from '#contract/calculation.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { formatRoubles, type Kopecks, kopecks } from '#contract/money.ts'
import type { RuleTable } from '#contract/rules.ts'

/** What a payment did, for the borrower. The loan is as it stands with the payment in it. */
export function paymentWords(
  loan: RunningLoan,
  amount: Kopecks,
  today: IsoDate,
  rules: RuleTable,
  partReturn: boolean,
): string {
  const debt = debtOn(loan, today, rules)
  const next = scheduleOn(loan, today, rules).find(({ date }) => date > today)
  const came = `платёж ${formatRoubles(amount)} получен`
  if (partReturn && next)
    return `${came}, досрочно зачли часть займа. Платежи теперь по ${formatRoubles(next.payment)}, даты прежние. График — в личном кабинете.`
  if (debt.held > 0 && next)
    return `${came}, зачтём ${formatDate(next.date)}, в день платежа. Вернуть часть раньше — в личном кабинете.`
  return `${came}, до закрытия займа сегодня осталось ${formatRoubles(debt.toClose)}.`
}

/** The loan is paid in full, and what was paid beyond it. */
export function closedWords(overpaid: number): string {
  const over = overpaid > 0 ? ` Вы заплатили на ${formatRoubles(kopecks(overpaid))} больше: вернём.` : ' Спасибо!'
  return `заём закрыт, вы ничего не должны.${over} Справка — в личном кабинете.`
}

/** Money that came when there was nothing to pay. */
export const strayWords = (amount: Kopecks): string =>
  `получили ${formatRoubles(amount)}, но платить было не за что: деньги у нас, вернём. Позвоните или напишите нам.`

/** A payment that was counted counts no more. */
export const voidedWords = (amount: number, day: IsoDate): string =>
  `платёж ${formatRoubles(kopecks(amount))} от ${formatDate(day)} больше не учтён: его отозвал банк плательщика или он был не по этому займу. Что это меняет — в личном кабинете.`

export const partReturnRefusals: Readonly<Record<PartReturnRefusal, string>> = {
  due: 'Сначала нужно внести то, что подошло к оплате: потом часть займа можно вернуть досрочно.',
  single: 'У этого займа один платёж: всё, что вы заплатите раньше, сразу уменьшает долг.',
  closed: 'Заём закрыт, возвращать нечего.',
  sum: 'Укажите сумму меньше всего долга. Чтобы закрыть заём, верните его целиком.',
}
