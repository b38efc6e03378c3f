import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table place (
    client_id text primary key references client,
    sealed bytea not null,
    at timestamptz not null
  )`.execute(db)
}
