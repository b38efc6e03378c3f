import { Decimal } from '#contract/calculation/decimal.ts'
import type { Quote } from '#contract/calculation.ts'
import type { ReasonClass } from '#contract/request.ts'
import { requiredRuleOn, ruleOn } from '#contract/rules.ts'
import { type DecisionInputs, loansElsewhere } from './inputs.ts'

/** A bar of the law: no rule of the lender's can lift it. */
export interface LegalBar {
  readonly reason: string
  readonly reasonClass: ReasonClass
}

const bar = (reason: string, reasonClass: ReasonClass): LegalBar => ({ reason, reasonClass })

/** Unpaid loans dearer than a full cost, elsewhere by the bureaus and here by our books: each once, by its contract. */
function unpaidDearerThan(inputs: DecisionInputs, percent: string): number {
  const dearer = (fullCostPercent: string) => new Decimal(fullCostPercent).gt(percent)
  const elsewhere = loansElsewhere(inputs).filter((loan) => dearer(loan.fullCostPercent)).length
  return elsewhere + inputs.own.unpaid.filter(dearer).length
}

/** What the law of that day has against this loan, by the dated rule table. Empty: nothing. */
export function legalBars(inputs: DecisionInputs, price: Quote): readonly LegalBar[] {
  const { day, rules, lenderKind, bureau, own } = inputs
  const bars: LegalBar[] = []
  if (ruleOn(rules, 'selfBanChecked', day) && bureau.selfBan) bars.push(bar('selfBan', 'selfBan'))
  if (price.principal > requiredRuleOn(rules, 'largestLoan', day)[lenderKind]) bars.push(bar('largestLoan', 'limits'))
  const short = ruleOn(rules, 'shortLoansPerYear', day)
  if (short && price.days <= short.loansUpToDays && own.shortLoansThisYear >= short.most)
    bars.push(bar('shortLoansPerYear', 'limits'))
  const expensive = ruleOn(rules, 'expensiveLoanLimit', day)
  if (
    expensive &&
    new Decimal(price.fullCostPercent).gt(expensive.fullCostOver) &&
    unpaidDearerThan(inputs, expensive.fullCostOver) >= expensive.refusedAtUnpaid
  )
    bars.push(bar('expensiveLoanLimit', 'limits'))
  for (const { cap } of price.brokenCaps) bars.push(bar(cap, 'other'))
  return bars
}

/** Whether a loan made online needs an identity provider's answer, by the law or by the lender's word, and none has come for this person. */
export function identityMissing({ rules, day, lenderKind, identityProvider, identified }: DecisionInputs): boolean {
  const asked = (ruleOn(rules, 'biometricsFor', day) ?? []).includes(lenderKind) || identityProvider !== 'none'
  return asked && !identified
}
