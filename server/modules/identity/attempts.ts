import { createHash, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IdentityPurpose } from '#contract/person/identity.ts'
import type { ClientActor } from '#server/http/actors.ts'
import { createDevices } from '#server/http/devices.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import {
  type Attempt,
  type IdentityProvider,
  IdentityRefused,
  ProviderAway,
  type Verified,
} from '#server/providers/identity/port.ts'
import { siteOf } from '../passkeys/index.ts'
import {
  type AttemptRow,
  deleteAttempts,
  endAttempt,
  insertAttempt,
  type Outcome,
  readAttempt,
  takeAttempt,
  takeResult,
} from './store.ts'

const minute = 60_000
/** From the press to the way back. */
const livesMs = { usual: 10 * minute, biometric: 15 * minute }
/** How long what came waits for somebody to sign in. */
const waitsMs = 15 * minute
/** The whole of a provider's part, whatever it does. */
const patienceMs = 20_000
/** Nobody works on an attempt for longer: what became of it is not known. */
const lostMs = minute

export type Began = { readonly attempt: Attempt; readonly keep: Readonly<Record<string, string>>; readonly id: string }

export interface Brought {
  readonly state: string
  readonly code?: string | undefined
  readonly error?: string | undefined
  readonly errorDescription?: string | undefined
  readonly iss?: string | undefined
}

interface Wanted {
  readonly purpose: IdentityPurpose
  readonly level: Attempt['level']
  readonly screen: string
  readonly requestId: string | null
}

const hashed = (text: string) => createHash('sha256').update(text).digest('hex')
const place = (stateHash: string, column: string) => ({ table: 'identity_attempt', id: stateHash, column })

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the provider took longer than 20 s')), patienceMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Walks to providers and back: each bound to the browser, and the session, that began it; taken once; what became of it is kept for the same browser asking again. */
export function createAttempts(platform: Platform) {
  const { db, clock, config, random, sealing, transact } = platform
  const devices = createDevices(platform, 'client')

  /** One who is signed in: browser and session; else the browser alone. */
  const bindingOf = (device: string, actor: Pick<ClientActor, 'id' | 'sessionId'> | null) =>
    hashed(actor ? `${device} ${actor.id} ${actor.sessionId}` : device)

  /** With a session at hand, what was begun without one is this browser's too. */
  function bindingsOf(http: FastifyRequest, actor: ClientActor | null): string[] {
    const device = devices.read(http)?.id
    if (!device) return []
    return actor ? [bindingOf(device, null), bindingOf(device, actor)] : [bindingOf(device, null)]
  }

  const walk = (id: string, { provider, purpose }: Pick<AttemptRow, 'provider' | 'purpose'>) => ({
    attempt: id,
    provider,
    purpose,
  })

  async function open(row: AttemptRow): Promise<Began> {
    return sealing.unseal<Began>(row.sealed, place(row.state_hash, 'sealed'))
  }

  /** Of an attempt that could not be taken: what became of it, or why it is not this browser's. */
  async function answered(stateHash: string, provider: string, bindings: readonly string[]): Promise<Outcome> {
    const row = await readAttempt(db, stateHash)
    if (!row || row.provider !== provider) throw fail('identity_over')
    if (!bindings.includes(row.binding)) throw fail('identity_elsewhere')
    if (row.outcome) return row.outcome
    if (!row.taken_at) throw fail('identity_over')
    if (clock.now().getTime() - row.taken_at.getTime() < lostMs) throw fail('request_in_flight')
    return { refused: 'unknown' }
  }

  /** What was thrown, as an outcome; a provider's silence after the code went out is unknown, and never asked again. */
  function meaning(error: unknown): { outcome: Outcome; code: string | null } {
    if (error instanceof IdentityRefused) return { outcome: { refused: error.code }, code: error.code }
    if (error instanceof ProviderAway) return { outcome: { away: true }, code: 'away' }
    return { outcome: { refused: 'unknown' }, code: null }
  }

  async function failed(row: AttemptRow, id: string, error: unknown): Promise<Outcome> {
    const { outcome, code } = meaning(error)
    const alarming = code === 'forged' || code === 'misconfigured' || code === null
    if (alarming)
      platform.log.warn({ attempt: id, provider: row.provider, err: error }, 'identity: nothing came of an attempt')
    await transact(async (tx) => {
      await endAttempt(tx.db, row.state_hash, outcome)
      const about = {
        actor: { kind: 'provider' as const, id: row.provider },
        subject: { kind: 'session' as const, id },
      }
      if (code === null) tx.journal({ event: 'identity.unknown', ...about, data: walk(id, row) })
      else tx.journal({ event: 'identity.refused', ...about, data: { ...walk(id, row), code } })
    })
    return outcome
  }

  return {
    walk,

    /** Where the browser goes. Throws `identity_away`. */
    async start(
      provider: IdentityProvider,
      wanted: Wanted,
      who: { readonly actor: ClientActor | null; readonly http: FastifyRequest; readonly reply: FastifyReply },
      also: (tx: Tx) => Promise<void> = async () => undefined,
    ): Promise<{ url: string }> {
      const { purpose, level, screen, requestId } = wanted
      const device = devices.meet(who.http, who.reply)
      const attempt: Attempt = {
        purpose,
        level,
        state: randomUUID(),
        nonce: random.token(),
        verifier: random.token(),
        redirectUri: `${siteOf(config, 'client', who.http).origin}/identity/${provider.name}`,
        startedAt: clock.now().toISOString(),
      }
      const { url, keep } = await inTime(provider.start(attempt)).catch((error: unknown) => {
        platform.log.warn({ provider: provider.name, err: error }, 'identity: an attempt could not begin')
        throw fail('identity_away')
      })
      const id = newId()
      const stateHash = hashed(attempt.state)
      await transact(async (tx) => {
        await also(tx)
        await insertAttempt(tx.db, {
          state_hash: stateHash,
          provider: provider.name,
          purpose,
          binding: bindingOf(device.id, who.actor),
          client_id: who.actor?.id ?? null,
          request_id: requestId,
          screen,
          sealed: sealing.seal({ attempt, keep, id } satisfies Began, place(stateHash, 'sealed')),
          until: new Date(clock.now().getTime() + livesMs[level === 'biometric' ? 'biometric' : 'usual']),
          at: clock.now(),
        })
        tx.journal({
          event: 'identity.started',
          actor: who.actor ? { kind: 'client', id: who.actor.id } : { kind: 'nobody', id: null },
          subject: { kind: 'session', id },
          data: walk(id, { provider: provider.name, purpose }),
        })
      })
      return { url }
    },

    /** Exchanges what the browser brought, once. `settle` keeps what came, in one transaction with its outcome. */
    async finish(
      provider: IdentityProvider,
      brought: Brought,
      who: { readonly actor: ClientActor | null; readonly http: FastifyRequest },
      settle: (tx: Tx, row: AttemptRow, verified: Verified, id: string) => Promise<Outcome>,
    ): Promise<Outcome> {
      const stateHash = hashed(brought.state)
      const bindings = bindingsOf(who.http, who.actor)
      const taking = { stateHash, provider: provider.name, bindings, now: clock.now() }
      const row = bindings.length > 0 ? await transact((tx) => takeAttempt(tx.db, taking)) : undefined
      if (!row) return answered(stateHash, provider.name, bindings)
      const { attempt, keep, id } = await open(row)
      try {
        const { code, iss, error, errorDescription } = brought
        if (!code) throw provider.refusal(error ?? '', errorDescription ?? '')
        const verified = await inTime(provider.finish({ code, iss }, attempt, keep))
        return await transact(async (tx) => {
          const outcome = await settle(tx, row, verified, id)
          if (!('result' in outcome) || outcome.result !== 'newcomer') await endAttempt(tx.db, stateHash, outcome)
          else {
            const result = sealing.seal(verified, place(stateHash, 'result'))
            await endAttempt(tx.db, stateHash, outcome, { result, until: new Date(clock.now().getTime() + waitsMs) })
          }
          return outcome
        })
      } catch (error) {
        return failed(row, id, error)
      }
    },

    /** What this browser brought before its person had signed in; given out once. */
    async waiting(tx: Tx, http: FastifyRequest): Promise<{ row: AttemptRow; verified: Verified; id: string } | null> {
      const bindings = bindingsOf(http, null)
      const row = bindings.length > 0 ? await takeResult(tx.db, bindings, clock.now()) : undefined
      if (!row?.result) return null
      const { id } = await open(row)
      return { row, id, verified: sealing.unseal<Verified>(row.result, place(row.state_hash, 'result')) }
    },

    sweep: () => deleteAttempts(db, new Date(clock.now().getTime() - 24 * 60 * minute)),
  }
}

export type Attempts = ReturnType<typeof createAttempts>
