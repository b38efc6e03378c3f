import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { maskPhone, type Phone } from '#contract/identifiers.ts'
import { createDevices, type Device } from '#server/http/devices.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { OneTimeCodes } from '#server/platform/one-time-codes.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Documents } from '../documents/index.ts'
import type { Messages } from '../messages/index.ts'
import type { Consents } from './consents.ts'
import type { Sessions } from './sessions.ts'
import { createSmsBudget } from './sms-budget.ts'
import { findClient, insertClient, readClient, updateClient, updatePhone } from './store.ts'

/** What is kept of a client beyond the phone's blind index. */
export interface ClientData {
  readonly phone: string
  /** Confirmed by a code. */
  readonly email?: string
  readonly name?: string
}

interface Parts {
  readonly platform: Platform
  readonly codes: OneTimeCodes
  readonly sessions: Sessions
  readonly consents: Consents
  readonly messages: Messages
  readonly documents: Documents
  readonly brand: string
}

/** A code that is not to go out after all. */
class Withheld extends Error {}

function passWithheld(error: unknown): void {
  if (!(error instanceof Withheld)) throw error
}

const place = (id: string) => ({ table: 'client', id })

/** Sign-up and sign-in by phone and SMS code. Whether a phone is known never shows before its code was right. */
export function createAuth(parts: Parts) {
  const { platform, codes, sessions, consents, messages, documents } = parts
  const { sealing, clientKeys, limits, config, clock } = platform
  const devices = createDevices(platform, 'client')
  const budget = createSmsBudget(platform)

  /** Resends are counted by phone; by phone and browser where somebody signed in by it before, so that no stranger uses those up. */
  const takeCode = (phone: string, device: Device) =>
    limits.take('signInCode', device.knows(phone) ? { phoneOnDevice: `${device.id} ${phone}` } : { phone })

  const hasAccount = async (phone: string) =>
    (await findClient(platform.db, sealing.indexes('phone', phone))) !== undefined

  const codeFor = (phone: string, device: string) => ({
    purpose: 'sign-in',
    subject: sealing.indexes('phone', phone),
    binding: device,
  })

  async function makeAccount(
    tx: Tx,
    phone: string,
    accepted: readonly { id: string; version: string }[],
  ): Promise<string> {
    const needed = documents.current('signUp').filter((d) => d.required)
    const missing = needed.filter((d) => !accepted.some((a) => a.id === d.id && a.version === d.version))
    if (missing.length > 0) throw fail('documents_required', { details: { documents: documents.current('signUp') } })
    const id = newId()
    const sealed = (await clientKeys.of(tx.db, id)).seal({ phone } satisfies ClientData, place(id))
    const row = { id, sealed, created_at: clock.now(), phone_changed_at: null }
    await insertClient(tx.db, row, sealing.index('phone', phone))
    await consents.give(tx, id, needed)
    tx.journal({ event: 'client.create', actor: { kind: 'client', id }, subject: { kind: 'client', id } })
    return id
  }

  async function client(tx: Tx | null, id: string): Promise<ClientData> {
    const db = tx?.db ?? platform.db
    const row = await readClient(db, id)
    if (!row) throw fail('not_found')
    return (await clientKeys.of(db, id)).unseal<ClientData>(row.sealed, place(id))
  }

  return {
    async sendCode(phone: string, http: FastifyRequest, reply: FastifyReply) {
      const device = devices.meet(http, reply)
      await takeCode(phone, device)
      const { sends, slow } = await budget.shareOf(phone, device, () => hasAccount(phone))
      await platform
        .transact(async (tx) => {
          const { code } = await codes.issue(tx.db, codeFor(phone, device.id), config.testCodes.sms)
          const text = `${parts.brand}: код входа ${code}. Никому его не говорите, даже нашим сотрудникам.`
          await messages.sms(tx, { kind: 'signInCode', phone, text })
          // All the work is done and taken back, so that the time of the answer does not say that nothing went out.
          if (!sends) throw new Withheld()
        })
        .catch(passWithheld)
      return {
        resendAfterSeconds: limits.figureOf('signInCode', 'pause').window / 1000,
        livesSeconds: codes.lifeSeconds,
        ...(slow && { slow }),
      }
    },

    /** Checks the code; a new phone makes the account once the documents of sign-up are accepted. Starts a session. */
    async signIn(
      tx: Tx,
      given: { phone: string; code: string; accepted?: readonly { id: string; version: string }[] | undefined },
      http: FastifyRequest,
      reply: FastifyReply,
    ) {
      const device = devices.read(http)
      const codeId = await codes.check(tx.db, codeFor(given.phone, device?.id ?? ''), given.code)
      if (!codeId) {
        tx.afterCommit(() => platform.sums.count('client.signInFailed', 'code'))
        throw fail('code_wrong', { keep: true })
      }
      const known = await findClient(tx.db, sealing.indexes('phone', given.phone))
      const id = known ?? (await makeAccount(tx, given.phone, given.accepted ?? []))
      await codes.use(tx.db, codeId)
      // The pause is for codes that do not arrive; after a right one the next may follow at once.
      tx.afterCommit(async () => {
        await limits.forget('signInCode', 'pause', given.phone)
        await limits.forget('signInCode', 'devicePause', `${device?.id} ${given.phone}`)
        devices.remember(http, reply, given.phone)
      })
      await sessions.end(tx, http, reply)
      await sessions.start(tx, id, http, reply)
      tx.journal({ event: 'client.signIn', actor: { kind: 'client', id }, subject: { kind: 'client', id } })
      return { newAccount: !known, idleSeconds: sessions.idleSeconds }
    },

    client: (id: string) => client(null, id),
    clientWithin: (tx: Tx, id: string) => client(tx, id),
    phoneWithin: async (tx: Tx, id: string) => (await client(tx, id)).phone,

    /** Keeps what a step learnt about the person: name, confirmed e-mail. */
    async learn(tx: Tx, id: string, more: Partial<ClientData>): Promise<void> {
      const data = { ...(await client(tx, id)), ...more }
      await updateClient(tx.db, id, (await clientKeys.of(tx.db, id)).seal(data, place(id)))
    },

    /** Fails with `state_conflict` for a phone that has an account, this one's own too. */
    async setPhone(tx: Tx, id: string, phone: string): Promise<void> {
      if (await findClient(tx.db, sealing.indexes('phone', phone))) throw fail('state_conflict')
      const data = { ...(await client(tx, id)), phone }
      const sealed = (await clientKeys.of(tx.db, id)).seal(data, place(id))
      await updatePhone(tx.db, id, { sealed, phone_changed_at: clock.now() }, sealing.index('phone', phone))
    },

    async profile(id: string, sessionId: string) {
      const data = await client(null, id)
      const list = await sessions.list(id)
      return {
        phone: maskPhone(data.phone as Phone),
        ...(data.email && { email: data.email }),
        ...(data.name && { name: data.name }),
        sessions: list.map((s) => ({
          id: s.id,
          device: s.device,
          startedAt: s.created_at.toISOString(),
          lastSeenAt: s.seen_at.toISOString(),
          current: s.id === sessionId,
        })),
        consents: await consents.list(id),
      }
    },
  }
}

export type Auth = ReturnType<typeof createAuth>
