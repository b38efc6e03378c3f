import type { Feed } from '#server/platform/feed.ts'
import type { Platform } from '#server/platform/platform.ts'
import { cloudEventOf } from '../events/index.ts'
import type { Send, Tried } from './sending.ts'
import {
  busyWebhooks,
  type DeliveryRow,
  dueDeliveries,
  fanOut,
  leaseWebhook,
  parkedCount,
  updateDelivery,
  updateWebhook,
  type WebhookRow,
} from './store.ts'

interface Parts {
  readonly platform: Platform
  readonly feed: Feed
  readonly source: string
  readonly send: Send
}

const minute = 60_000
const hour = 60 * minute

/** Of one event: after each failed try, and for three days after the first. */
const pauses = [5000, 30_000, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 6 * hour]
const givenUpAfter = 72 * hour

/** Of a receiver: so many failures in a row, and it is tried by one event at a time, more and more seldom. */
const downAfter = 5
const restOf = (failures: number) => Math.min(30_000 * 2 ** Math.min(failures - downAfter, 7), hour)

const job = 'webhook.deliver'
/** Longer than one round of calls can take; a server that dies in it is replaced after it. */
const leaseMs = minute
const roundsMs = 20_000
const [eventsAtOnce, callsAtOnce, roundOf] = [1000, 8, 64]

/** Webhooks there may be: each is worked on by itself, so that a slow one delays nobody. */
export const mostWebhooks = 10

/** Pushes the feed's events to their receivers: each subject's in order, a failing one again over three days. */
export function createDelivering({ platform, feed, source, send }: Parts) {
  const { db, clock, jobs, log, metrics } = platform
  metrics.gauge('webhook_deliveries_parked', 'Events that a receiver did not take in three days', () => parkedCount(db))
  const count = metrics.counter('webhook_calls_total', 'Calls of webhooks', [{ delivered: 'yes' }, { delivered: 'no' }])

  async function settle(webhook: WebhookRow, row: DeliveryRow, tried: Tried): Promise<void> {
    const { id } = webhook
    const { delivered, status, fault } = tried
    count({ delivered: delivered ? 'yes' : 'no' })
    const now = clock.now()
    const first_at = row.first_at ?? now
    const attempts = row.attempts + 1
    const change = { attempts, first_at, last_at: now, status, fault }
    if (delivered) return void (await updateDelivery(db, id, row.seq, { ...change, state: 'done' }))
    if (now.getTime() - first_at.getTime() >= givenUpAfter) {
      log.error({ webhook: id, event: row.seq }, 'a receiver did not take an event in three days: it is parked')
      return void (await updateDelivery(db, id, row.seq, { ...change, state: 'parked' }))
    }
    const pause = pauses[Math.min(attempts, pauses.length) - 1] ?? hour
    await updateDelivery(db, id, row.seq, { ...change, due_at: new Date(now.getTime() + pause) })
  }

  /** One event of the feed to the receiver; what the feed has forgotten meanwhile is parked. */
  async function deliver(webhook: WebhookRow, row: DeliveryRow): Promise<Tried> {
    const [event] = await feed.after(row.seq - 1, 1, undefined, row.seq)
    if (!event) {
      await updateDelivery(db, webhook.id, row.seq, { state: 'parked', fault: 'forgotten' })
      return { delivered: true, status: null, fault: null, gone: false }
    }
    const tried = await send(webhook, cloudEventOf(event, source))
    await settle(webhook, row, tried)
    return tried
  }

  /** A round of calls, a few at a time; false: the receiver is down, or there is nothing to send. */
  async function round(webhook: WebhookRow): Promise<boolean> {
    const down = webhook.failures >= downAfter
    const due = await dueDeliveries(db, webhook.id, clock.now(), down ? 1 : roundOf)
    for (let at = 0; at < due.length; at += callsAtOnce) {
      const tries = await Promise.all(due.slice(at, at + callsAtOnce).map((row) => deliver(webhook, row)))
      if (tries.some(({ gone }) => gone)) {
        await updateWebhook(db, webhook.id, { state: 'stopped' })
        log.warn({ webhook: webhook.id }, 'a receiver answered 410: its webhook is stopped')
        return false
      }
      const ok = tries.some(({ delivered }) => delivered)
      webhook.failures = ok ? 0 : webhook.failures + tries.length
      const rests = webhook.failures >= downAfter
      const resume_at = rests ? new Date(clock.now().getTime() + restOf(webhook.failures)) : null
      await updateWebhook(db, webhook.id, { failures: webhook.failures, resume_at })
      if (rests) return false
    }
    return due.length > 0
  }

  async function work({ webhookId }: { webhookId: string }): Promise<void> {
    const now = clock.now()
    const webhook = await leaseWebhook(db, webhookId, now, new Date(now.getTime() + leaseMs))
    if (!webhook) return
    const ends = now.getTime() + roundsMs
    try {
      for (let more = true; more && clock.now().getTime() < ends; ) {
        const fanned = await fanOut(db, webhook, clock.now(), eventsAtOnce)
        webhook.fanned = fanned.fanned
        more = (await round(webhook)) || (fanned.more && webhook.failures < downAfter)
      }
    } finally {
      await updateWebhook(db, webhookId, { leased_until: null })
    }
  }

  jobs.define<{ webhookId: string }>(job, work, { concurrency: mostWebhooks, retries: 0 })

  return {
    /** Sets to work on every webhook that has something to do. */
    async wake(): Promise<void> {
      for (const webhookId of await busyWebhooks(db, clock.now()))
        await jobs.send(job, { webhookId }, { onlyOne: webhookId })
    },
  }
}
