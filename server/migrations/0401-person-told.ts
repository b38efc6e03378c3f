import { type Kysely, sql } from 'kysely'

const statements = [
  // What other systems of the lender have told of a borrower, sealed with the borrower's key. Of a mark the last word stands.
  `create table person_told (
    id text primary key,
    client_id text not null references client,
    machine_id text not null,
    kind text not null check (kind in ('note', 'mark')),
    code text,
    sealed bytea,
    at timestamptz not null
  )`,
  'create index person_told_client on person_told (client_id, at)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
