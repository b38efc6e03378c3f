import { createHash } from 'node:crypto'
import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { durationMs } from '#contract/durations.ts'
import type { Lender } from '#contract/lender.ts'
import type { StaffActor } from '#server/http/actors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Roles } from './roles.ts'
import { endStaffSession, findStaffSession, insertStaffSession, touchStaffSession } from './store.ts'

export const officeCookie = '__Host-zayavka-office'

/** How stale `seen_at` may get before it is written again. */
const touchMs = 15_000
const attributes = { path: '/', httpOnly: true, secure: true, sameSite: 'strict' } as const

const hashed = (token: string) => createHash('sha256').update(token).digest()

/** Sessions of the staff: 256 random bits in the cookie, their hash in the database, role and ban read anew each time. */
export function createStaffSessions({ db, clock, random }: Platform, durations: Lender['durations'], roles: Roles) {
  const idle = durationMs(durations.officeSessionIdle)
  const whole = durationMs(durations.officeSession)
  const age = (at: Date) => clock.now().getTime() - at.getTime()

  return {
    async start(tx: Tx, staffId: string, reply: FastifyReply): Promise<void> {
      const token = random.token()
      const now = clock.now()
      await insertStaffSession(tx.db, {
        id: newId(),
        token_hash: hashed(token),
        staff_id: staffId,
        created_at: now,
        seen_at: now,
        ended_at: null,
      })
      tx.afterCommit(() => void reply.setCookie(officeCookie, token, attributes))
    },

    /** Who calls. `quiet` calls, which a screen makes by itself, do not keep the session alive. */
    async find(http: FastifyRequest, quiet: boolean): Promise<StaffActor | null> {
      const token = http.cookies[officeCookie]
      const row = token ? await findStaffSession(db, hashed(token)) : undefined
      if (!row || row.disabled || age(row.seen_at) >= idle || age(row.created_at) >= whole) return null
      if (!quiet && age(row.seen_at) >= touchMs) await touchStaffSession(db, row.id, clock.now())
      const rights = roles.rightsOf(row.role)
      return { kind: 'staff', id: row.staff_id, rights, sessionId: row.id, startedAt: row.created_at }
    },

    /** Ends the session of the cookie and answers whose it was; nothing to end is fine too. */
    async end(tx: Tx, http: FastifyRequest, reply: FastifyReply): Promise<string | null> {
      const token = http.cookies[officeCookie]
      reply.clearCookie(officeCookie, attributes)
      return token ? endStaffSession(tx.db, hashed(token), clock.now()) : null
    },
  }
}
