import { Decimal } from '#contract/calculation/decimal.ts'
import { signalFacts } from '#contract/person/signals.ts'
import type { ReasonClass } from '#contract/request.ts'
import { ruleOn } from '#contract/rules.ts'
import type { DebtBurden } from '../offers/index.ts'
import { type DecisionInputs, debtBurden, priceOf, shownBurden } from './inputs.ts'
import { banUnknown, identityMissing, legalBars, unclearOf } from './law.ts'
import { type DecisionRules, type Evaluate, evaluateRules, rulesWithout } from './rules.ts'

export type DecisionResult =
  | {
      readonly outcome: 'offer'
      readonly amount: number
      readonly dailyRate: string
      /** Null for a loan too small for the ratio to be computed. */
      readonly debtBurden: DebtBurden | null
      readonly reasons: readonly string[]
    }
  | { readonly outcome: 'reject'; readonly reasonClass: ReasonClass; readonly reasons: readonly string[] }
  | { readonly outcome: 'refer'; readonly reasons: readonly string[] }

export interface Conclusion {
  readonly result: DecisionResult
  readonly trace: unknown
}

/** What the decision table may look at. Sums in roubles, shares in per cent. */
function contextOf(inputs: DecisionInputs) {
  const { bureau, own, wish, product } = inputs
  const price = priceOf(inputs, wish.amount)
  return {
    request: { product: product.id, amount: wish.amount / 100, days: price.days, firstLoan: wish.firstLoan },
    person: { age: inputs.person.age },
    bureau: {
      known: bureau.score !== null,
      /** The answer does not say whether there is a history, or whether a loan is overdue: neither good nor bad. */
      unknown: bureau.history === null || bureau.unpaidLoans.some(({ overdueDays }) => overdueDays === null),
      score: bureau.score ?? 0,
      unpaidLoans: bureau.unpaidLoans.length,
      overdueDays: Math.max(0, ...bureau.unpaidLoans.map(({ overdueDays }) => overdueDays ?? 0)),
    },
    opinion: {
      known: Boolean(inputs.opinion),
      score: inputs.opinion?.score ?? 0,
      reasons: inputs.opinion?.reasons ?? [],
      /** It was asked and gave no answer: neither good nor bad, and the table has to say what then. */
      silent: inputs.scoring === 'silent',
    },
    own: { loans: own.loans, overdueDays: own.overdueDays },
    burden: debtBurden(inputs, price).toNumber(),
    blacklisted: inputs.blacklisted,
    lists: { watch: inputs.lists?.includes('watch') ?? false, trusted: inputs.lists?.includes('trusted') ?? false },
    signals: signalFacts(inputs.signals ?? []),
    referredBefore: inputs.referredBefore,
  }
}

/** A share of the sum asked for, down to the product's step and not under its least sum. */
function shareOf({ product, wish }: DecisionInputs, share: number): number {
  const { min, step } = product.amount
  const wanted = Math.floor((wish.amount * share) / 100)
  return Math.max(min, Math.min(wish.amount, min + Math.floor((wanted - min) / step) * step))
}

function burdenOf(inputs: DecisionInputs, amount: number, dailyRate: string): DebtBurden | null {
  const from = ruleOn(inputs.rules, 'debtBurdenFrom', inputs.day)
  if (from === null || amount < from) return null
  const exact = debtBurden(inputs, priceOf(inputs, amount, dailyRate))
  const over = ruleOn(inputs.rules, 'debtBurdenNotice', inputs.day)
  return { percent: shownBurden(exact, over), notice: over !== null && exact.gt(over) }
}

/** Nothing can be decided before the bureaus have answered. */
export class BureausAwaited extends Error {
  override name = 'BureausAwaited'
}

/** Decides: the law first, then the lender's table, then the law again on what is offered. Depends on nothing but its arguments. Throws BureausAwaited. */
export async function conclude(
  inputs: DecisionInputs,
  rules: DecisionRules,
  evaluate: Evaluate = evaluateRules,
): Promise<Conclusion> {
  const barred = legalBars(inputs, priceOf(inputs, inputs.wish.amount))
  if (barred[0])
    return { result: { outcome: 'reject', reasonClass: barred[0].reasonClass, reasons: codes(barred) }, trace: null }
  // A ban among part of the answers is enough to refuse; without one, all must have come.
  if (banUnknown(inputs) || inputs.registry?.complete === false) throw new BureausAwaited()
  const { answer, trace } = await evaluate(rulesWithout(rules, inputs.snoozed ?? []), contextOf(inputs))
  const reasons = [answer.row]
  if (answer.outcome === 'reject')
    return { result: { outcome: 'reject', reasonClass: answer.reasonClass ?? 'credit', reasons }, trace }
  if (answer.outcome === 'refer') return { result: { outcome: 'refer', reasons }, trace }
  const unclear = inputs.referredBefore ? null : unclearOf(inputs, priceOf(inputs, inputs.wish.amount))
  if (unclear) return { result: { outcome: 'refer', reasons: [...reasons, unclear] }, trace }
  // Where somebody can be asked the offer waits for it: it is looked at before the signature, and before the money goes.
  if (identityMissing(inputs) && !inputs.identityAskable)
    return { result: { outcome: 'refer', reasons: [...reasons, 'identityMissing'] }, trace }
  const amount = shareOf(inputs, answer.share ?? 100)
  const dailyRate = cheaper(answer.dailyRate ?? inputs.product.dailyRate, inputs.product.dailyRate)
  const left = legalBars(inputs, priceOf(inputs, amount, dailyRate))
  if (left[0]) return { result: { outcome: 'reject', reasonClass: left[0].reasonClass, reasons: codes(left) }, trace }
  const burden = burdenOf(inputs, amount, dailyRate)
  return { result: { outcome: 'offer', amount, dailyRate, debtBurden: burden, reasons }, trace }
}

const codes = (bars: readonly { readonly reason: string }[]) => bars.map(({ reason }) => reason)

const cheaper = (one: string, other: string) => (new Decimal(one).lt(other) ? one : other)
