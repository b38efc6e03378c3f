import { createHash } from 'node:crypto'
import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ClientActor } from '#server/http/actors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { endSession, findSession, insertSession, liveSessions, type SessionRow, touchSession } from './store.ts'

/** A borrower's session ends after half an hour without a sign of life, and after twelve hours in any case. */
export const idleSeconds = 30 * 60
const wholeSeconds = 12 * 3600
/** How stale `seen_at` may get before it is written again. */
const touchSeconds = 30

const hashed = (token: string) => createHash('sha256').update(token).digest()

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

/** Sessions in cookies: 256 random bits in the cookie, their hash in the database. */
export function createSessions(platform: Platform, cookieName: string) {
  const { clock, random } = platform
  const ago = (seconds: number) => new Date(clock.now().getTime() - seconds * 1000)
  const alive = (row: SessionRow) => row.seen_at > ago(idleSeconds) && row.created_at > ago(wholeSeconds)

  return {
    async start(tx: Tx, clientId: string, http: FastifyRequest, reply: FastifyReply): Promise<void> {
      const token = random.token()
      const now = clock.now()
      await insertSession(tx.db, {
        id: newId(),
        token_hash: hashed(token),
        client_id: clientId,
        device: deviceName(http.headers['user-agent']),
        created_at: now,
        seen_at: now,
        confirmed_at: now,
        ended_at: null,
      })
      tx.afterCommit(
        () => void reply.setCookie(cookieName, token, { path: '/', httpOnly: true, secure: true, sameSite: 'lax' }),
      )
    },

    async find(http: FastifyRequest, quiet: boolean): Promise<ClientActor | null> {
      const token = http.cookies[cookieName]
      if (!token) return null
      const row = await findSession(platform.db, hashed(token))
      if (!row || !alive(row)) return null
      if (!quiet && row.seen_at <= ago(touchSeconds)) await touchSession(platform.db, row.id, clock.now())
      return { kind: 'client', id: row.client_id, sessionId: row.id }
    },

    /** Ends the session of the cookie; nothing to end is fine too. */
    async end(tx: Tx, http: FastifyRequest, reply: FastifyReply): Promise<string | null> {
      const token = http.cookies[cookieName]
      reply.clearCookie(cookieName, { path: '/', httpOnly: true, secure: true, sameSite: 'lax' })
      const row = token ? await findSession(tx.db, hashed(token)) : undefined
      if (!row) return null
      await endSession(tx.db, row.id, clock.now())
      return row.client_id
    },

    endOne: (tx: Tx, clientId: string, sessionId: string) => endSession(tx.db, sessionId, clock.now(), clientId),

    list: (clientId: string) => liveSessions(platform.db, clientId, ago(idleSeconds), ago(wholeSeconds)),
  }
}

export type Sessions = ReturnType<typeof createSessions>
