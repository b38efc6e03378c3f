import { assignedForMinutes } from '#contract/calls/office/shift.ts'
import { durationMs } from '#contract/durations.ts'
import type { Lender } from '#contract/lender.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import type { Enrolment } from './enrolment.ts'
import { nextAssigned, nextWaiting } from './queue-store.ts'
import {
  extendLease,
  leasesOver,
  type OfReview,
  presentSince,
  readReview,
  updateReview,
  writePresence,
} from './store.ts'

const presentMs = 2 * 60_000
const unassigned = { assigned_to: null, assigned_by: null, assigned_at: null } as const

export const staffActor = (staffId: string) => ({ kind: 'staff' as const, id: staffId })

/** Who holds which request: taking, keeping, giving back, and putting back what was forgotten. */
export function createLeases(platform: Platform, requests: Requests, enrolment: Enrolment, lender: Lender) {
  const { clock } = platform
  const leaseMs = durationMs(lender.durations.reviewLease)
  const leaseEnd = () => new Date(clock.now().getTime() + leaseMs)

  async function hold(tx: Tx, request: StoredRequest, staffId: string): Promise<void> {
    const review = await enrolment.enrol(tx, request)
    if (review.first_approver === staffId && request.state === 'Queued') throw fail('second_person')
    const from = review.holder
    await requests.move(tx, request, {
      event: request.state === 'Queued' ? 'claim' : 'takeOver',
      who: 'staff',
      actor: staffActor(staffId),
      data: { round: review.round, ...(from && { takenFrom: from }) },
    })
    await updateReview(tx.db, request.id, {
      holder: staffId,
      last_reviewer: staffId,
      lease_until: leaseEnd(),
      held_since: clock.now(),
      ...unassigned,
    })
  }

  const drop = (tx: Tx, requestId: string) =>
    updateReview(tx.db, requestId, { holder: null, lease_until: null, held_since: null })

  /** The request and its review, locked, in this reviewer's hands. `lease_lost` otherwise; `state_conflict` when the review is over. */
  async function held(tx: Tx, requestId: string, staffId: string) {
    const request = await requests.lock(tx, requestId)
    const review = await readReview(tx.db, requestId)
    if (!review) throw fail('not_found')
    if (request.state !== 'InReview' && request.state !== 'Queued') throw fail('state_conflict')
    if (request.state === 'Queued' || review.holder !== staffId) throw fail('lease_lost')
    return { request, review }
  }

  /** Notes that this member has the request open; answers the ids of the others who have. */
  async function present(tx: Tx, { request_id, client_id }: OfReview, staffId: string): Promise<string[]> {
    const now = clock.now()
    await writePresence(tx.db, { request_id, client_id, staff_id: staffId, seen_at: now })
    const ids = await presentSince(tx.db, request_id, new Date(now.getTime() - presentMs))
    return ids.filter((id) => id !== staffId)
  }

  return {
    drop,
    held,
    present,

    /** Takes what a supervisor gave to this reviewer, else the request that has waited longest; of any number at once each gets another one, or null. */
    async takeNext(tx: Tx, staffId: string): Promise<string | null> {
      const since = new Date(clock.now().getTime() - assignedForMinutes * 60_000)
      const id = (await nextAssigned(tx.db, staffId, since)) ?? (await nextWaiting(tx.db, staffId, since))
      if (!id) return null
      await hold(tx, await requests.lock(tx, id), staffId)
      return id
    },

    /** Takes this request from the queue, or over from another reviewer; one's own is simply kept. */
    async take(tx: Tx, requestId: string, staffId: string): Promise<void> {
      const request = await requests.lock(tx, requestId)
      const review = await readReview(tx.db, requestId)
      if (request.state === 'InReview' && review?.holder === staffId) {
        await extendLease(tx.db, requestId, staffId, leaseEnd())
        return
      }
      await hold(tx, request, staffId)
    },

    async renew(tx: Tx, requestId: string, staffId: string): Promise<{ until: Date; others: string[] }> {
      const until = leaseEnd()
      const review = await readReview(tx.db, requestId)
      if (!review) throw fail('not_found')
      if (!(await extendLease(tx.db, requestId, staffId, until))) throw fail('lease_lost')
      return { until, others: await present(tx, review, staffId) }
    },

    async release(tx: Tx, requestId: string, staffId: string): Promise<void> {
      const { request, review } = await held(tx, requestId, staffId)
      await requests.move(tx, request, {
        event: 'release',
        who: 'staff',
        actor: staffActor(staffId),
        data: { round: review.round },
      })
      await drop(tx, requestId)
    },

    /** Gives a request to a reviewer, out of another's hands if need be; null: anybody's again. */
    async assign(tx: Tx, requestId: string, to: string | null, by: string): Promise<void> {
      const request = await requests.lock(tx, requestId)
      if (request.state !== 'InReview' && request.state !== 'Queued') throw fail('state_conflict')
      const review = await enrolment.enrol(tx, request)
      if (to && review.first_approver === to) throw fail('second_person')
      const from = request.state === 'InReview' ? review.holder : null
      if (from && from === to) return
      if (request.state === 'InReview') {
        const data = { round: review.round, ...(from && { takenFrom: from }) }
        await requests.move(tx, request, { event: 'release', who: 'staff', actor: staffActor(by), data })
        await drop(tx, requestId)
      } else platform.live.publish(tx, request.client_id, { id: requestId, version: request.version })
      await updateReview(
        tx.db,
        requestId,
        to ? { assigned_to: to, assigned_by: by, assigned_at: clock.now() } : unassigned,
      )
      tx.journal({
        event: 'review.assign',
        actor: staffActor(by),
        subject: { kind: 'request', id: requestId },
        data: { to, ...(from && { takenFrom: from }) },
      })
    },

    /** Puts requests whose lease is over back to the queue. */
    async sweep(): Promise<void> {
      for (const id of await leasesOver(platform.db, clock.now())) {
        await platform.transact(async (tx) => {
          const request = await requests.lock(tx, id)
          const review = await readReview(tx.db, id)
          if (!review?.holder || !review.lease_until || review.lease_until > clock.now()) return
          if (request.state === 'InReview') {
            await requests.move(tx, request, {
              event: 'leaseOver',
              who: 'job',
              actor: { kind: 'job', id: 'review.leases' },
              data: { round: review.round, takenFrom: review.holder },
            })
          }
          await drop(tx, id)
        })
      }
    },
  }
}

export type Leases = ReturnType<typeof createLeases>
