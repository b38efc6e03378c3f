import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import { callingOf, callUntil, deleteCallings, endCallings, insertCalling } from './store.ts'

/** A call nobody ended is over by then. */
const lastsMs = 15 * 60_000
const day = 24 * 3600_000

interface Parts {
  readonly platform: Platform
  readonly requests: Requests
  /** Names of the staff by id. */
  readonly staffNames: (tx?: Pick<Tx, 'db'>) => Promise<ReadonlyMap<string, string>>
}

/** Surname and name as the office keeps them: the client is told the name alone. */
const givenName = (name: string | undefined) => {
  const [first = '', second] = (name ?? '').trim().split(/\s+/)
  return second ?? first
}

/** Who of the staff is on the phone with a client now, so that the client can tell them from a fraudster. */
export function createCalling({ platform, requests, staffNames }: Parts) {
  const { clock, db, live } = platform

  const journal = (tx: Tx, event: 'calling.start' | 'calling.end', request: StoredRequest, staffId: string) =>
    tx.journal({
      event,
      actor: { kind: 'staff', id: staffId },
      subject: { kind: 'request', id: request.id },
    })

  return {
    /** The member says they are calling; another call of theirs with this client gives way. */
    async start(tx: Tx, requestId: string, staffId: string): Promise<{ until: string }> {
      const request = await requests.lock(tx, requestId)
      const now = clock.now()
      const until = new Date(now.getTime() + lastsMs)
      await endCallings(tx.db, request.client_id, staffId, now)
      const { id, client_id } = request
      await insertCalling(tx.db, {
        id: newId(),
        client_id,
        request_id: id,
        staff_id: staffId,
        started_at: now,
        until,
        ended_at: null,
      })
      journal(tx, 'calling.start', request, staffId)
      live.publish(tx, client_id, { id })
      return { until: until.toISOString() }
    },

    /** The member hung up; a call that is over already is fine too. */
    async end(tx: Tx, requestId: string, staffId: string): Promise<void> {
      const request = await requests.lock(tx, requestId)
      if ((await endCallings(tx.db, request.client_id, staffId, clock.now())) === 0) return
      journal(tx, 'calling.end', request, staffId)
      live.publish(tx, request.client_id, { id: request.id })
    },

    /** What the client sees. */
    async seenBy(clientId: string) {
      const row = await callingOf(db, clientId, clock.now())
      if (!row) return { calling: null }
      return { calling: { name: givenName((await staffNames()).get(row.staff_id)), until: row.until.toISOString() } }
    },

    /** Until when this member is calling this client, for their own screen. */
    until: (tx: Tx, clientId: string, staffId: string) => callUntil(tx.db, clientId, staffId, clock.now()),

    sweep: () => deleteCallings(db, new Date(clock.now().getTime() - day)),
  }
}

export type Calling = ReturnType<typeof createCalling>
