import { type Kysely, sql } from 'kysely'

const statements = [
  `create table handover (
    id text primary key,
    request_id text not null references request,
    client_id text not null references client,
    link_hash bytea not null unique,
    phone_hash bytea unique,
    number text,
    same_here boolean,
    same_there boolean,
    device text,
    created_at timestamptz not null,
    until timestamptz not null,
    ended_at timestamptz
  )`,
  'create unique index handover_open on handover (request_id) where ended_at is null',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
