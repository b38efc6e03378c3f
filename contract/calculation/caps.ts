import type { IsoDate } from '../dates.ts'
import type { Kopecks } from '../money.ts'
import { type RuleTable, requiredRuleOn } from '../rules.ts'
import { Decimal, wholeKopecks } from './decimal.ts'

export type CapName = 'dailyRateCap' | 'fullCostCap' | 'overpaymentCap'

export interface BrokenCap {
  readonly cap: CapName
  /** the cap and what the loan has, as decimals in the rule's own unit */
  readonly allowed: string
  readonly actual: string
}

export interface Price {
  readonly principal: Kopecks
  readonly overpayment: Kopecks
  readonly fullCostPercent: string
  readonly dailyRate: string
}

/** Caps of the rule table that a price breaks, for a contract of that day. Reaching a cap does not break it. */
export function brokenCaps(price: Price, rules: RuleTable, contractDate: IsoDate): readonly BrokenCap[] {
  const times = new Decimal(price.overpayment).div(price.principal)
  const actual: Record<CapName, Decimal> = {
    dailyRateCap: new Decimal(price.dailyRate),
    fullCostCap: new Decimal(price.fullCostPercent),
    overpaymentCap: times,
  }
  return (Object.keys(actual) as CapName[]).flatMap((cap) => {
    const allowed = requiredRuleOn(rules, cap, contractDate)
    return actual[cap].gt(allowed) ? [{ cap, allowed, actual: trimmed(actual[cap]) }] : []
  })
}

/** The most that interest, penalties and paid services may add up to over the life of a loan (353-ФЗ art. 5 p. 24). */
export function largestOverpayment(rules: RuleTable, principal: Kopecks, contractDate: IsoDate): Kopecks {
  return wholeKopecks(new Decimal(principal).times(requiredRuleOn(rules, 'overpaymentCap', contractDate)))
}

function trimmed(value: Decimal): string {
  return value.round(6).toFixed()
}
