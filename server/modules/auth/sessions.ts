import { hash } from 'node:crypto'
import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { durationMs } from '#contract/durations.ts'
import type { Lender } from '#contract/lender.ts'
import type { ClientActor, SessionTicket } from '#server/http/actors.ts'
import { openBriefMemory } from '#server/platform/brief-memory.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import {
  endSession,
  endSessionsOf,
  findSession,
  findSessionWithin,
  insertSession,
  liveSessions,
  renewSession,
  type SessionRow,
  touchSession,
} from './store.ts'

/** Told the id of a session that ended or got a new cookie, on every server. */
const endedChannel = 'session_ended'

/** How stale `seen_at` may get before it is written again. */
const touchMs = 30_000

export const clientCookie = '__Host-zayavka'
const attributes = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const

const hashed = (token: string) => hash('sha256', token, 'buffer')

// A cookie begins with its client's id, so that the session is looked for where the client's rows are.
const cookieOf = (clientId: string, token: string) => `${clientId}.${token}`
const cookiePattern = /^([\da-f-]{36})\.([\w-]+)$/

function ticketOf(http: FastifyRequest): SessionTicket | null {
  const [, clientId, token] = cookiePattern.exec(http.cookies[clientCookie] ?? '') ?? []
  return clientId && token ? { clientId, tokenHash: hashed(token) } : null
}

/** What the browser calls itself, in words for the list of sign-ins. */
export function deviceName(userAgent: string | undefined): string {
  const text = userAgent ?? ''
  const browser =
    [/YaBrowser/, /SamsungBrowser/, /Edg\//, /OPR\//, /Firefox/, /Chrome/, /Safari/].find((p) => p.test(text))
      ?.source ?? ''
  const names: Record<string, string> = {
    YaBrowser: 'Яндекс Браузер',
    SamsungBrowser: 'Samsung Internet',
    'Edg\\/': 'Edge',
    'OPR\\/': 'Opera',
  }
  const system = [/Android/, /iPhone/, /iPad/, /Windows/, /Mac OS/, /Linux/].find((p) => p.test(text))?.source ?? ''
  return [names[browser] ?? browser, system].filter(Boolean).join(', ') || 'Неизвестное устройство'
}

/** What says whether a session lives, and whose it is. */
type SessionTimes = Pick<SessionRow, 'id' | 'client_id' | 'created_at' | 'seen_at'> &
  Partial<Pick<SessionRow, 'confirmed_at'>>

/** Of a session that no SMS code was entered in. */
const never = new Date(0)

/** Sessions in cookies: 256 random bits in the cookie, their hash in the database. */
export async function createSessions(
  platform: Platform,
  durations: Pick<Lender['durations'], 'sessionIdle' | 'session'>,
) {
  const idleMs = durationMs(durations.sessionIdle)
  const wholeMs = durationMs(durations.session)
  const { clock, random } = platform
  const ago = (ms: number) => new Date(clock.now().getTime() - ms)
  const endOf = (seen: number, { created_at }: SessionTimes) => Math.min(seen + idleMs, created_at.getTime() + wholeMs)

  /** For the calls screens make by themselves; what a person does is always asked of the database. */
  const polling = openBriefMemory<SessionTimes | undefined>({ clock, lifeMs: 5000, most: 10_000 })
  await platform.database.listen(endedChannel, {
    onMessage: (sessionId) => polling.forgetWhere((row) => row?.id === sessionId),
    onGap: () => polling.forgetAll(),
  })

  function forgetEverywhere(tx: Tx, sessionId: string): void {
    tx.notify(endedChannel, sessionId)
    tx.afterCommit(() => polling.forgetWhere((row) => row?.id === sessionId))
  }

  async function ending(tx: Tx, of: Pick<SessionRow, 'id' | 'client_id'>): Promise<boolean> {
    const ended = await endSession(tx.db, of, clock.now())
    if (ended) forgetEverywhere(tx, of.id)
    return ended
  }

  return {
    /** Seconds a session lives without a sign of life. */
    idleSeconds: idleMs / 1000,

    /** `confirmed`: an SMS code was entered just now. */
    async start(tx: Tx, clientId: string, http: FastifyRequest, reply: FastifyReply, confirmed = true): Promise<void> {
      const token = random.token()
      const now = clock.now()
      await insertSession(tx.db, {
        id: newId(),
        token_hash: hashed(token),
        client_id: clientId,
        device: deviceName(http.headers['user-agent']),
        created_at: now,
        seen_at: now,
        confirmed_at: confirmed ? now : never,
        ended_at: null,
      })
      tx.afterCommit(() => void reply.setCookie(clientCookie, cookieOf(clientId, token), attributes))
    },

    /** Who calls. A `quiet` call is no sign of life, and may be answered from memory; `ask` reads the session of a ticket. */
    async find(
      http: FastifyRequest,
      quiet: boolean,
      ask: (ticket: SessionTicket) => Promise<SessionTimes | undefined> = (of) => findSession(platform.database, of),
    ): Promise<ClientActor | null> {
      const of = ticketOf(http)
      if (!of) return null
      const row = await (quiet ? polling.read(of.tokenHash.toString('latin1'), () => ask(of)) : ask(of))
      const now = clock.now().getTime()
      if (!row || endOf(row.seen_at.getTime(), row) <= now) return null
      if (!quiet && row.seen_at <= ago(touchMs)) await touchSession(platform.db, row, clock.now())
      const endsAt = new Date(endOf(quiet ? row.seen_at.getTime() : now, row))
      const { confirmed_at: confirmedAt } = row
      return { kind: 'client', id: row.client_id, sessionId: row.id, endsAt, ...(confirmedAt && { confirmedAt }) }
    },

    /** An SMS code was entered in this session: it goes on under a new cookie, the old one is dead. */
    async confirm(tx: Tx, { id: clientId, sessionId }: ClientActor, reply: FastifyReply): Promise<void> {
      const token = random.token()
      await renewSession(tx.db, { id: sessionId, client_id: clientId }, hashed(token), clock.now())
      forgetEverywhere(tx, sessionId)
      tx.afterCommit(() => void reply.setCookie(clientCookie, cookieOf(clientId, token), attributes))
    },

    /** Whole seconds until this session ends if nothing more happens. */
    secondsLeft: ({ endsAt }: ClientActor) =>
      Math.max(0, Math.floor((endsAt.getTime() - clock.now().getTime()) / 1000)),

    /** Ends the session of the cookie; nothing to end is fine too. */
    async end(tx: Tx, http: FastifyRequest, reply: FastifyReply): Promise<string | null> {
      const ticket = ticketOf(http)
      reply.clearCookie(clientCookie, attributes)
      const row = ticket ? await findSessionWithin(tx.db, ticket) : undefined
      if (!row) return null
      await ending(tx, row)
      return row.client_id
    },

    endOne: (tx: Tx, clientId: string, sessionId: string) => ending(tx, { id: sessionId, client_id: clientId }),

    /** Ends all of a client's sessions but one; answers how many. */
    async endAll(tx: Tx, clientId: string, but: string | null = null): Promise<number> {
      const ended = await endSessionsOf(tx.db, clientId, clock.now(), but)
      for (const id of ended) forgetEverywhere(tx, id)
      return ended.length
    },

    list: (clientId: string) => liveSessions(platform.db, clientId, ago(idleMs), ago(wholeMs)),
  }
}

export type Sessions = Awaited<ReturnType<typeof createSessions>>
