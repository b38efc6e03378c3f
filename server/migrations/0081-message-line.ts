import { type Kysely, sql } from 'kysely'

const statements = [
  // Where a message stands among those of its request and channel. None: written by an earlier version, before all others.
  'alter table message add column place integer',
  // When a message that sleeps till the morning may go out; none: at once.
  'alter table message add column due_at timestamptz',
  'create index message_line on message (request_id, channel, place)',
  "create index message_left on message (lease_until) where state = 'waiting' and lease_until is not null",
]

/** Messages of one request go out in their order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
