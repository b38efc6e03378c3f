import { createHash } from 'node:crypto'
import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ClientActor } from '#server/http/actors.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import {
  deleteHandovers,
  type HandoverRow,
  handoverBy,
  insertHandover,
  lockHandover,
  openHandoverOf,
  updateHandover,
} from './store.ts'

const cookie = '__Host-zayavka-phone'
const attributes = { path: '/', httpOnly: true, secure: true, sameSite: 'strict' } as const
const day = 24 * 3600_000

interface Parts {
  readonly platform: Platform
  readonly requests: Requests
  /** How long the link is good, and the phone once both screens agreed. */
  readonly linkMs: number
  readonly phoneMs: number
  /** What a browser calls itself, in words. */
  readonly deviceName: (userAgent: string | undefined) => string
}

export type HandoverState = 'waiting' | 'comparing' | 'joined' | 'over'

const hashed = (secret: string) => createHash('sha256').update(secret).digest()

/**
 * Lends the capture of one request to a phone: a one-time link, then the same two digits on both screens, agreed to on
 * both. A link passed on by a fraudster meets a person who sees no second screen: no match, no link.
 */
export function createHandovers({ platform, requests, linkMs, phoneMs, deviceName }: Parts) {
  const { clock, random } = platform
  const after = (ms: number) => new Date(clock.now().getTime() + ms)

  const stateOf = (row: HandoverRow | undefined): HandoverState => {
    if (!row || row.ended_at || row.until <= clock.now()) return 'over'
    if (!row.phone_hash) return 'waiting'
    return row.same_here && row.same_there ? 'joined' : 'comparing'
  }

  const journal = (tx: Tx, event: `handover.${'start' | 'open' | 'join' | 'end'}`, row: HandoverRow) =>
    tx.journal({
      event,
      actor: { kind: 'client', id: row.client_id },
      subject: { kind: 'request', id: row.request_id },
      data: { handover: row.id },
    })

  async function end(tx: Tx, row: HandoverRow): Promise<void> {
    await updateHandover(tx.db, row.id, { ended_at: clock.now() })
    journal(tx, 'handover.end', row)
  }

  async function ofPhone(http: FastifyRequest, db = platform.db): Promise<HandoverRow | undefined> {
    const secret = http.cookies[cookie]
    return secret ? handoverBy(db, 'phone_hash', hashed(secret)) : undefined
  }

  /** One screen's answer. Both «yes»: the phone is let in for a while. */
  async function answer(tx: Tx, id: string, said: Pick<Partial<HandoverRow>, 'same_here' | 'same_there'>) {
    const row = await lockHandover(tx.db, id)
    if (!row || stateOf(row) === 'over') return
    if (said.same_here === false || said.same_there === false) return end(tx, row)
    if (stateOf(row) !== 'comparing') return
    const now = { ...row, ...said }
    const joined = stateOf(now) === 'joined'
    await updateHandover(tx.db, id, { ...said, ...(joined && { until: after(phoneMs) }) })
    if (joined) journal(tx, 'handover.join', row)
  }

  const view = (row: HandoverRow | undefined) => {
    const state = stateOf(row)
    return { state, ...(state === 'comparing' && row?.number && { number: row.number }) }
  }

  return {
    async start(tx: Tx, request: StoredRequest) {
      if (request.state !== 'New' && request.state !== 'RollbackVerification') throw fail('step_closed')
      const before = await openHandoverOf(tx.db, request.id)
      if (before) await end(tx, before)
      const token = random.token()
      const row: HandoverRow = {
        id: newId(),
        request_id: request.id,
        client_id: request.client_id,
        link_hash: hashed(token),
        phone_hash: null,
        number: null,
        same_here: null,
        same_there: null,
        device: null,
        created_at: clock.now(),
        until: after(linkMs),
        ended_at: null,
      }
      await insertHandover(tx.db, row)
      journal(tx, 'handover.start', row)
      return { token, until: row.until.toISOString() }
    },

    /** As the first screen sees it. */
    async see(requestId: string) {
      const row = await openHandoverOf(platform.db, requestId)
      const seen = view(row)
      return { ...seen, ...(seen.state !== 'over' && row?.device && { device: row.device }) }
    },

    async answerHere(tx: Tx, requestId: string, same: boolean): Promise<void> {
      const row = await openHandoverOf(tx.db, requestId)
      if (row) await answer(tx, row.id, { same_here: same })
    },

    /** Spends the link; the phone that opened it is known by its cookie from now on. */
    async open(http: FastifyRequest, reply: FastifyReply, token: string): Promise<void> {
      const secret = random.token()
      await platform.transact(async (tx) => {
        const found = await handoverBy(tx.db, 'link_hash', hashed(token))
        const row = found && (await lockHandover(tx.db, found.id))
        if (!row || stateOf(row) !== 'waiting') throw fail('handover_over')
        await updateHandover(tx.db, row.id, {
          phone_hash: hashed(secret),
          number: random.digits(2),
          device: deviceName(http.headers['user-agent']),
        })
        journal(tx, 'handover.open', row)
      })
      reply.setCookie(cookie, secret, { ...attributes, maxAge: Math.ceil((linkMs + phoneMs) / 1000) })
    },

    async seeOwn(http: FastifyRequest) {
      const row = await ofPhone(http)
      const request = row ? await requests.find(row.request_id) : null
      return { ...view(row), request }
    },

    async answerOwn(tx: Tx, http: FastifyRequest, same: boolean): Promise<void> {
      const row = await ofPhone(http, tx.db)
      if (row) await answer(tx, row.id, { same_there: same })
    },

    /** The phone as its owner, for this one request; null when both screens have not agreed, or no longer. */
    async actor(http: FastifyRequest): Promise<ClientActor | null> {
      const row = await ofPhone(http)
      if (!row || stateOf(row) !== 'joined') return null
      return { kind: 'client', id: row.client_id, sessionId: row.id, endsAt: row.until, only: row.request_id }
    },

    /** Takes the capture of a request back from the phone it was lent to. */
    async takeBack(tx: Tx, requestId: string): Promise<void> {
      const row = await openHandoverOf(tx.db, requestId)
      if (row) await end(tx, row)
    },

    sweep: () => deleteHandovers(platform.db, new Date(clock.now().getTime() - day)),
  }
}

export type Handovers = ReturnType<typeof createHandovers>
