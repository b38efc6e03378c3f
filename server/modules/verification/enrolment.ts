import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Auth } from '../auth/index.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import { surnameKey } from './masks.ts'
import { notEnrolled } from './queue-store.ts'
import { insertReview, type ReviewRow, readReview, updateReview, writeIndex } from './store.ts'

const batch = 100
const lookEvery = 3000
const lately = 24 * 3600_000

/** Opens a review for each request that was sent, a new round for each one sent again, and indexes it for the search. */
export function createEnrolment(platform: Platform, requests: Requests, auth: Pick<Auth, 'clientWithin'>) {
  const { sealing } = platform

  async function index(tx: Tx, request: StoredRequest): Promise<void> {
    const { phone } = await auth.clientWithin(tx, request.client_id)
    const { surname } = requests.facts(request)
    const write = (kind: 'phone' | 'surname', value: string) =>
      writeIndex(tx.db, {
        request_id: request.id,
        client_id: request.client_id,
        kind,
        value: sealing.index(`review ${kind}`, value),
      })
    await write('phone', phone)
    if (surname) await write('surname', surnameKey(surname))
  }

  /** The review of a locked request, brought up to its last sending. */
  async function enrol(tx: Tx, request: StoredRequest): Promise<ReviewRow> {
    const sent_at = request.sent_at ?? request.created_at
    const known = await readReview(tx.db, request.id)
    if (known?.sent_at.getTime() === sent_at.getTime()) return known
    const fresh: ReviewRow = {
      request_id: request.id,
      client_id: request.client_id,
      round: (known?.round ?? 0) + 1,
      sent_at,
      waited_ms: known?.waited_ms ?? 0,
      holder: null,
      lease_until: null,
      first_approver: null,
      last_reviewer: known?.last_reviewer ?? null,
      clock_since: null,
      assigned_to: null,
      assigned_by: null,
      assigned_at: null,
      held_since: null,
      refusal: null,
    }
    const { request_id: _id, client_id: _client, ...change } = fresh
    if (known) await updateReview(tx.db, request.id, change)
    else await insertReview(tx.db, fresh)
    await index(tx, request)
    return fresh
  }

  let looked = Number.NEGATIVE_INFINITY

  async function enrolSince(since: Date): Promise<void> {
    for (const id of await notEnrolled(platform.db, since, batch)) {
      await platform.transact(async (tx) => {
        const request = await requests.lock(tx, id)
        if (request.state === 'Queued') await enrol(tx, request)
      })
    }
  }

  return {
    enrol,

    /** Enrols whatever waits, however long ago it was sent. */
    enrolAll: () => enrolSince(new Date(0)),

    /** Enrols what was sent lately; looks every few seconds at most, however often it is asked to. */
    async enrolWaiting(): Promise<void> {
      const now = platform.clock.now().getTime()
      if (now - looked < lookEvery && now >= looked) return
      looked = now
      await enrolSince(new Date(now - lately))
    },
  }
}

export type Enrolment = ReturnType<typeof createEnrolment>
