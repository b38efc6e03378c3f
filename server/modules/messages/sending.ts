import { crash } from '#server/platform/crash.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type Attachment, LetterRefused, type Mailer } from '#server/providers/email/port.ts'
import { Refused, type SmsGateway } from '#server/providers/sms/port.ts'
import { type Content, contentPlace, contentSealing, type Papers } from './content.ts'
import { abandonedMessages, claimMessage, type MessageRow, readMessage, updateMessage } from './store.ts'

const firstLookMs = 2000
const batch = 20

interface Parts {
  readonly platform: Platform
  readonly sms: readonly SmsGateway[]
  readonly email: Mailer
  readonly files: (papers: Papers) => Promise<Attachment[]>
  /** How long a worker that died keeps a message from the others. */
  readonly leaseMs: number
  /** The attempt after which the message is given up. */
  readonly lastAttempt: number
}

type Outcome =
  | { readonly state: 'sent'; readonly provider: string; readonly providerId: string }
  | { readonly state: 'failed'; readonly provider: string; readonly reason: string }

/** Sends one message of the outbox: gateway after gateway until one takes it. */
export function createSending({ platform, sms, email, files, leaseMs, lastAttempt }: Parts) {
  const { clock, log, metrics } = platform
  for (const { name } of sms) metrics.count('sms_failures_total', { provider: name }, 0)

  /** Throws the last gateway's failure when none took the message and a later try may help. */
  async function bySms(row: MessageRow, content: Content): Promise<Outcome> {
    let last: unknown = new Error('there is no SMS gateway')
    for (const gateway of sms) {
      try {
        const providerId = await gateway.send({ key: row.id, phone: content.to, text: content.text })
        return { state: 'sent', provider: gateway.name, providerId }
      } catch (error) {
        if (error instanceof Refused && error.final) {
          metrics.count('sms_failures_total', { provider: gateway.name })
          return { state: 'failed', provider: gateway.name, reason: error.reason }
        }
        log.warn({ message: row.id, gateway: gateway.name, err: error }, 'an SMS gateway did not take a message')
        metrics.count('sms_failures_total', { provider: gateway.name })
        last = error
      }
    }
    throw last
  }

  async function byEmail(row: MessageRow, content: Content): Promise<Outcome> {
    const attachments = content.papers ? await files(content.papers) : []
    try {
      const letter = { key: row.id, to: content.to, subject: content.subject ?? '', text: content.text, attachments }
      return { state: 'sent', provider: email.name, providerId: await email.send(letter) }
    } catch (error) {
      if (error instanceof LetterRefused) return { state: 'failed', provider: email.name, reason: error.reason }
      throw error
    }
  }

  async function settle(row: MessageRow, outcome: Outcome): Promise<void> {
    const now = clock.now()
    const sent = outcome.state === 'sent'
    await platform.transact(async (tx) => {
      const written = await updateMessage(tx.db, row.id, 'waiting', {
        state: outcome.state,
        provider: outcome.provider,
        lease_until: null,
        ...(sent
          ? {
              provider_id: outcome.providerId,
              sent_at: now,
              check_at: row.channel === 'sms' ? new Date(now.getTime() + firstLookMs) : null,
            }
          : { reason: outcome.reason, settled_at: now }),
      })
      if (!written) return
      tx.journal({
        event: `message.${outcome.state}`,
        actor: { kind: 'job', id: 'message.send' },
        subject: { kind: 'message', id: row.id },
        data: { kind: row.kind, channel: row.channel, provider: outcome.provider, attempt: row.attempts },
      })
    })
  }

  const gaveUp = (reason: string): Outcome => ({ state: 'failed', provider: 'none', reason })

  const desk = {
    /** Throws when the message is to be tried again. */
    async send(messageId: string): Promise<void> {
      const now = clock.now()
      const row = await claimMessage(platform.db, messageId, now, new Date(now.getTime() + leaseMs))
      if (!row) {
        const known = await readMessage(platform.db, messageId)
        if (known?.state === 'waiting') throw new Error('the message is being sent by another worker')
        return
      }
      if (row.expires_at && row.expires_at <= now) return settle(row, gaveUp('expired'))
      const sealing = await contentSealing(platform, platform.db, row.client_id)
      const content = sealing.unseal<Content>(row.sealed, contentPlace(row.id))
      crash('message-claimed')
      try {
        const outcome = await (row.channel === 'sms' ? bySms(row, content) : byEmail(row, content))
        crash('message-sent')
        await settle(row, outcome)
      } catch (error) {
        if (row.attempts >= lastAttempt) await settle(row, gaveUp('no_provider'))
        else await updateMessage(platform.db, row.id, 'waiting', { lease_until: null })
        throw error
      }
    },

    /** Goes on with messages whose worker died; one that fails keeps none of the others waiting. */
    async sweep(): Promise<void> {
      for (const id of await abandonedMessages(platform.db, clock.now(), batch))
        await desk.send(id).catch((error: unknown) => log.warn({ message: id, err: error }, 'a message did not go out'))
    },
  }
  return desk
}
