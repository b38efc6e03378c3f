import { type QueueItem, queueTabs } from '#contract/calls/office/queue.ts'
import { durationMs } from '#contract/durations.ts'
import { normalizePhone } from '#contract/identifiers.ts'
import type { Lender } from '#contract/lender.ts'
import { findProduct } from '#contract/wish.ts'
import { cursorOf, placeOf } from '#server/http/cursor.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import type { Enrolment } from './enrolment.ts'
import type { StaffNames } from './history.ts'
import { shortName, shortPassport, surnameKey } from './masks.ts'
import { countTab, type QueueTab, queuePage, type Search, waitingInQueue, waitingNow } from './queue-store.ts'
import { type ReviewRow, readReviews } from './store.ts'
import { waitingTime } from './waiting.ts'
import { workingMs } from './working-time.ts'

const pageSize = 50
const idPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

interface Parts {
  readonly platform: Platform
  readonly requests: Requests
  readonly enrolment: Enrolment
  readonly lender: Lender
  readonly names: StaffNames
  readonly needsSecond: (request: StoredRequest) => boolean
  /** Of a product that is offered no more. */
  readonly formerName?: (id: string | undefined) => string | undefined
}

/** The office's list of requests: tabs, counters, search. Names are shortened, passports masked. */
export function createQueue({ platform, requests, enrolment, lender, names, needsSecond, formerName }: Parts) {
  const { db, clock, sealing, metrics } = platform
  const productName = (id: string | undefined) => findProduct(lender, id)?.name ?? formerName?.(id) ?? '—'

  function searchOf(text: string | undefined): Search | null {
    const typed = text?.trim()
    if (!typed) return null
    if (idPattern.test(typed)) return { id: typed.toLowerCase() }
    const phone = normalizePhone(typed)
    if (phone) return { kind: 'phone', values: sealing.indexes('review phone', phone) }
    return { kind: 'surname', values: sealing.indexes('review surname', surnameKey(typed)) }
  }

  function item(request: StoredRequest, review: ReviewRow | undefined, staff: ReadonlyMap<string, string>): QueueItem {
    const facts = requests.facts(request)
    const assignee = request.state === 'Queued' ? staff.get(review?.assigned_to ?? '') : undefined
    const reviewer = staff.get(review?.holder ?? review?.last_reviewer ?? '')
    return {
      id: request.id,
      state: request.state,
      name: shortName(facts),
      passport: shortPassport(facts),
      product: productName(facts.product),
      amount: facts.amount ?? 0,
      ...(request.sent_at && { sentAt: request.sent_at.toISOString() }),
      ...waitingTime(lender, request, review, clock.now()),
      round: review?.round ?? 1,
      ...(reviewer && { reviewer }),
      ...(assignee && { assignee }),
      needsSecond: needsSecond(request),
    }
  }

  async function counters(staffId: string) {
    const counted: Record<QueueTab, number> = { queued: 0, mine: 0, returned: 0, all: 0 }
    for (const tab of queueTabs) counted[tab] = await countTab(db, tab, staffId)
    return counted
  }

  metrics.gauge(
    'review_queue_waiting',
    'Requests that wait for a reviewer, 1000 at most',
    async () => (await waitingInQueue(db)).count,
  )
  metrics.gauge('review_queue_age_seconds', 'How long the first of them has waited', async () => {
    const { since } = await waitingInQueue(db)
    return since ? (clock.now().getTime() - since.getTime()) / 1000 : 0
  })

  return {
    /** Working minutes of each request that waits for a reviewer. */
    async waitingMinutes(): Promise<number[]> {
      const now = clock.now()
      return (await waitingNow(platform.db)).map(({ since, waited }) =>
        Math.floor((Number(waited) + workingMs(since, now, lender.hours, lender.zone)) / 60_000),
      )
    },

    productName,

    async page(staffId: string, asked: { tab: QueueTab; search?: string | undefined; after?: string | undefined }) {
      await enrolment.enrolWaiting()
      const found = await queuePage(db, {
        tab: asked.tab,
        staffId,
        search: searchOf(asked.search),
        after: placeOf(asked.after),
        limit: pageSize + 1,
      })
      const page = await requests.opened(found.slice(0, pageSize))
      const reviews = await readReviews(
        db,
        page.map(({ id }) => id),
      )
      const staff = await names()
      const last = found.length > pageSize ? page.at(-1) : undefined
      return {
        items: page.map((request) =>
          item(
            request,
            reviews.find((review) => review.request_id === request.id),
            staff,
          ),
        ),
        ...(last?.sent_at && { next: cursorOf(last.sent_at, last.id) }),
        counters: await counters(staffId),
        promiseMinutes: durationMs(lender.durations.reviewPromise) / 60_000,
      }
    },
  }
}
