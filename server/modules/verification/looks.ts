import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { staffActor } from './leases.ts'
import { noteWhole, type OfReview, seenWhole } from './store.ts'

const hour = 3600_000

/**
 * Keeps anybody from looking through the clients one after the other: of so many different requests an hour a member of
 * the staff sees the whole data, the next one is refused, written to the journal and called out in the log.
 */
export function createLooks({ clock, log }: Pick<Platform, 'clock' | 'log'>, most: number) {
  return {
    /** Notes that a request is seen whole. Throws `too_often`, to be kept, past the limit. */
    async note(tx: Tx, of: OfReview, staffId: string): Promise<void> {
      const requestId = of.request_id
      const now = clock.now()
      const others = await seenWhole(tx.db, staffId, requestId, new Date(now.getTime() - hour))
      if (others.count < most) {
        await noteWhole(tx.db, of, staffId, now)
        return
      }
      tx.journal({
        event: 'review.tooMany',
        actor: staffActor(staffId),
        subject: { kind: 'request', id: requestId },
        data: { seenInHour: others.count, most },
      })
      log.error({ staffId, seenInHour: others.count, most }, 'a member of the staff looks through too many requests')
      const free = (others.first ?? now).getTime() + hour - now.getTime()
      throw fail('too_often', { details: { retryAfter: Math.max(1, Math.ceil(free / 1000)) }, keep: true })
    },
  }
}

export type Looks = ReturnType<typeof createLooks>
