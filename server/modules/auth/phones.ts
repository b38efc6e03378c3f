import type { Kysely } from 'kysely'
import type { ClientActor } from '#server/http/actors.ts'
import { fail } from '#server/platform/failure.ts'
import type { OneTimeCodes } from '#server/platform/one-time-codes.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Messages, Notify } from '../messages/index.ts'
import type { Confirmations } from './confirmations.ts'
import type { Auth } from './service.ts'
import type { Sessions } from './sessions.ts'
import { phoneChangedAt } from './store.ts'

const hour = 3600_000

/** How long no money goes out after the phone was changed: time for the owner to hear of it and to call (OWASP ASVS 5.0, 7.5.1). */
const holdMs = 24 * hour

interface Parts {
  readonly platform: Platform
  readonly codes: OneTimeCodes
  readonly messages: Messages
  readonly notify: Notify
  readonly auth: Auth
  readonly sessions: Sessions
  readonly confirmations: Confirmations
  readonly lender: { readonly brand: { readonly name: string }; readonly contacts: { readonly phone: string } }
}

/**
 * Another phone for an account: a code to the old one (`confirm_again` without), then a code to the new one. The old number is
 * told, the other sign-ins end, and payouts wait a day.
 */
export function createPhones({ platform, codes, messages, notify, auth, sessions, confirmations, lender }: Parts) {
  const { limits, sealing, config } = platform
  const codeFor = (phone: string, sessionId: string) => ({
    purpose: 'phone',
    subject: sealing.indexes('phone', phone),
    binding: sessionId,
  })

  return {
    /** The same answer whether or not the number has an account. */
    async sendCode(actor: ClientActor, phone: string) {
      confirmations.ask(actor)
      await limits.take('phoneCode', { subject: `${actor.id} ${phone}`, phone })
      await platform.transact(async (tx) => {
        const { code } = await codes.issue(tx.db, codeFor(phone, actor.sessionId), config.testCodes.sms)
        const text = `${lender.brand.name}: код ${code}, чтобы этот номер стал номером входа. Это не вы? Никому не говорите код.`
        await messages.sms(tx, { kind: 'phoneCode', phone, text, clientId: actor.id })
      })
      return {
        resendAfterSeconds: limits.figureOf('phoneCode', 'pause').window / 1000,
        livesSeconds: codes.lifeSeconds,
      }
    },

    /** Fails with `code_wrong` (the try is counted), or `state_conflict` for a number that has an account. */
    async change(tx: Tx, actor: ClientActor, { phone, code }: { phone: string; code: string }): Promise<void> {
      confirmations.ask(actor)
      const codeId = await codes.check(tx.db, codeFor(phone, actor.sessionId), code)
      if (!codeId) throw fail('code_wrong', { keep: true })
      await codes.use(tx.db, codeId)
      const before = await auth.clientWithin(tx, actor.id)
      await auth.setPhone(tx, actor.id, phone)
      await tx.emit('phone.changed', { clientId: actor.id, phone })
      const ended = await sessions.endAll(tx, actor.id, actor.sessionId)
      for (const told of [before.phone, phone])
        await notify(tx, { clientId: actor.id, phone: told }, 'phoneChanged', { phone, contact: lender.contacts.phone })
      const client = { kind: 'client', id: actor.id } as const
      tx.journal({ event: 'client.changePhone', actor: client, subject: client, data: { ended } })
    },

    /** When a client last changed their phone; null: never. */
    changedAt: (clientId: string, within?: { readonly db: Kysely<unknown> }) =>
      phoneChangedAt(within?.db ?? platform.db, clientId),

    /** Until when no money may go to this client; null when nothing holds it. */
    async heldUntil(tx: Tx, clientId: string): Promise<Date | null> {
      const at = await phoneChangedAt(tx.db, clientId)
      const until = at && new Date(at.getTime() + holdMs)
      return until && until > platform.clock.now() ? until : null
    },
  }
}

export type Phones = ReturnType<typeof createPhones>
