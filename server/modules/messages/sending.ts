import { crash } from '#server/platform/crash.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type Attachment, LetterRefused, type Mailer } from '#server/providers/email/port.ts'
import { Refused, type SmsGateway } from '#server/providers/sms/port.ts'
import { type Content, contentPlace, contentSealing, type Papers } from './content.ts'
import { abandonedMessages, claimMessage, leaveMessage, leftBehind, renewLease } from './line-store.ts'
import { type MessageRow, updateMessage } from './store.ts'

const firstLookMs = 2000
/** How many the sweep sends at once, and how often in one turn. */
const batch = 4
const rounds = 50
/** A dying worker takes along what it was sending besides: a message alone is to blame only after very many deaths. */
const deathsBorne = 50
const longestRestMs = 60_000

interface Parts {
  readonly platform: Platform
  readonly sms: readonly SmsGateway[]
  readonly email: Mailer
  readonly files: (papers: Papers) => Promise<Attachment[]>
  /** How long a worker that died keeps a message from the others; one that lives renews it. */
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
  const notTaken = metrics.counter(
    'sms_failures_total',
    'Messages an SMS gateway did not take',
    sms.map(({ name }) => ({ provider: name })),
  )

  /** Throws the last gateway's failure when none took the message and a later try may help. */
  async function bySms(row: MessageRow, content: Content): Promise<Outcome> {
    let last: unknown = new Error('there is no SMS gateway')
    for (const gateway of sms) {
      try {
        const providerId = await gateway.send({ key: row.id, phone: content.to, text: content.text })
        return { state: 'sent', provider: gateway.name, providerId }
      } catch (error) {
        if (error instanceof Refused && error.final) {
          notTaken({ provider: gateway.name })
          return { state: 'failed', provider: gateway.name, reason: error.reason }
        }
        log.warn({ message: row.id, gateway: gateway.name, err: error }, 'an SMS gateway did not take a message')
        notTaken({ provider: gateway.name })
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

  const leaseEnd = () => new Date(clock.now().getTime() + leaseMs)

  /** Keeps the message while it is being sent, however long the gateways take. */
  async function holding<T>(row: MessageRow, work: () => Promise<T>): Promise<T> {
    const renewal = setInterval(() => {
      renewLease(platform.db, row, leaseEnd()).catch((error: unknown) =>
        log.warn({ message: row.id, err: error }, 'the lease of a message could not be renewed'),
      )
    }, leaseMs / 3)
    try {
      return await work()
    } finally {
      clearInterval(renewal)
    }
  }

  async function deliver(row: MessageRow): Promise<void> {
    if (row.expires_at && row.expires_at <= clock.now()) return settle(row, gaveUp('expired'))
    // Whoever tried it died over it, time after time.
    if (row.attempts > lastAttempt + deathsBorne) return settle(row, gaveUp('no_provider'))
    const sealing = await contentSealing(platform, platform.db, row.client_id)
    const content = sealing.unseal<Content>(row.sealed, contentPlace(row.id))
    crash('message-claimed')
    const outcome = await holding(row, () => (row.channel === 'sms' ? bySms(row, content) : byEmail(row, content)))
    crash('message-sent')
    await settle(row, outcome)
  }

  /** Claims a message and sends it. Answers the row, with what went wrong; null when it was not to be had. */
  async function attempt(id: string): Promise<{ row: MessageRow; error?: unknown; over: boolean } | null> {
    const row = await claimMessage(platform.db, id, clock.now(), leaseEnd())
    if (!row) return null
    try {
      await deliver(row)
      return { row, over: true }
    } catch (error) {
      const over = row.attempts >= lastAttempt
      if (over) await settle(row, gaveUp('no_provider'))
      return { row, error, over }
    }
  }

  /** One that has no job of its own any more: the sweep comes back to it, ever more seldom. Answers whether it is over. */
  async function resume(id: string): Promise<boolean> {
    const tried = await attempt(id)
    if (!tried?.error) return tried !== null
    log.warn({ message: id, err: tried.error }, 'a message did not go out')
    const rest = Math.min(longestRestMs, 1000 * 2 ** tried.row.attempts)
    if (!tried.over)
      await updateMessage(platform.db, id, 'waiting', { lease_until: new Date(clock.now().getTime() + rest) })
    return tried.over
  }

  /** Goes on with those of the message's line that were left for it to go first. */
  async function follow(row: MessageRow): Promise<void> {
    for (let next = await leftBehind(platform.db, row, clock.now()); next; ) {
      if (!(await resume(next))) return
      next = await leftBehind(platform.db, row, clock.now())
    }
  }

  return {
    /** The message's own job. Throws when it is to be tried again; when it is not its turn, who goes before it sends it too. */
    async send(messageId: string): Promise<void> {
      const tried = await attempt(messageId)
      if (!tried) return leaveMessage(platform.db, messageId, clock.now())
      if (tried.over) await follow(tried.row)
      else await updateMessage(platform.db, messageId, 'waiting', { lease_until: null })
      if (tried.error) throw tried.error
    },

    /** Goes on with messages nobody sends any more; one that fails keeps none of the others waiting. */
    async sweep(): Promise<void> {
      for (let n = 0; n < rounds; n += 1) {
        const found = await abandonedMessages(platform.db, clock.now(), batch)
        const over = await Promise.all(found.map(resume))
        if (!over.includes(true)) return
      }
    },
  }
}
