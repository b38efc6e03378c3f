import { type OfficePayout, officePayouts, retryPayout } from '#contract/calls/office/payouts.ts'
import { cursorOf, placeOf } from '#server/http/cursor.ts'
import type { Router } from '#server/http/router.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Payouts } from './service.ts'
import { type AttemptRow, attemptsOf, listPayouts, type PayoutRow, readPayout } from './store.ts'
import { officeReason } from './words.ts'

const pageSize = 50

type Names = ReadonlyMap<string, string>

/** As a member of the staff sees it. */
export const payoutView = (
  payout: PayoutRow,
  attempts: readonly AttemptRow[],
  seen: { readonly by: string; readonly names: Names },
): OfficePayout => ({
  id: payout.id,
  requestId: payout.request_id,
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
  readonly staffNames: (tx?: Pick<Tx, 'db'>) => Promise<Names>
}

export function payoutRoutes({ router, platform, payouts, staffNames }: Parts) {
  router.read(officePayouts, async ({ actor, query }) => {
    const seen = { by: actor.id, names: await staffNames() }
    const rows = await listPayouts(platform.db, placeOf(query.after), pageSize + 1)
    const page = rows.slice(0, pageSize)
    const attempts = await attemptsOf(
      platform.db,
      page.map(({ id }) => id),
    )
    const last = rows.length > pageSize ? page.at(-1) : undefined
    return {
      items: page.map((payout) => payoutView(payout, attempts, seen)),
      ...(last && { next: cursorOf(last.created_at, last.id) }),
    }
  })

  router.change(retryPayout, async ({ actor, params }, tx) => {
    await payouts.retry(tx, params.id, actor.id)
    const payout = await readPayout(tx.db, params.id)
    if (!payout) throw fail('not_found')
    const seen = { by: actor.id, names: await staffNames(tx) }
    return payoutView(payout, await attemptsOf(tx.db, [payout.id]), seen)
  })
}
