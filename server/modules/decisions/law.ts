import { Decimal } from '#contract/calculation/decimal.ts'
import type { Quote } from '#contract/calculation.ts'
import { addDays, type IsoDate } from '#contract/dates.ts'
import type { ReasonClass } from '#contract/request.ts'
import { type LenderKind, type RuleTable, requiredRuleOn, ruleOn } from '#contract/rules.ts'
import { type DecisionInputs, loansElsewhere, openElsewhere } from './inputs.ts'

/** A bar of the law: no rule of the lender's can lift it. */
export interface LegalBar {
  readonly reason: string
  readonly reasonClass: ReasonClass
}

const bar = (reason: string, reasonClass: ReasonClass): LegalBar => ({ reason, reasonClass })
const over = (percent: string) => (fullCost: string) => new Decimal(fullCost).gt(percent)

/** How many unpaid loans are dearer than a full cost: at least so many, and at most. */
interface Count {
  readonly least: number
  readonly most: number
}

/**
 * Unpaid loans dearer than a full cost, elsewhere by the bureaus and here by our books. A loan of ours may be one of the registries' lines, and a line without a
 * cost, or a loan too new to be among them, may be dear: certain is the larger of both, possible is the sum with those.
 */
function unpaidDearerThan(inputs: DecisionInputs, percent: string): Count {
  const dearer = over(percent)
  const own = inputs.own.unpaid.filter(dearer).length
  const { registry } = inputs
  if (!registry) {
    const elsewhere = loansElsewhere(inputs).filter(({ fullCostPercent }) => dearer(fullCostPercent ?? '0')).length
    return { least: elsewhere + own, most: elsewhere + own }
  }
  const open = openElsewhere(registry)
  const elsewhere = open.filter(({ fullCost }) => fullCost !== null && dearer(fullCost)).length
  const perhaps = open.filter(({ fullCost }) => fullCost === null).length + registry.fresh.length
  return { least: Math.max(elsewhere, own), most: elsewhere + own + perhaps }
}

/** Whether a dear loan would come too soon after another was paid back; `perhaps`: one of unknown cost was. */
function pausedBy(inputs: DecisionInputs, price: Quote): 'yes' | 'perhaps' | 'no' {
  const { day, rules, own, registry } = inputs
  const pause = ruleOn(rules, 'expensiveLoanPause', day)
  if (!pause || !over(pause.fullCostOver)(price.fullCostPercent)) return 'no'
  const soon = (on: string) => day < addDays(on as typeof day, pause.earliestDay)
  const closed = (registry?.contracts ?? []).flatMap(({ fullCost, closedOn }) =>
    closedOn === null ? [] : [{ fullCost, on: closedOn }],
  )
  const recent = [...closed, ...(own.closed ?? [])].filter(({ on }) => soon(on))
  if (recent.some(({ fullCost }) => fullCost !== null && over(pause.fullCostOver)(fullCost))) return 'yes'
  return recent.some(({ fullCost }) => fullCost === null) ? 'perhaps' : 'no'
}

function limitOf({ day, rules }: DecisionInputs, price: Quote) {
  const limit = ruleOn(rules, 'expensiveLoanLimit', day)
  return limit && over(limit.fullCostOver)(price.fullCostPercent) ? limit : null
}

const banned = ({ bureau, registry }: DecisionInputs) => (registry ? registry.ban === 'binding' : bureau.selfBan)

/** What the law of that day has against this loan, by the dated rule table. Empty: nothing. */
export function legalBars(inputs: DecisionInputs, price: Quote): readonly LegalBar[] {
  const { day, rules, lenderKind, own } = inputs
  const bars: LegalBar[] = []
  if (ruleOn(rules, 'selfBanChecked', day) && banned(inputs)) bars.push(bar('selfBan', 'selfBan'))
  if (price.principal > requiredRuleOn(rules, 'largestLoan', day)[lenderKind]) bars.push(bar('largestLoan', 'limits'))
  const short = ruleOn(rules, 'shortLoansPerYear', day)
  if (short && price.days <= short.loansUpToDays && own.shortLoansThisYear >= short.most)
    bars.push(bar('shortLoansPerYear', 'limits'))
  const limit = limitOf(inputs, price)
  if (limit && unpaidDearerThan(inputs, limit.fullCostOver).least >= limit.refusedAtUnpaid)
    bars.push(bar('expensiveLoanLimit', 'limits'))
  if (pausedBy(inputs, price) === 'yes') bars.push(bar('expensiveLoanPause', 'limits'))
  for (const { cap } of price.brokenCaps) bars.push(bar(cap, 'other'))
  return bars
}

/** What the registries leave open, and a person of the staff has to look at; null: nothing. */
export function unclearOf(inputs: DecisionInputs, price: Quote): string | null {
  const { registry, own } = inputs
  if (!registry) return null
  const limit = limitOf(inputs, price)
  if (limit && unpaidDearerThan(inputs, limit.fullCostOver).most >= limit.refusedAtUnpaid) return 'dearLoansUnclear'
  if (pausedBy(inputs, price) === 'perhaps') return 'pauseUnclear'
  if (openElsewhere(registry).some(({ currency, monthly }) => currency !== 'RUB' || monthly === null))
    return 'paymentsUnclear'
  return registry.unknownPerson && own.loans > 0 ? 'unknownToBureaus' : null
}

/** Whether a self-ban must be known, and is not: nothing may be lent, whatever else is known. */
export const banUnknown = ({ day, rules, registry }: DecisionInputs): boolean =>
  ruleOn(rules, 'selfBanChecked', day) === true && registry !== undefined && registry.ban === 'unknown'

/** Whether a loan made online needs an identity provider's answer, by the law or by the lender's word, and none has come for this person. */
export function identityMissing({ rules, day, lenderKind, identityProvider, identified }: DecisionInputs): boolean {
  const asked = (ruleOn(rules, 'biometricsFor', day) ?? []).includes(lenderKind) || identityProvider !== 'none'
  return asked && !identified
}

/** Whether what was said of somebody is enough where `asked` by the law of that day; without the law, a confirmed person is. */
export function identityMeets(
  { basis, fit }: { readonly basis: readonly string[]; readonly fit: string },
  rules: RuleTable,
  day: IsoDate,
  kind: LenderKind,
): boolean {
  if (fit !== 'open') return false
  if (!(ruleOn(rules, 'biometricsFor', day) ?? []).includes(kind)) return true
  const sets = ruleOn(rules, 'identityAccepted', day) ?? [['esia', 'ebs']]
  return sets.some((set) => set.every((one) => basis.includes(one)))
}
