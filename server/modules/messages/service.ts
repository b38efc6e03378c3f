import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Attachment, Mailer } from '#server/providers/email/port.ts'
import type { SmsGateway } from '#server/providers/sms/port.ts'
import { type Content, contentPlace, contentSealing, type Papers } from './content.ts'
import { createDelivery } from './delivery.ts'
import { expiry } from './kinds.ts'
import { nextPlace } from './line-store.ts'
import type { Messages } from './outbox.ts'
import { notBefore } from './quiet-hours.ts'
import { createSending } from './sending.ts'
import {
  insertMessage,
  listMessages,
  type MessageFilter,
  type MessageRow,
  type MessageState,
  messagesOf,
  oldestWaiting,
  readMessage,
  reopenMessage,
} from './store.ts'

const job = 'message.send'
const retries = 6

/** What is known of a message's way, for the evidence of a signature. */
export interface MessageDelivery {
  readonly state: MessageState
  readonly provider: string | null
  readonly providerId: string | null
  readonly sentAt: Date | null
  readonly settledAt: Date | null
}

/** A worker that lives keeps what it sends (`createSending`): this is only what its death costs. */
const usualLeaseMs = 4_000
const usualCodeMs = 300_000

interface Parts {
  readonly platform: Platform
  /** The gateways in the order they are tried. */
  readonly sms: readonly SmsGateway[]
  readonly email: Mailer
  /** The clock of whom a message is for; null: not known. */
  readonly zoneOf: (tx: Tx, requestId: string | undefined) => Promise<string | null>
  /** How long a one-time code lives, and so a message with one. */
  readonly codeMs?: number
  /** The files of documents that go with a letter. */
  readonly files: (papers: Papers) => Promise<Attachment[]>
  /** How long a worker that died keeps a message from the others. */
  readonly leaseMs?: number
}

/** The outbox: a row in the transaction of what it tells about, a job that sends it, a sweep that reads the delivery back. */
export function createMessages({
  platform,
  sms,
  email,
  zoneOf,
  codeMs = usualCodeMs,
  files,
  leaseMs = usualLeaseMs,
}: Parts) {
  const { clock, jobs, metrics } = platform
  const sending = createSending({ platform, sms, email, files, leaseMs, lastAttempt: retries + 1 })
  jobs.define<{ messageId: string }>(job, ({ messageId }) => sending.send(messageId), {
    retries,
    retryDelay: 2,
    reopen: ({ messageId }) => reopenMessage(platform.db, messageId, clock.now()),
  })
  jobs.every('message.abandoned', 5000, sending.sweep)
  const delivery = createDelivery(platform, sms)
  metrics.gauge('outbox_age_seconds', 'Age of the oldest message that has not gone out', async () => {
    const oldest = await oldestWaiting(platform.db, clock.now())
    return oldest ? (clock.now().getTime() - oldest.getTime()) / 1000 : 0
  })
  jobs.every('message.delivery', 5000, delivery.readBack)

  async function put(
    tx: Tx,
    channel: 'sms' | 'email',
    about: { kind: string; clientId?: string; requestId?: string; waits?: boolean; notBefore?: Date },
    content: Content,
  ): Promise<string> {
    const id = newId()
    const now = clock.now()
    const sealing = await contentSealing(platform, tx.db, about.clientId)
    const startAfter = about.notBefore ?? (about.waits ? notBefore(now, await zoneOf(tx, about.requestId)) : now)
    const requestId = about.requestId ?? null
    const row: MessageRow = {
      id,
      channel,
      kind: about.kind,
      state: 'waiting',
      sealed: sealing.seal(content, contentPlace(id)),
      client_id: about.clientId ?? null,
      request_id: requestId,
      provider: null,
      provider_id: null,
      reason: null,
      attempts: 0,
      place: await nextPlace(tx.db, requestId, channel),
      created_at: now,
      due_at: startAfter > now ? startAfter : null,
      expires_at: expiry(about.kind, now, codeMs),
      lease_until: null,
      sent_at: null,
      check_at: null,
      settled_at: null,
    }
    await insertMessage(tx.db, row)
    await tx.send(job, { messageId: id }, startAfter > now ? { startAfter } : {})
    return id
  }

  const desk = {
    sms: (tx, { phone, text, texts, ...about }) => put(tx, 'sms', about, { to: phone, text, ...(texts && { texts }) }),

    email: (tx, { to, subject, text, papers, ...about }) =>
      put(tx, 'email', about, { to, subject, text, ...(papers && { papers }) }),

    /** How far a message has come; null for an unknown one. Inside a transaction, give its `tx`. */
    async delivery(id: string, tx?: Tx): Promise<MessageDelivery | null> {
      const row = await readMessage(tx?.db ?? platform.db, id)
      if (!row) return null
      const { state, provider, provider_id: providerId, sent_at: sentAt, settled_at: settledAt } = row
      return { state, provider, providerId, sentAt, settledAt }
    },

    /** Whether a message has not gone out, or was not taken: its reader does not know what it says. */
    async undelivered(tx: Tx, id: string): Promise<boolean> {
      const row = await readMessage(tx.db, id)
      return row?.state !== 'sent' && row?.state !== 'delivered'
    },

    /** A page of messages, newest first, opened; only of a state or channel when one is given. */
    async list(after: { at: Date; id: string } | null, limit: number, only: MessageFilter = {}) {
      const rows = await listMessages(platform.db, only, after, limit)
      return Promise.all(
        rows.map(async (row) => {
          const sealing = await contentSealing(platform, platform.db, row.client_id)
          return { row, content: sealing.unseal<Content>(row.sealed, contentPlace(row.id)) }
        }),
      )
    },

    /** Every message to a client, oldest first, opened: for the client. */
    async ofClient(clientId: string) {
      const { unseal } = await platform.clientKeys.of(platform.db, clientId)
      return (await messagesOf(platform.db, clientId)).map(({ id, kind, channel, created_at, sealed }) => {
        const { to, text } = unseal<Content>(sealed, contentPlace(id))
        return { at: created_at.toISOString(), kind, channel, to, text }
      })
    },
  } satisfies Messages & Record<string, unknown>
  return desk
}

export type MessageDesk = ReturnType<typeof createMessages>
