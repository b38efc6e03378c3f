import { type Kysely, sql } from 'kysely'

const statements = [
  // By which accounts are known to be one person: blind indexes of СНИЛС, ИНН and passports, former ones too.
  `create table person_key (
    id text primary key,
    client_id text not null references client,
    kind text not null,
    blind text not null,
    sealed bytea not null,
    since timestamptz not null,
    unique (kind, blind, client_id)
  )`,
  'create index person_key_client on person_key (client_id)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
