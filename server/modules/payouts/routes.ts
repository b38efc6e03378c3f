import type { CallAnswer, CallInput } from '#contract/call.ts'
import {
  findPayouts,
  type OfficePayout,
  officePayouts,
  retryPayout,
  waitForUs,
} from '#contract/calls/office/payouts.ts'
import { isContractNumber } from '#contract/contractNumber.ts'
import type { Facts } from '#contract/facts.ts'
import { normalizePhone } from '#contract/identifiers.ts'
import { cursorOf, placeOf } from '#server/http/cursor.ts'
import type { Router } from '#server/http/router.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import { listPayouts, type PayoutSearch, payoutsForUs } from './list-store.ts'
import type { Payouts } from './service.ts'
import { type AttemptRow, attemptsOf, type PayoutRow, readPayout } from './store.ts'
import { officeReason } from './words.ts'

const pageSize = 50
const idPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$|^[\da-f]{8}$/i

type Names = ReadonlyMap<string, string>

interface Seen {
  readonly by: string
  readonly names: Names
  /** Whose it is, and where it goes. */
  readonly whose: (payout: PayoutRow) => Pick<OfficePayout, 'name' | 'payee'>
}

/** As a member of the staff sees it. */
export const payoutView = (payout: PayoutRow, attempts: readonly AttemptRow[], seen: Seen): OfficePayout => ({
  id: payout.id,
  requestId: payout.request_id,
  ...seen.whose(payout),
  amount: payout.amount,
  state: payout.state,
  ...(payout.trouble && { trouble: payout.trouble }),
  ...(payout.retry_asked_by &&
    payout.retry_attempt === payout.attempt && {
      retry: { askedBy: seen.names.get(payout.retry_asked_by) ?? '', mayConfirm: payout.retry_asked_by !== seen.by },
    }),
  attempts: attempts
    .filter((attempt) => attempt.payout_id === payout.id)
    .map(({ number, state, at, reason }) => ({
      number,
      state,
      at: at.toISOString(),
      ...(reason && { reason: officeReason(reason) }),
    })),
})

interface Parts {
  readonly router: Router
  readonly platform: Platform
  readonly payouts: Pick<Payouts, 'retry'>
  readonly requests: Pick<Requests, 'many' | 'find' | 'facts'>
  readonly staffNames: (tx?: Pick<Tx, 'db'>) => Promise<Names>
  readonly shortName: (facts: Facts) => string
  readonly surnameKey: (surname: string) => string
}

export function payoutRoutes({ router, platform, payouts, requests, staffNames, shortName, surnameKey }: Parts) {
  const { sealing } = platform

  function searchOf(typed: string): PayoutSearch {
    if (isContractNumber(typed)) return { contract: typed }
    if (idPattern.test(typed)) return { id: typed.toLowerCase() }
    const phone = normalizePhone(typed)
    if (phone) return { kind: 'phone', values: sealing.indexes('review phone', phone) }
    return { kind: 'surname', values: sealing.indexes('review surname', surnameKey(typed)) }
  }

  async function seenBy(by: string, found: readonly StoredRequest[], tx?: Pick<Tx, 'db'>): Promise<Seen> {
    const of = new Map(found.map((request) => [request.id, request]))
    return {
      by,
      names: await staffNames(tx),
      whose({ request_id }) {
        const request = of.get(request_id)
        return {
          name: request ? shortName(requests.facts(request)) : '—',
          payee: request?.shown.payout?.destination ?? '—',
        }
      },
    }
  }

  async function list(
    staffId: string,
    { state, after, search }: Omit<NonNullable<CallInput<typeof findPayouts>['body']>, 'search'> & { search?: string },
  ): Promise<CallAnswer<typeof officePayouts>> {
    const rows = await listPayouts(platform.db, {
      states: state === 'ours' ? waitForUs : state && [state],
      search: search?.trim() ? searchOf(search.trim()) : null,
      after: placeOf(after),
      limit: pageSize + 1,
    })
    const page = rows.slice(0, pageSize)
    const seen = await seenBy(staffId, await requests.many(page.map(({ request_id }) => request_id)))
    const attempts = await attemptsOf(
      platform.db,
      page.map(({ id }) => id),
    )
    const last = rows.length > pageSize ? page.at(-1) : undefined
    return {
      items: page.map((payout) => payoutView(payout, attempts, seen)),
      ...(last && { next: cursorOf(last.created_at, last.id) }),
      ours: await payoutsForUs(platform.db),
    }
  }

  router.read(officePayouts, ({ actor, query }) => list(actor.id, query))
  router.read(findPayouts, ({ actor, body }) => list(actor.id, body))

  router.change(retryPayout, async ({ actor, params }, tx) => {
    await payouts.retry(tx, params.id, actor.id)
    const payout = await readPayout(tx.db, params.id)
    if (!payout) throw fail('not_found')
    const request = await requests.find(payout.request_id, tx)
    const seen = await seenBy(actor.id, request ? [request] : [], tx)
    return payoutView(payout, await attemptsOf(tx.db, [payout.id]), seen)
  })
}
