import { addDays } from '#contract/dates.ts'
import { durationMs } from '#contract/durations.ts'
import type { Lender } from '#contract/lender.ts'
import type { ReasonClass, Remark } from '#contract/request.ts'
import { type RefusalReason, returnReasons } from '#contract/review.ts'
import { dateInZone } from '#contract/zones.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import { stillCounts } from '#server/platform/second-word.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Notify } from '../messages/index.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import type { Steps } from '../steps/index.ts'
import type { Conflicts } from './conflicts.ts'
import { seenFiles } from './files-store.ts'
import type { Item, Items } from './items.ts'
import { type Leases, staffActor } from './leases.ts'
import type { StepFile } from './review-page.ts'
import { type ReviewRow, updateReview } from './store.ts'
import type { TypedWords } from './typed.ts'
import { workingMs } from './working-time.ts'

/** What the borrower is told for each of the reviewer's reasons. */
export const refusalClasses: Readonly<Record<RefusalReason, ReasonClass>> = {
  forged_document: 'documents',
  another_person: 'data',
  false_data: 'data',
  under_pressure: 'other',
  duplicate: 'other',
  other: 'other',
}

const minuteMs = 60_000
const dayMs = 86_400_000

export const refusalPlace = (requestId: string) => ({ table: 'review', id: requestId, column: 'refusal' })

interface Parts {
  readonly platform: Platform
  readonly requests: Requests
  readonly steps: Steps
  readonly notify: Notify
  readonly lender: Lender
  readonly leases: Leases
  readonly items: Items
  readonly conflicts: Conflicts
  readonly files: (tx: Tx, request: StoredRequest) => Promise<readonly StepFile[]>
  readonly typed: TypedWords
}

/** How a review ends: approved, sent back, refused. */
export function createOutcomes(parts: Parts) {
  const { platform, requests, steps, notify, lender, leases, items, conflicts, typed } = parts
  const { clock } = platform

  async function start(tx: Tx, requestId: string, staffId: string, version: number) {
    const { request, review } = await leases.held(tx, requestId, staffId)
    await conflicts.check(tx, request, version)
    return { request, review, list: await items(tx, request, review, staffId) }
  }

  /** Working time the request has waited for this answer, the rounds before included. */
  const waited = (review: ReviewRow, now: Date) =>
    review.waited_ms + workingMs(review.clock_since ?? review.sent_at, now, lender.hours, lender.zone)

  /** What the journal says of a round that ends. */
  const roundOf = (review: ReviewRow) => ({
    round: review.round,
    waitedMinutes: Math.floor(waited(review, clock.now()) / minuteMs),
  })

  /** Ends the round: nobody holds the request, and its working time is added up. */
  async function settle(tx: Tx, review: ReviewRow, staffId: string): Promise<void> {
    const now = clock.now()
    await updateReview(tx.db, review.request_id, {
      holder: null,
      lease_until: null,
      last_reviewer: staffId,
      waited_ms: waited(review, now),
      clock_since: now,
    })
    await typed.forget(tx, review.request_id, staffId)
  }

  /** Steps with a photo or video of now that this person has not had open. */
  async function unseenSteps(tx: Tx, request: StoredRequest, staffId: string): Promise<ReadonlySet<number>> {
    const seen = await seenFiles(tx.db, request.id, staffId)
    const files = await parts.files(tx, request)
    return new Set(files.filter(({ id, before }) => !before && !seen.has(id)).map(({ step }) => step))
  }

  const needsSecond = (request: StoredRequest) => (requests.facts(request).amount ?? 0) >= lender.flow.secondPersonFrom

  return {
    needsSecond,

    /** On to the decision, or from the first person to the second. Every open item is to be opened by this person with its files, and ok. */
    async approve(tx: Tx, requestId: string, staffId: string, version: number) {
      const { request, review, list } = await start(tx, requestId, staffId, version)
      const unseen = await unseenSteps(tx, request, staffId)
      const unready = list.filter(
        ({ open, opened, verdict, step }) => open && !(opened && verdict?.verdict === 'ok' && !unseen.has(step.number)),
      )
      if (unready.length > 0) throw fail('not_reviewed', { details: { steps: unready.map(({ step }) => step.number) } })
      if (review.first_approver === staffId) throw fail('second_person')
      const actor = staffActor(staffId)
      const first = review.first_approver
      const said = first !== null && (await stillCounts(tx, first, 'requests.review')) ? first : null
      if (needsSecond(request) && said === null) {
        const moved = await requests.move(tx, request, {
          event: 'askSecond',
          who: 'staff',
          actor,
          data: { round: review.round },
        })
        await leases.drop(tx, requestId)
        await updateReview(tx.db, requestId, { first_approver: staffId })
        return { state: moved.state, needsSecond: true }
      }
      const moved = await requests.move(tx, request, {
        event: 'approve',
        who: 'staff',
        actor,
        shown: { returned: null },
        reviewedAt: clock.now(),
        data: { ...roundOf(review), ...(said && { firstApprover: said }) },
      })
      await settle(tx, review, staffId)
      // Should the decision send the request back to a person, it is to be another one.
      await updateReview(tx.db, requestId, { first_approver: staffId })
      await tx.send('decide', { requestId })
      return { state: moved.state, needsSecond: false }
    },

    /** Sends the items marked «fix» back; the rest stays accepted. */
    async return(tx: Tx, requestId: string, staffId: string, version: number) {
      const { request, review, list } = await start(tx, requestId, staffId, version)
      const marked = new Map(list.flatMap((item) => remarksOf(item)))
      if (marked.size === 0) throw fail('not_reviewed')
      const numbers = [...marked.keys()]
      const reasons = list.flatMap(({ open, verdict }) =>
        open && verdict?.verdict === 'fix' ? [verdict.reason ?? 'other'] : [],
      )
      await steps.sendBack(tx, request, marked)
      const moved = await requests.move(tx, request, {
        event: 'return',
        who: 'staff',
        actor: staffActor(staffId),
        shown: { returned: numbers },
        reviewedAt: clock.now(),
        data: { ...roundOf(review), steps: numbers, reasons },
      })
      await settle(tx, review, staffId)
      await updateReview(tx.db, requestId, { first_approver: null })
      const to = { clientId: request.client_id, requestId }
      await notify(tx, to, 'requestReturned', { places: numbers.length })
      return { state: moved.state }
    },

    /** Refuses with a coded reason; the client learns its class and from when to come again. */
    async refuse(
      tx: Tx,
      requestId: string,
      staffId: string,
      given: { version: number; reason: RefusalReason; comment?: string | undefined },
    ) {
      if (given.reason === 'other' && !given.comment?.trim())
        throw fail('invalid_answers', { issues: [{ field: 'comment', message: 'Напишите причину' }] })
      const { request, review } = await start(tx, requestId, staffId, given.version)
      const reason = refusalClasses[given.reason]
      const now = clock.now()
      const pause = Math.ceil(durationMs(lender.durations.refusalPause) / dayMs)
      const moved = await requests.move(tx, request, {
        event: 'refuse',
        who: 'staff',
        actor: staffActor(staffId),
        shown: { returned: null, rejection: { reason, comeBackOn: addDays(dateInZone(now, lender.zone), pause) } },
        reviewedAt: now,
        data: { ...roundOf(review), reason: given.reason, class: reason },
      })
      await settle(tx, review, staffId)
      const said = given.comment?.trim()
      if (said) await updateReview(tx.db, requestId, { refusal: request.sealing.seal(said, refusalPlace(requestId)) })
      await notify(tx, { clientId: request.client_id, requestId }, 'requestRefused')
      return { state: moved.state, reason }
    },
  }
}

/** What the client reads of a verdict «fix», with the photo it is about and the frame drawn on it. */
function remarksOf({ step, kept, open, verdict }: Item): Array<[number, Remark[]]> {
  if (!open || verdict?.verdict !== 'fix') return []
  const { reason = 'other', rectangle } = verdict
  const comment = verdict.comment?.trim()
  const file = kept.answers?.file
  const photo = typeof file === 'string' ? { file, ...(rectangle && { rectangle }) } : {}
  return [[step.number, [{ reason: returnReasons[reason], ...(comment && { comment }), ...photo }]]]
}
