import { formatPhone, maskPhone, type Phone } from '#contract/identifiers.ts'
import type { ClientActor } from '#server/http/actors.ts'
import { fail } from '#server/platform/failure.ts'
import { codeLifeSeconds, type OneTimeCodes } from '#server/platform/one-time-codes.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { RateLimit } from '#server/platform/rate.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Messages } from '../messages/index.ts'
import type { Confirmations } from './confirmations.ts'
import type { Auth } from './service.ts'
import type { Sessions } from './sessions.ts'
import { phoneChangedAt } from './store.ts'

const minute = 60_000
const hour = 60 * minute

/** How long no money goes out after the phone was changed: time for the owner to hear of it and to call (OWASP ASVS 5.0, 7.5.1). */
const holdMs = 24 * hour

const limits = {
  pause: { limit: 1, window: minute },
  person: { limit: 5, window: 24 * hour },
  number: { limit: 3, window: hour },
} as const satisfies Record<string, RateLimit>

interface Parts {
  readonly platform: Platform
  readonly codes: OneTimeCodes
  readonly messages: Messages
  readonly auth: Auth
  readonly sessions: Sessions
  readonly confirmations: Confirmations
  readonly lender: { readonly brand: { readonly name: string }; readonly contacts: { readonly phone: string } }
  /** Tells the rest of the product, in the same transaction. */
  readonly changed: (tx: Tx, clientId: string, phone: string) => Promise<void>
}

/**
 * Another phone for an account: a code to the old one (`confirm_again` without), then a code to the new one. The old number is
 * told, the other sign-ins end, and payouts wait a day.
 */
export function createPhones({ platform, codes, messages, auth, sessions, confirmations, lender, changed }: Parts) {
  const { rate, sealing, config } = platform
  const codeFor = (phone: string, sessionId: string) => ({
    purpose: 'phone',
    subject: sealing.indexes('phone', phone),
    binding: sessionId,
  })

  const withinLimits = (scope: keyof typeof limits, key: string) => rate.within(`phone.${scope}`, key, limits[scope])

  return {
    /** The same answer whether or not the number has an account. */
    async sendCode(actor: ClientActor, phone: string) {
      confirmations.ask(actor)
      await withinLimits('pause', `${actor.id} ${phone}`)
      await withinLimits('person', actor.id)
      await withinLimits('number', phone)
      await platform.transact(async (tx) => {
        const { code } = await codes.issue(tx.db, codeFor(phone, actor.sessionId), config.testCodes.sms)
        const text = `${lender.brand.name}: код ${code}, чтобы этот номер стал номером входа. Это не вы? Никому не говорите код.`
        await messages.sms(tx, { kind: 'phoneCode', phone, text, clientId: actor.id })
      })
      return { resendAfterSeconds: limits.pause.window / 1000, livesSeconds: codeLifeSeconds }
    },

    /** Fails with `code_wrong` (the try is counted), or `state_conflict` for a number that has an account. */
    async change(tx: Tx, actor: ClientActor, { phone, code }: { phone: string; code: string }): Promise<void> {
      confirmations.ask(actor)
      const codeId = await codes.check(tx.db, codeFor(phone, actor.sessionId), code)
      if (!codeId) throw fail('code_wrong', { keep: true })
      await codes.use(tx.db, codeId)
      const before = await auth.clientWithin(tx, actor.id)
      await auth.setPhone(tx, actor.id, phone)
      await changed(tx, actor.id, phone)
      const ended = await sessions.endAll(tx, actor.id, actor.sessionId)
      const text = `${lender.brand.name}: номер для входа изменён на ${maskPhone(phone as Phone)}. Деньги по займу сутки не отправляем. Это не вы? Звоните: ${formatPhone(lender.contacts.phone as Phone)}`
      const told = text.replaceAll('\u00a0', ' ')
      for (const number of [before.phone, phone])
        await messages.sms(tx, { kind: 'phoneChanged', phone: number, text: told, clientId: actor.id })
      const client = { kind: 'client', id: actor.id }
      tx.journal({ event: 'client.changePhone', actor: client, subject: client, data: { ended } })
    },

    /** Until when no money may go to this client; null when nothing holds it. */
    async heldUntil(tx: Tx, clientId: string): Promise<Date | null> {
      const at = await phoneChangedAt(tx.db, clientId)
      const until = at && new Date(at.getTime() + holdMs)
      return until && until > platform.clock.now() ? until : null
    },
  }
}

export type Phones = ReturnType<typeof createPhones>
