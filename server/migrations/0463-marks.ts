import { type Kysely, sql } from 'kysely'

const statements = [
  // The day of a death or of a court's act: what is charged changes from it.
  'alter table contact_stop add column since text',
  // Who inherits a debt, as a notary says it: name, address, paper, sealed with the key of the one who died.
  `create table heir (
    id text primary key,
    client_id text not null references client,
    sealed bytea not null,
    accepted_on text,
    added_by text not null,
    at timestamptz not null
  )`,
  'create index heir_client on heir (client_id, at)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
