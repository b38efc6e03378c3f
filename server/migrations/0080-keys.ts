import { type Kysely, sql } from 'kysely'

const statements = [
  // Generations of APP_KEY that have written here and are not yet replaced everywhere: a server without one does not start.
  `create table app_key (
    id bytea primary key,
    first_at timestamptz not null,
    retired_at timestamptz
  )`,
  // A key of each client's own, sealed by APP_KEY. Without it what was sealed for them cannot be read, in no copy either.
  `create table client_key (
    client_id text primary key,
    key_id bytea,
    sealed bytea,
    created_at timestamptz not null,
    shredded_at timestamptz
  )`,
  // A blind index cannot be made anew from itself.
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
