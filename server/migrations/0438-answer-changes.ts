import { type Kysely, sql } from 'kysely'

const statements = [
  // Answers a request gives otherwise than the refused one before it, sealed with the client's key. Goes with its request.
  `create table answer_change (
    request_id text primary key references request,
    client_id text not null references client,
    changes integer not null,
    sealed bytea not null,
    at timestamptz not null
  )`,
  'create index answer_change_client on answer_change (client_id, at)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
