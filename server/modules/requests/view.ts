import type { Kysely } from 'kysely'
import type { LoanRequest } from '#contract/request.ts'
import { deriveStatus, numbersOf } from '#contract/status.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { ViewedRequest } from './service.ts'
import { medianReviewMinutes, queuePosition } from './store.ts'

const week = 7 * 24 * 3600_000
const medianLives = 60_000

/** How owners see their requests. */
export function createRequestViews({ database, clock }: Platform) {
  let median: { at: number; minutes: number | null } | undefined

  async function medianMinutes(db: Kysely<unknown>): Promise<number | null> {
    const now = clock.now().getTime()
    if (!median || now - median.at > medianLives || now < median.at) {
      median = { at: now, minutes: await medianReviewMinutes(db, new Date(now - week)) }
    }
    return median.minutes
  }

  async function queue(db: Kysely<unknown>, request: ViewedRequest): Promise<LoanRequest['queue']> {
    if (request.state !== 'Queued' || !request.sent_at) return undefined
    const minutes = await medianMinutes(db)
    return {
      position: await queuePosition(db, request.sent_at),
      ...(minutes !== null && { medianMinutes: Math.max(1, Math.round(minutes)) }),
    }
  }

  return {
    /** Inside a transaction, give its `tx`. */
    async view(request: ViewedRequest, tx?: Tx): Promise<LoanRequest> {
      const numbers = numbersOf(request)
      const waiting = await queue(tx?.db ?? database.db, request)
      return {
        _id: request.id,
        type: request.type === 'prolongate' ? 'prolongate' : 'loan',
        status: numbers.status,
        ...(numbers.verification && { verification: numbers.verification }),
        allowedFillRequest: deriveStatus(numbers).mayFill,
        version: request.version,
        createdAt: request.created_at.toISOString(),
        updatedAt: request.updated_at.toISOString(),
        ...(request.sent_at && { sentAt: request.sent_at.toISOString() }),
        ...request.shown,
        ...(waiting && { queue: waiting }),
      }
    },
  }
}

export type RequestViews = ReturnType<typeof createRequestViews>
