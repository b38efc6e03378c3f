import { fail } from '#server/platform/failure.ts'
import type { OneTimeCodes } from '#server/platform/one-time-codes.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Messages } from '../messages/index.ts'
import type { Auth } from './service.ts'

interface Parts {
  readonly platform: Platform
  readonly codes: OneTimeCodes
  readonly messages: Messages
  readonly auth: Auth
  readonly brand: string
}

/** E-mail addresses confirmed by a code of six digits. An address is the client's only once its code came back. */
export function createEmails({ platform, codes, messages, auth, brand }: Parts) {
  const { limits, sealing, config } = platform
  const codeFor = (clientId: string, email: string) => ({
    purpose: 'email',
    subject: sealing.indexes('email', `${clientId} ${email}`),
    binding: clientId,
  })

  return {
    async sendCode(clientId: string, email: string) {
      await limits.take('emailCode', { subject: `${clientId} ${email}`, email })
      await platform.transact(async (tx) => {
        const { code } = await codes.issue(tx.db, codeFor(clientId, email), config.testCodes.email)
        await messages.email(tx, {
          kind: 'emailCode',
          clientId,
          to: email,
          subject: `${code} — код подтверждения почты`,
          text: `Код подтверждения почты: ${code}. Он действует пять минут.\n\nЕсли вы не указывали этот адрес в «${brand}», ничего делать не нужно.`,
        })
      })
      return {
        resendAfterSeconds: limits.figureOf('emailCode', 'pause').window / 1000,
        livesSeconds: codes.lifeSeconds,
      }
    },

    /** Fails with `code_wrong`; the try is counted. */
    async confirm(tx: Tx, clientId: string, { email, code }: { email: string; code: string }): Promise<void> {
      const codeId = await codes.check(tx.db, codeFor(clientId, email), code)
      if (!codeId) throw fail('code_wrong', { keep: true })
      await codes.use(tx.db, codeId)
      await auth.learn(tx, clientId, { email })
      await tx.emit('email.confirmed', { clientId, email })
      tx.journal({
        event: 'client.confirmEmail',
        actor: { kind: 'client', id: clientId },
        subject: { kind: 'client', id: clientId },
      })
    },
  }
}

export type Emails = ReturnType<typeof createEmails>
