import { type Kysely, sql } from 'kysely'

interface WebhookTable {
  id: string
  /** The machine client that made it; null: the office. */
  client_id: string | null
  name: string
  url: string
  types: unknown
  state: 'active' | 'stopped' | 'ended'
  secret: Uint8Array
  old_secret: Uint8Array | null
  old_until: Date | null
  /** The number of the last event that was put into its deliveries. */
  fanned: number
  leased_until: Date | null
  /** Calls in a row that failed, and until when it rests. */
  failures: number
  resume_at: Date | null
  created_at: Date
}

export type WebhookRow = Omit<WebhookTable, 'types'> & { readonly types: readonly string[] }

interface DeliveryTable {
  webhook_id: string
  seq: number
  type: string
  subject: string
  state: 'waiting' | 'done' | 'parked'
  attempts: number
  due_at: Date
  first_at: Date | null
  last_at: Date | null
  status: number | null
  fault: string | null
}
export type DeliveryRow = DeliveryTable

type Tables = {
  webhook: WebhookTable
  webhook_delivery: DeliveryTable
  event: { seq: number; type: string; subject: string }
  event_head: { last: number }
  machine_client: { id: string; state: string }
}
const tables = (db: Kysely<unknown>) => db.$extendTables<Tables>()

export async function insertWebhook(db: Kysely<unknown>, row: WebhookRow): Promise<void> {
  await tables(db)
    .insertInto('webhook')
    .values({ ...row, types: JSON.stringify(row.types) })
    .execute()
}

/** Webhooks that have not ended, of one client or of all. */
export async function listWebhooks(db: Kysely<unknown>, clientId?: string): Promise<WebhookRow[]> {
  const rows = await tables(db)
    .selectFrom('webhook')
    .selectAll()
    .where('state', '<>', 'ended')
    .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId ?? ''))
    .orderBy('created_at')
    .execute()
  return rows as WebhookRow[]
}

export async function readWebhook(db: Kysely<unknown>, id: string): Promise<WebhookRow | undefined> {
  const found = tables(db).selectFrom('webhook').selectAll().where('id', '=', id).where('state', '<>', 'ended')
  return (await found.executeTakeFirst()) as WebhookRow | undefined
}

type Change = Partial<Omit<WebhookTable, 'id' | 'types'>>

export async function updateWebhook(db: Kysely<unknown>, id: string, change: Change): Promise<void> {
  await tables(db).updateTable('webhook').set(change).where('id', '=', id).execute()
}

/** Webhooks that have something to do: events not looked at yet, or deliveries that are due. None of a client that was closed. */
export async function busyWebhooks(db: Kysely<unknown>, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from webhook w left join machine_client c on c.id = w.client_id
    where w.state = 'active' and (c.id is null or c.state = 'active')
      and (w.resume_at is null or w.resume_at <= ${now}) and (w.leased_until is null or w.leased_until <= ${now})
      and (w.fanned < (select last from event_head) or exists (
        select 1 from webhook_delivery d where d.webhook_id = w.id and d.state = 'waiting' and d.due_at <= ${now}))`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Takes a webhook for a while, so that of several servers one works on it; undefined: another has it. */
export async function leaseWebhook(
  db: Kysely<unknown>,
  id: string,
  now: Date,
  until: Date,
): Promise<WebhookRow | undefined> {
  const row = await tables(db)
    .updateTable('webhook')
    .set({ leased_until: until })
    .where('id', '=', id)
    .where('state', '=', 'active')
    .where(({ or, eb }) => or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
    .returningAll()
    .executeTakeFirst()
  return row as WebhookRow | undefined
}

/** Puts the next events a webhook wants into its deliveries; answers whether there are more to look at. */
export async function fanOut(
  db: Kysely<unknown>,
  { id, types, fanned }: WebhookRow,
  now: Date,
  most: number,
): Promise<{ fanned: number; more: boolean }> {
  const looked = await tables(db)
    .selectFrom('event')
    .select(['seq', 'type', 'subject'])
    .where('seq', '>', fanned)
    .orderBy('seq')
    .limit(most)
    .execute()
  const wanted = looked.filter(({ type }) => types.length === 0 || types.includes(type))
  if (wanted.length > 0)
    await tables(db)
      .insertInto('webhook_delivery')
      .values(wanted.map((event) => ({ ...event, ...fresh, webhook_id: id, due_at: now })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const last = looked.at(-1)?.seq ?? fanned
  if (last > fanned) await updateWebhook(db, id, { fanned: last })
  return { fanned: last, more: looked.length === most }
}

const fresh = { state: 'waiting', attempts: 0, first_at: null, last_at: null, status: null, fault: null } as const

/** The first waiting delivery of each subject, of those that are due: what comes behind one waits for it. */
export async function dueDeliveries(db: Kysely<unknown>, id: string, now: Date, most: number): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select * from (
      select distinct on (subject) * from webhook_delivery
      where webhook_id = ${id} and state = 'waiting' order by subject, seq
    ) first where due_at <= ${now} order by seq limit ${most}`.execute(db)
  return rows
}

type DeliveryChange = Partial<Omit<DeliveryTable, 'webhook_id' | 'seq'>>

export async function updateDelivery(
  db: Kysely<unknown>,
  id: string,
  seq: number,
  change: DeliveryChange,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(db)
    .updateTable('webhook_delivery')
    .set(change)
    .where('webhook_id', '=', id)
    .where('seq', '=', seq)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Sends one again from the start; false when there is none such. */
export const renewDelivery = (db: Kysely<unknown>, id: string, seq: number, now: Date): Promise<boolean> =>
  updateDelivery(db, id, seq, { ...fresh, due_at: now })

export async function listDeliveries(
  db: Kysely<unknown>,
  id: string,
  { before, state, limit }: { before?: number | undefined; state?: DeliveryRow['state'] | undefined; limit: number },
): Promise<DeliveryRow[]> {
  return tables(db)
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_id', '=', id)
    .$if(before !== undefined, (query) => query.where('seq', '<', before ?? 0))
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'waiting'))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

/** How many wait and how many are parked, and when the last one arrived, by webhook. */
export async function deliveryCounts(db: Kysely<unknown>) {
  const rows = await tables(db)
    .selectFrom('webhook_delivery')
    .select(({ fn }) => ['webhook_id', 'state', fn.countAll<number>().as('count'), fn.max('last_at').as('last_at')])
    .groupBy(['webhook_id', 'state'])
    .execute()
  const of = (id: string, state: DeliveryRow['state']) =>
    rows.find((row) => row.webhook_id === id && row.state === state)
  return (id: string) => ({
    waiting: Number(of(id, 'waiting')?.count ?? 0),
    parked: Number(of(id, 'parked')?.count ?? 0),
    lastDelivered: of(id, 'done')?.last_at ?? null,
  })
}

export async function parkedCount(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from webhook_delivery d join webhook w on w.id = d.webhook_id
    where d.state = 'parked' and w.state <> 'ended'`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Forgets what was delivered before a moment, and all of webhooks that have ended. */
export async function sweepDeliveries(db: Kysely<unknown>, before: Date): Promise<void> {
  await sql`delete from webhook_delivery where (state = 'done' and last_at < ${before})
    or webhook_id in (select id from webhook where state = 'ended')`.execute(db)
}
