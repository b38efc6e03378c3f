import { quote } from '#contract/calculation/quote.ts'
import type { OfferView } from '#contract/calls/offer.ts'
import type { IsoDate } from '#contract/dates.ts'
import { durationMs } from '#contract/durations.ts'
import type { Facts } from '#contract/facts.ts'
import type { PublicLender } from '#contract/lender.ts'
import { formatPercent, formatRoubles, kopecks } from '#contract/money.ts'
import { coolingOffFor, requiredRuleOn } from '#contract/rules.ts'
import { findProduct, formatTerm } from '#contract/wish.ts'
import { addWorkingDays } from '#contract/workingDays.ts'
import { dateInZone } from '#contract/zones.ts'

/** An offer of all that was asked for, priced by the calculation of every offer. Papers are the server's: there are none */
export function offerOf(facts: Facts, lender: PublicLender, now: Date): OfferView {
  const product = findProduct(lender, facts.product)
  if (!product) throw new Error('nothing was asked for')
  const amount = kopecks(facts.amount ?? product.amount.start)
  const term = facts.term ?? product.term.start
  const today = dateInZone(now, lender.zone)
  const coolingOff = coolingOffFor(lender.rules, amount, today)
  const issued: IsoDate = dateInZone(new Date(now.getTime() + (coolingOff ? durationMs(coolingOff) : 0)), lender.zone)
  const price = quote(product, { amount, term, promo: null, firstLoan: true }, issued, lender.rules)
  const stands = requiredRuleOn(lender.rules, 'offerStandsWorkingDays', today)
  return {
    id: 'trial',
    version: 1,
    product: product.id,
    amount,
    requestedAmount: amount,
    term,
    dailyRate: product.dailyRate,
    fullCostPercent: price.fullCostPercent,
    fullCostRoubles: price.fullCostRoubles,
    totalToReturn: price.totalToReturn,
    dueDate: price.lastDate,
    until: addWorkingDays(lender.calendar, today, stands),
    coolingOff,
    assignmentAllowed: false,
    debtBurden: null,
    schedule: price.rows.map(({ date, payment, interest, principal, balance }) => ({
      date,
      payment,
      interest,
      principal,
      balance,
    })),
    conditions: [
      { number: '1', title: 'Сумма займа', content: formatRoubles(amount) },
      { number: '2', title: 'Срок возврата', content: formatTerm(product, term) },
      {
        number: '4',
        title: 'Процентная ставка',
        content: `${formatPercent(price.yearlyRatePercent)} годовых${price.freeDays > 0 ? ', первый заём — без процентов' : ''}`,
      },
      { number: '…', title: 'Остальные условия', content: 'В настоящем предложении: все, по форме Банка России' },
    ],
    documents: [],
  }
}
