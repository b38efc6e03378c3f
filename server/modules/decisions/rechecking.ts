import { Decimal } from '#contract/calculation/decimal.ts'
import { quote } from '#contract/calculation.ts'
import type { IsoDate } from '#contract/dates.ts'
import { durationMs } from '#contract/durations.ts'
import type { Lender, Product } from '#contract/lender.ts'
import { kopecks } from '#contract/money.ts'
import { coolingOffFor, ruleOn } from '#contract/rules.ts'
import { dateInZone } from '#contract/zones.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Identity } from '../identity/index.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import { ReportAway } from './gathering.ts'
import { type DecisionInputs, priceOf } from './inputs.ts'
import type { InputsOf } from './inputs-of.ts'
import { banUnknown, identityMeets, identityMissing, type LegalBar, legalBars } from './law.ts'
import { insertBarCheck, lastLooked } from './store.ts'

/** The locked terms of an offer, as far as the law looks at them. */
export interface OfferedTerms {
  readonly product: Product
  readonly amount: number
  readonly term: number
  readonly promo: string | null
  readonly firstLoan: boolean
}

interface Parts {
  readonly platform: Platform
  readonly requests: Requests
  readonly lender: Lender
  readonly inputsOf: InputsOf
  readonly identity?: Pick<Identity, 'standing' | 'askable'>
}

export const barCheckPlace = (id: string) => ({ table: 'bar_check', id })

/**
 * Looks again at what the law has against an offered loan, before the signature and before the money goes (353-ФЗ art. 7 p. 6): an offer that stands
 * is no promise against the law. An answer of today that is not older than the rule allows is not asked for twice.
 */
export function createRechecking({ platform, requests, lender, inputsOf, identity }: Parts) {
  const { clock } = platform

  async function stillGood(request: StoredRequest, when: 'signing' | 'payout'): Promise<boolean> {
    const looked = await lastLooked(platform.db, request)
    if (!looked) return false
    const today = dateInZone(clock.now(), lender.zone)
    const allowed = ruleOn(lender.rules, 'barsGoodFor', today)?.[when]
    const age = clock.now().getTime() - looked.getTime()
    return dateInZone(looked, lender.zone) === today && allowed !== undefined && age <= durationMs(allowed)
  }

  /** Whether the dated limits and pauses look at a loan of such a cost. */
  function isDear({ product, amount, term, promo, firstLoan }: OfferedTerms): boolean {
    const day = dateInZone(clock.now(), lender.zone)
    const { fullCostPercent } = quote(product, { amount: kopecks(amount), term, promo, firstLoan }, day, lender.rules)
    const limits = (['expensiveLoanLimit', 'expensiveLoanPause'] as const).map((rule) =>
      ruleOn(lender.rules, rule, day),
    )
    return limits.some((limit) => limit !== null && new Decimal(fullCostPercent).gt(limit.fullCostOver))
  }

  /** Days the law is asked about: today, and at the signature the day the money may go too. */
  function daysOf({ amount }: OfferedTerms, when: 'signing' | 'payout'): IsoDate[] {
    const now = clock.now()
    const today = dateInZone(now, lender.zone)
    const waits = when === 'signing' ? coolingOffFor(lender.rules, kopecks(amount), today) : null
    return waits ? [today, dateInZone(new Date(now.getTime() + durationMs(waits)), lender.zone)] : [today]
  }

  /** Whether who the person is has to be proven, and is not; `differs`: it is, with other values than were sent. */
  async function identityLacks(
    request: StoredRequest,
    terms: OfferedTerms,
    when: 'signing' | 'payout',
  ): Promise<'needed' | 'differs' | null> {
    const { kind } = lender.legal
    const asks = (day: IsoDate) =>
      lender.flow.identity.demand === 'always' || (ruleOn(lender.rules, 'biometricsFor', day) ?? []).includes(kind)
    const days = daysOf(terms, when).filter(asks)
    if (days.length === 0) return null
    const standing = await identity?.standing(request, requests.facts(request))
    if (standing && days.every((day) => identityMeets(standing, lender.rules, day, kind))) return null
    return standing && standing.fit !== 'open' ? 'differs' : 'needed'
  }

  return async (request: StoredRequest, terms: OfferedTerms, when: 'signing' | 'payout'): Promise<LegalBar | null> => {
    const { id: requestId } = request
    const missing = await identityLacks(request, terms, when)
    if (missing && when === 'signing' && identity?.askable())
      throw fail(missing === 'needed' ? 'identity_needed' : 'identity_differs')
    if (!missing && (await stillGood(request, when))) return null
    const fresh = await inputsOf(request, { for: when, dear: isDear(terms) }).catch((error: unknown) => {
      if (!(error instanceof ReportAway)) throw error
      platform.log.warn({ request: requestId, err: error.cause }, 'the credit report did not come')
      return null
    })
    if (!fresh) throw fail('bureaus_awaited')
    const { product, amount, term, promo, firstLoan } = terms
    const inputs: DecisionInputs = { ...fresh, product, wish: { amount, term, promo, firstLoan } }
    const bars = [
      ...legalBars(inputs, priceOf(inputs, amount)),
      ...(identityMissing(inputs) ? [{ reason: 'identityMissing', reasonClass: 'other' as const }] : []),
    ]
    if (bars.length === 0 && (banUnknown(inputs) || inputs.registry?.complete === false)) throw fail('bureaus_awaited')
    const reasons = bars.map(({ reason }) => reason)
    const id = newId()
    await platform.transact(async (tx) => {
      const sealed = request.sealing.seal(inputs, barCheckPlace(id))
      await insertBarCheck(tx.db, {
        id,
        client_id: request.client_id,
        request_id: requestId,
        day: inputs.day,
        reasons,
        inputs: sealed,
        at: clock.now(),
      })
      tx.journal({
        event: 'law.check',
        actor: { kind: 'job', id: when },
        subject: { kind: 'request', id: requestId },
        data: { day: inputs.day, reasons },
      })
    })
    return bars[0] ?? null
  }
}
