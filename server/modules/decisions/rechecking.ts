import { Decimal } from '#contract/calculation/decimal.ts'
import { quote } from '#contract/calculation.ts'
import { durationMs } from '#contract/durations.ts'
import type { Lender, Product } from '#contract/lender.ts'
import { kopecks } from '#contract/money.ts'
import { ruleOn } from '#contract/rules.ts'
import { dateInZone } from '#contract/zones.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Requests } from '../requests/index.ts'
import { ReportAway } from './gathering.ts'
import { type DecisionInputs, priceOf } from './inputs.ts'
import type { InputsOf } from './inputs-of.ts'
import { banUnknown, identityMissing, type LegalBar, legalBars } from './law.ts'
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
}

export const barCheckPlace = (id: string) => ({ table: 'bar_check', id })

/**
 * Looks again at what the law has against an offered loan, before the signature and before the money goes (353-ФЗ art. 7 p. 6): an offer that stands
 * is no promise against the law. An answer of today that is not older than the rule allows is not asked for twice.
 */
export function createRechecking({ platform, requests, lender, inputsOf }: Parts) {
  const { clock } = platform

  async function stillGood(requestId: string, when: 'signing' | 'payout'): Promise<boolean> {
    const looked = await lastLooked(platform.db, requestId)
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

  return async (requestId: string, terms: OfferedTerms, when: 'signing' | 'payout'): Promise<LegalBar | null> => {
    const request = await requests.find(requestId)
    if (!request || (await stillGood(requestId, when))) return null
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
