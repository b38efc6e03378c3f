import type { FastifyReply } from 'fastify'
import type { ClientActor } from '#server/http/actors.ts'
import { fail } from '#server/platform/failure.ts'
import type { OneTimeCodes } from '#server/platform/one-time-codes.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Messages } from '../messages/index.ts'
import type { Auth } from './service.ts'
import type { Sessions } from './sessions.ts'

const minute = 60_000

/** How long an entered code stands for the person (OWASP ASVS 5.0, 7.5.3). */
const freshFor = 5 * minute

interface Parts {
  readonly platform: Platform
  readonly codes: OneTimeCodes
  readonly sessions: Sessions
  readonly messages: Messages
  readonly auth: Auth
  readonly brand: string
}

/** Asks who is signed in for another SMS code before money or ways in are changed. */
export function createConfirmations({ platform, codes, sessions, messages, auth, brand }: Parts) {
  const { clock, limits, sealing, config } = platform
  const codeFor = (phone: string, sessionId: string) => ({
    purpose: 'confirmation',
    subject: sealing.indexes('phone', phone),
    binding: sessionId,
  })

  const fresh = ({ confirmedAt }: ClientActor) =>
    confirmedAt !== undefined && clock.now().getTime() - confirmedAt.getTime() <= freshFor

  return {
    /** Whether a code was entered in this session within five minutes. */
    fresh,

    /** Throws `confirm_again` unless it was. */
    ask(actor: ClientActor): void {
      if (!fresh(actor)) throw fail('confirm_again')
    },

    async sendCode({ id, sessionId }: ClientActor) {
      const { phone } = await auth.client(id)
      await limits.take('confirmationCode', { phone })
      await platform.transact(async (tx) => {
        const { code } = await codes.issue(tx.db, codeFor(phone, sessionId), config.testCodes.sms)
        const text = `${brand}: код ${code}, чтобы подтвердить важное изменение в кабинете. Это не вы? Никому не говорите код и позвоните нам.`
        await messages.sms(tx, { kind: 'confirmationCode', phone, text, clientId: id })
      })
      return {
        resendAfterSeconds: limits.figureOf('confirmationCode', 'pause').window / 1000,
        livesSeconds: codes.lifeSeconds,
      }
    },

    /** Fails with `code_wrong`; the try is counted. */
    async confirm(tx: Tx, actor: ClientActor, code: string, reply: FastifyReply): Promise<void> {
      const { phone } = await auth.clientWithin(tx, actor.id)
      const codeId = await codes.check(tx.db, codeFor(phone, actor.sessionId), code)
      const who = {
        actor: { kind: 'client', id: actor.id },
        subject: { kind: 'session', id: actor.sessionId },
      } as const
      if (!codeId) {
        tx.journal({ event: 'client.confirmFailed', ...who })
        throw fail('code_wrong', { keep: true })
      }
      await codes.use(tx.db, codeId)
      tx.afterCommit(() => limits.forget('confirmationCode', 'pause', phone))
      await sessions.confirm(tx, actor, reply)
      tx.journal({ event: 'client.confirm', ...who })
    },
  }
}

export type Confirmations = ReturnType<typeof createConfirmations>
