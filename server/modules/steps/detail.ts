import type { Facts } from '#contract/facts.ts'
import type { RequestDetail } from '#contract/request.ts'
import { deriveStatus, numbersOf } from '#contract/status.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Requests, RequestViews, StoredRequest } from '../requests/index.ts'
import type { OpenStep } from './keeping.ts'
import type { Steps } from './service.ts'

interface Parts {
  readonly steps: Steps
  readonly requests: Requests
  readonly views: RequestViews
  readonly promos: { of(facts: Facts): { code: string; freeDays: number } | null }
  readonly now: () => Date
}

interface Asked {
  readonly tx?: Tx
  /** The steps, where they are read already. */
  readonly kept?: readonly OpenStep[]
  /** To a phone that takes the photos only: the steps of the capture, nothing else of the request. */
  readonly lent?: boolean
}

/** The whole state of a request as its screens see it: what it is read as, and what every act on it answers. */
export function createDetails({ steps, requests, views, promos, now }: Parts) {
  return async (request: StoredRequest, { tx, kept: known, lent = false }: Asked = {}): Promise<RequestDetail> => {
    const kept = known ?? (await steps.open(tx ?? null, request))
    const facts = requests.facts(request)
    const promo = lent ? null : promos.of(facts)
    const shown = ({ number }: { readonly number: number }) => !lent || steps.captured(number)
    return {
      request: await views.view(request, tx),
      steps: kept.filter(shown).map((step) => steps.view(request, step)),
      needed: steps
        .needed(request)
        .filter(shown)
        .map(({ number }) => number),
      facts: !lent && deriveStatus(numbersOf(request)).mayFill ? { ...facts } : {},
      serverTime: now().toISOString(),
      minutesLeft: await steps.minutesLeft(request, kept, tx),
      firstLoan: !lent && steps.context(request).firstLoan,
      ...(promo && { promo: { code: promo.code, freeDays: promo.freeDays } }),
    }
  }
}

export type Details = ReturnType<typeof createDetails>
