import type { Typed } from '#contract/calls/office/review.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import { readVerdicts } from './store.ts'
import { deleteTyped, readTyped, writeTyped } from './typed-store.ts'

interface Noted {
  readonly step: number
  readonly staffId: string
  readonly at: Date
  readonly text: string
}

export const typedPlace = (requestId: string, staffId: string) => ({
  table: 'review_typed',
  id: `${requestId}:${staffId}`,
})

const isEmpty = ({ items, refusal }: Typed) => Object.keys(items).length === 0 && !refusal?.reason && !refusal?.comment

/** Only what was written for colleagues: it says nothing of the item, and stays true. */
function notesOf(items: Typed['items']): Typed['items'] {
  const notes = Object.entries(items).filter(([, { internal }]) => internal?.trim())
  return Object.fromEntries(notes.map(([step, { internal }]) => [step, { internal }]))
}

/** What the staff type about a request and have not finished: kept whatever becomes of the page, the lease or the session. */
export function createTyped({ clock }: Platform, requests: Requests) {
  /** A verdict begun before another one was given, or in an earlier round, is about what stands there no more. */
  async function stillMeant(tx: Tx, request: StoredRequest, typed: Typed, at: Date): Promise<Typed> {
    if (request.sent_at && at < request.sent_at) return { items: notesOf(typed.items) }
    const later = (await readVerdicts(tx.db, request.id)).filter((row) => row.at >= at).map(({ step }) => String(step))
    const [past, present] = [true, false].map((isPast) =>
      Object.fromEntries(Object.entries(typed.items).filter(([step]) => later.includes(step) === isPast)),
    )
    return { ...typed, items: { ...present, ...notesOf(past ?? {}) } }
  }

  return {
    /** Throws `not_found` for a request that was never sent. */
    async keep(tx: Tx, requestId: string, staffId: string, typed: Typed): Promise<void> {
      const request = await requests.find(requestId, tx)
      if (request?.type !== 'loan' || !request.sent_at) throw fail('not_found')
      if (isEmpty(typed)) return deleteTyped(tx.db, requestId, staffId)
      const sealed = request.sealing.seal(typed, typedPlace(requestId, staffId))
      const of = { request_id: requestId, client_id: request.client_id }
      await writeTyped(tx.db, { ...of, staff_id: staffId, sealed, at: clock.now() })
    },

    /** What a member has typed, and what the others noted for colleagues. */
    async of(tx: Tx, request: StoredRequest, staffId: string): Promise<{ own: Typed | undefined; noted: Noted[] }> {
      const rows = (await readTyped(tx.db, request.id)).map(({ staff_id, at, sealed }) => ({
        staffId: staff_id,
        at,
        typed: request.sealing.unseal<Typed>(sealed, typedPlace(request.id, staff_id)),
      }))
      const others = rows.filter((row) => row.staffId !== staffId)
      const own = rows.find((row) => row.staffId === staffId)
      return {
        own: own && (await stillMeant(tx, request, own.typed, own.at)),
        noted: others.flatMap(({ staffId: by, at, typed }) =>
          Object.entries(notesOf(typed.items)).map(([step, { internal = '' }]) => ({
            step: Number(step),
            staffId: by,
            at,
            text: internal,
          })),
        ),
      }
    },

    /** The review has ended at this member's word. */
    forget: (tx: Tx, requestId: string, staffId: string) => deleteTyped(tx.db, requestId, staffId),
  }
}

export type TypedWords = ReturnType<typeof createTyped>
