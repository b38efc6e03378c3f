import type { Facts } from '#contract/facts.ts'
import type { NamedActor } from '#contract/journal.ts'
import { type LifeEvent, nextState, type State, type Who } from '#contract/life.ts'
import { zoneOfRegion } from '#contract/regionZones.ts'
import { deriveStatus, numbersOf, type RequestType } from '#contract/status.ts'
import type { SessionTicket } from '#server/http/actors.ts'
import type { ClientSealing } from '#server/platform/client-keys.ts'
import type { Db } from '#server/platform/database.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import {
  insertRequest,
  lastRefusedRequest,
  lastSentRequest,
  listRequests,
  lockRequest,
  openLoanRequest,
  pageOfRequests,
  type RequestRow,
  readRequest,
  readRequests,
  type Shown,
  sessionAndRequests,
  updateRequest,
} from './store.ts'

/** What the owner's view of a request is made from. */
export type ViewedRequest = Omit<RequestRow, 'facts'>

/** A request as it is listed: its sealed facts stay closed. */
export type ListedRequest = RequestRow

export interface StoredRequest extends ListedRequest {
  /** Opens and seals what belongs to its client. */
  readonly sealing: ClientSealing
}

export interface Move {
  event: LifeEvent
  who: Who
  actor: NamedActor
  /** The version the actor saw; refused with `version_conflict` when it is not the present one. */
  seen?: number
  /** Coded reason and other facts for the journal; no personal data. */
  data?: Record<string, unknown>
  /** Changes to what the owner is shown; a null takes a field away. */
  shown?: { [K in keyof Shown]?: Shown[K] | null }
  sentAt?: Date
  reviewedAt?: Date
}

function patched(shown: Shown, patch: Move['shown']): Shown {
  const merged = Object.entries({ ...shown, ...patch }).filter(([, value]) => value !== null && value !== undefined)
  return { terms: null, ...Object.fromEntries(merged) }
}

const place = (id: string) => ({ table: 'request', id, column: 'facts' })

/** Owns the life of a request: every change of state goes through `move`, under the row's lock. */
export function createRequests(platform: Platform) {
  const { database, clock } = platform

  /** Opened once for each reading of a row, however often one call asks. */
  const opening = new WeakMap<Uint8Array, Facts>()

  async function opened(db: Db, row: RequestRow): Promise<StoredRequest> {
    return { ...row, sealing: await platform.clientKeys.of(db, row.client_id) }
  }

  async function write(tx: Tx, request: StoredRequest, change: Partial<RequestRow>): Promise<StoredRequest> {
    const updated_at = clock.now()
    if (!(await updateRequest(tx.db, request, { ...change, updated_at }))) throw fail('version_conflict')
    platform.live.publish(tx, request.client_id, { id: request.id, version: request.version + 1 })
    return { ...request, ...change, updated_at, version: request.version + 1 }
  }

  return {
    async create(
      tx: Tx,
      clientId: string,
      type: RequestType,
      shown: Shown,
      state: State = 'New',
    ): Promise<StoredRequest> {
      const now = clock.now()
      const row: RequestRow = {
        id: newId(),
        client_id: clientId,
        type,
        state,
        version: 1,
        shown,
        facts: null,
        created_at: now,
        updated_at: now,
        sent_at: null,
        reviewed_at: null,
      }
      await insertRequest(tx.db, row)
      tx.journal({
        event: 'request.create',
        actor: { kind: 'client', id: clientId },
        subject: { kind: 'request', id: row.id },
        data: { type, to: state },
      })
      platform.live.publish(tx, clientId, row)
      return opened(tx.db, row)
    },

    async find(
      id: string,
      { db }: Pick<Tx, 'db'> | typeof database = database,
      clientId?: string,
    ): Promise<StoredRequest | null> {
      const row = await readRequest(db, id, clientId)
      return row ? opened(db, row) : null
    },

    /** The clock the borrower of a request lives by; null where the region does not say. */
    async zoneOf(tx: Pick<Tx, 'db'>, id: string): Promise<string | null> {
      const request = await this.find(id, tx)
      return request && zoneOfRegion(this.facts(request).region ?? '')
    },

    /** All requests in the order of their ids. */
    page: (after: string, limit: number): Promise<ListedRequest[]> => pageOfRequests(database.db, after, limit),

    /** Several requests by id, in no order; unknown ids are left out. */
    async many(ids: readonly string[]): Promise<StoredRequest[]> {
      return this.opened(await readRequests(database.db, ids))
    },

    /** Listed requests with what opens their facts. */
    async opened(listed: readonly ListedRequest[]): Promise<StoredRequest[]> {
      const clients = [...new Set(listed.map(({ client_id }) => client_id))]
      const keys = await platform.clientKeys.ofMany(database.db, clients)
      return listed.map((request) => ({ ...request, sealing: keys(request.client_id) }))
    },

    /** The client's own request, or `not_found`: somebody else's reads the same as an unknown one. */
    async owned(clientId: string, id: string): Promise<StoredRequest> {
      const row = await readRequest(database.db, id, clientId)
      if (!row) throw fail('not_found')
      return opened(database.db, row)
    },

    /** Locks a request for change. With `clientId`, only its owner's. */
    async lock(tx: Tx, id: string, clientId?: string): Promise<StoredRequest> {
      const row = await lockRequest(tx.db, id, clientId)
      if (!row) throw fail('not_found')
      return opened(tx.db, row)
    },

    /** The one way from state to state: life table, version, journal, notice to the owner's screens. */
    async move(tx: Tx, request: StoredRequest, move: Move): Promise<StoredRequest> {
      if (move.seen !== undefined && move.seen !== request.version)
        throw fail('version_conflict', { details: { version: request.version } })
      const to = nextState(request.state, move.event, move.who)
      if (!to || request.type !== 'loan')
        throw fail('state_conflict', { details: { state: deriveStatus(numbersOf(request)).status } })
      const moved = await write(tx, request, {
        state: to,
        ...(move.shown && { shown: patched(request.shown, move.shown) }),
        ...(move.sentAt && { sent_at: move.sentAt }),
        ...(move.reviewedAt && { reviewed_at: move.reviewedAt }),
      })
      tx.journal({
        event: `request.${move.event}`,
        actor: move.actor,
        subject: { kind: 'request', id: request.id },
        data: { from: request.state, to, version: moved.version, ...move.data },
      })
      return moved
    },

    /** Changes what the owner is shown, or a prolongation's state, without an event of the life table. */
    async touch(
      tx: Tx,
      request: StoredRequest,
      change: { shown?: Move['shown']; state?: State },
    ): Promise<StoredRequest> {
      return write(tx, request, {
        ...(change.shown && { shown: patched(request.shown, change.shown) }),
        ...(change.state && { state: change.state }),
      })
    },

    facts(request: StoredRequest): Facts {
      if (!request.facts) return {}
      const facts = opening.get(request.facts) ?? request.sealing.unseal<Facts>(request.facts, place(request.id))
      opening.set(request.facts, facts)
      return facts
    },

    async saveFacts(tx: Tx, request: StoredRequest, facts: Facts, shown?: Move['shown']): Promise<StoredRequest> {
      return write(tx, request, {
        facts: request.sealing.seal(facts, place(request.id)),
        ...(shown && { shown: patched(request.shown, shown) }),
      })
    },

    /** The session of a token and its client's requests, read together. */
    polled: (ticket: SessionTicket) => sessionAndRequests(database, ticket),

    async list(clientId: string): Promise<ListedRequest[]> {
      return listRequests(database, clientId)
    },

    async openLoan(tx: Tx, clientId: string): Promise<StoredRequest | null> {
      const row = await openLoanRequest(tx.db, clientId)
      return row ? opened(tx.db, row) : null
    },

    /** The last request of these accounts that was refused after it had been sent. */
    async lastRefused(tx: Tx, clientIds: readonly string[]): Promise<StoredRequest | null> {
      const row = await lastRefusedRequest(tx.db, clientIds)
      return row ? opened(tx.db, row) : null
    },

    async lastSent(tx: Tx, clientId: string): Promise<StoredRequest | null> {
      const row = await lastSentRequest(tx.db, clientId)
      return row ? opened(tx.db, row) : null
    },
  }
}

export type Requests = ReturnType<typeof createRequests>
