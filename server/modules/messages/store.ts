import { type Kysely, sql } from 'kysely'

export type MessageState = 'waiting' | 'sent' | 'delivered' | 'failed'

interface MessageTable {
  id: string
  channel: 'sms' | 'email'
  kind: string
  state: MessageState
  sealed: Uint8Array
  client_id: string | null
  request_id: string | null
  provider: string | null
  provider_id: string | null
  reason: string | null
  attempts: number
  place: number | null
  created_at: Date
  due_at: Date | null
  expires_at: Date | null
  lease_until: Date | null
  sent_at: Date | null
  check_at: Date | null
  settled_at: Date | null
}
export type MessageRow = MessageTable

const tables = (db: Kysely<unknown>) => db.$extendTables<{ message: MessageTable }>()

export async function insertMessage(db: Kysely<unknown>, row: MessageRow): Promise<void> {
  await tables(db).insertInto('message').values(row).execute()
}

export async function readMessage(db: Kysely<unknown>, id: string): Promise<MessageRow | undefined> {
  return tables(db).selectFrom('message').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Writes a change only while the message is in the state it was read in; answers whether it did. */
export async function updateMessage(
  db: Kysely<unknown>,
  id: string,
  from: MessageState,
  change: Partial<MessageRow>,
): Promise<boolean> {
  const result = await tables(db)
    .updateTable('message')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Puts a message that was given up because no provider took it back into the outbox, with all its tries. */
export async function reopenMessage(db: Kysely<unknown>, id: string, now: Date): Promise<void> {
  await tables(db)
    .updateTable('message')
    .set({
      state: 'waiting',
      provider: null,
      reason: null,
      settled_at: null,
      lease_until: null,
      attempts: 0,
      due_at: now,
    })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .where('reason', '=', 'no_provider')
    .execute()
}

/** Sent messages whose delivery is to be asked about now. */
export async function messagesToCheck(db: Kysely<unknown>, now: Date, limit: number): Promise<MessageRow[]> {
  return tables(db)
    .selectFrom('message')
    .selectAll()
    .where('state', '=', 'sent')
    .where('check_at', '<=', now)
    .orderBy('check_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Since when the oldest message that may go out now has waited; null when none does. */
export async function oldestWaiting(db: Kysely<unknown>, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(coalesce(due_at, created_at)) as at from message
    where state = 'waiting' and (due_at is null or due_at <= ${now})`.execute(db)
  return rows[0]?.at ?? null
}

export interface MessageFilter {
  readonly state?: MessageState | undefined
  readonly channel?: 'sms' | 'email' | undefined
}

/** Newest first, after a place in that order. */
export async function listMessages(
  db: Kysely<unknown>,
  { state, channel }: MessageFilter,
  after: { at: Date; id: string } | null,
  limit: number,
): Promise<MessageRow[]> {
  let query = tables(db).selectFrom('message').selectAll()
  if (state) query = query.where('state', '=', state)
  if (channel) query = query.where('channel', '=', channel)
  const rest = after ? query.where(sql<boolean>`(created_at, id) < (${after.at}::timestamptz, ${after.id})`) : query
  return rest.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export const messagesOf = (db: Kysely<unknown>, clientId: string): Promise<MessageRow[]> =>
  tables(db)
    .selectFrom('message')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('created_at')
    .limit(1000)
    .execute()
