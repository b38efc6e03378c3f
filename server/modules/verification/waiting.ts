import { durationMs } from '#contract/durations.ts'
import type { Lender } from '#contract/lender.ts'
import type { StoredRequest } from '../requests/index.ts'
import type { ReviewRow } from './store.ts'
import { workingMs } from './working-time.ts'

const minute = 60_000

/**
 * How long a request has waited for the lender: working minutes from each sending to its answer, against the promise. The
 * clock stands while the client corrects and once the review is over.
 */
export function waitingTime(lender: Lender, request: StoredRequest, review: ReviewRow | undefined, now: Date) {
  const current = request.state === 'Queued' || request.state === 'InReview'
  const since = review?.clock_since ?? request.sent_at ?? now
  const open = current ? workingMs(since, now, lender.hours, lender.zone) : 0
  const waited = (review?.waited_ms ?? 0) + open
  return {
    waitingMinutes: Math.floor(waited / minute),
    late: current && waited > durationMs(lender.durations.reviewPromise),
  }
}
