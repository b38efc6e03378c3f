import { type EventTypeName, eventTypes } from '#contract/machine/events.ts'
import { isLoopback } from '#server/platform/addresses.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import { lockName } from '#server/platform/locks.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { cloudEventOf, type Events } from '../events/index.ts'
import { createDelivering, mostWebhooks } from './delivering.ts'
import { createSender, secretPlace } from './sending.ts'
import {
  deliveryCounts,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  readWebhook,
  renewDelivery,
  sweepDeliveries,
  updateWebhook,
  type WebhookRow,
} from './store.ts'

interface Actor {
  readonly kind: 'staff' | 'machine'
  readonly id: string
}

interface Given {
  readonly name: string
  readonly url: string
  readonly types: readonly EventTypeName[]
}

const day = 86_400_000
const logDays = 30

const viewOf = ({ id, name, url, types, state, created_at, failures, resume_at }: WebhookRow) => ({
  id,
  name,
  url,
  types: types.filter((type): type is EventTypeName => type in eventTypes),
  state: state === 'active' ? ('active' as const) : ('stopped' as const),
  createdAt: created_at.toISOString(),
  failures,
  resumesAt: resume_at?.toISOString() ?? null,
})

/** Webhooks: the feed's events pushed to the lender's other systems. */
export function createWebhooks(platform: Platform, events: Events) {
  const { db, clock, random, sealing, config } = platform
  const send = createSender(platform)
  const delivering = createDelivering({ platform, feed: events.feed, source: events.source, send })

  const newSecret = () => `whsec_${Buffer.from(random.token(), 'base64url').toString('base64')}`

  function checkUrl(text: string): void {
    const url = URL.parse(text)
    const wrong = (message: string) => fail('invalid_answers', { issues: [{ field: 'url', message }] })
    if (!url) throw wrong('Это не адрес: нужен https://…')
    if (url.username || url.password) throw wrong('В адресе не должно быть имени и пароля')
    const here = !config.production && url.protocol === 'http:' && isLoopback(url.hostname.replace(/^\[|\]$/g, ''))
    if (url.protocol !== 'https:' && !here && !config.privateServices.includes(url.origin))
      throw wrong('Нужен адрес https://')
  }

  const note = (
    tx: Tx,
    event: 'add' | 'rotate' | 'turn' | 'sendAgain',
    actor: Actor,
    id: string,
    data: Record<string, unknown> = {},
  ) => tx.journal({ event: `webhook.${event}`, actor, subject: { kind: 'webhook', id }, data })

  /** A webhook, of this client only where one is named. */
  async function found(id: string, clientId?: string): Promise<WebhookRow> {
    const row = await readWebhook(db, id)
    if (!row || (clientId !== undefined && row.client_id !== clientId)) throw fail('not_found')
    return row
  }

  async function within(tx: Tx, id: string, clientId?: string): Promise<WebhookRow> {
    const row = await readWebhook(tx.db, id)
    if (!row || (clientId !== undefined && row.client_id !== clientId)) throw fail('not_found')
    return row
  }

  return {
    wake: delivering.wake,
    sweep: () => sweepDeliveries(db, new Date(clock.now().getTime() - logDays * day)),

    list: async (clientId: string) => (await listWebhooks(db, clientId)).map(viewOf),

    async listAll() {
      const counts = await deliveryCounts(db)
      return (await listWebhooks(db)).map((row) => {
        const { lastDelivered, ...rest } = counts(row.id)
        return { ...viewOf(row), client: row.client_id, ...rest, lastDelivered: lastDelivered?.toISOString() ?? null }
      })
    },

    /** Events from now on go to it. Its secret is answered this once. */
    async add(tx: Tx, { name, url, types }: Given, actor: Actor) {
      checkUrl(url)
      await lockName(tx.db, 'webhooks')
      if ((await listWebhooks(tx.db)).length >= mostWebhooks) throw fail('state_conflict')
      const [id, secret] = [newId(), newSecret()]
      await insertWebhook(tx.db, {
        id,
        client_id: actor.kind === 'machine' ? actor.id : null,
        name: name.trim(),
        url,
        types: [...new Set(types)],
        state: 'active',
        secret: sealing.seal(secret, secretPlace(id, 'secret')),
        old_secret: null,
        old_until: null,
        fanned: await events.last(tx),
        leased_until: null,
        failures: 0,
        resume_at: null,
        created_at: clock.now(),
      })
      note(tx, 'add', actor, id, { host: URL.parse(url)?.host, types })
      return { id, secret }
    },

    async rotate(tx: Tx, id: string, actor: Actor) {
      const row = await within(tx, id, actor.id)
      const secret = newSecret()
      const old = sealing.unseal<string>(row.secret, secretPlace(id, 'secret'))
      const until = new Date(clock.now().getTime() + day)
      await updateWebhook(tx.db, id, {
        secret: sealing.seal(secret, secretPlace(id, 'secret')),
        old_secret: sealing.seal(old, secretPlace(id, 'old_secret')),
        old_until: until,
      })
      note(tx, 'rotate', actor, id)
      return { secret, oldUntil: until.toISOString() }
    },

    /** Stops it, lets it go on from where it was, or ends it. */
    async turn(tx: Tx, id: string, state: 'active' | 'stopped' | 'ended', actor: Actor): Promise<void> {
      await within(tx, id, actor.kind === 'machine' ? actor.id : undefined)
      await updateWebhook(tx.db, id, { state, ...(state === 'active' && { failures: 0, resume_at: null }) })
      note(tx, 'turn', actor, id, { state })
    },

    /** A test event, now; outside of any transaction. */
    async test(id: string, clientId?: string) {
      const row = await found(id, clientId)
      const event = {
        id: newId(),
        seq: 0,
        type: 'ru.zayavka.test',
        subject: `webhooks/${id}`,
        at: clock.now(),
        data: {},
      }
      const { delivered, status, fault } = await send(row, cloudEventOf(event, events.source))
      return { delivered, status, fault }
    },

    async deliveries(
      id: string,
      query: { before?: string | undefined; state?: 'waiting' | 'done' | 'parked' | undefined },
    ) {
      await found(id)
      const limit = 100
      const before = query.before === undefined ? undefined : Number(query.before)
      const rows = await listDeliveries(db, id, { before, state: query.state, limit })
      return {
        items: rows.map((row) => ({
          sequence: String(row.seq),
          type: row.type,
          subject: row.subject,
          state: row.state,
          attempts: row.attempts,
          dueAt: row.due_at.toISOString(),
          lastAt: row.last_at?.toISOString() ?? null,
          status: row.status,
          fault: row.fault,
        })),
        next: rows.length === limit ? String(rows.at(-1)?.seq) : null,
      }
    },

    async sendAgain(tx: Tx, id: string, sequence: string, actor: Actor): Promise<void> {
      await within(tx, id)
      if (!(await renewDelivery(tx.db, id, Number(sequence), clock.now()))) throw fail('not_found')
      note(tx, 'sendAgain', actor, id, { sequence })
    },
  }
}

export type Webhooks = ReturnType<typeof createWebhooks>
