import { officePayouts } from '#contract/calls/office/payouts.ts'
import type { Router } from '#server/http/router.ts'
import type { Platform } from '#server/platform/platform.ts'
import { attemptsOf, listPayouts } from './store.ts'

const pageSize = 50

export function payoutRoutes(router: Router, platform: Platform) {
  router.read(officePayouts, async ({ query }) => {
    const after = query.after ? new Date(query.after) : null
    const rows = await listPayouts(platform.db, after && !Number.isNaN(after.getTime()) ? after : null, pageSize + 1)
    const page = rows.slice(0, pageSize)
    const attempts = await attemptsOf(
      platform.db,
      page.map(({ id }) => id),
    )
    const last = rows.length > pageSize ? page.at(-1) : undefined
    return {
      items: page.map((payout) => ({
        id: payout.id,
        requestId: payout.request_id,
        amount: payout.amount,
        state: payout.state,
        attempts: attempts
          .filter((attempt) => attempt.payout_id === payout.id)
          .map(({ number, state, at, reason }) => ({ number, state, at: at.toISOString(), ...(reason && { reason }) })),
      })),
      ...(last && { next: last.created_at.toISOString() }),
    }
  })
}
