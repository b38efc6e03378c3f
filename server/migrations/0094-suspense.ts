import { type Kysely, sql } from 'kysely'

const statements = [
  // Money a provider has told of, signed, that no running loan could take: it stands here until somebody has given it a place.
  `create table payment_suspense (
    id text primary key,
    provider text not null,
    provider_id text not null,
    loan text not null,
    amount bigint not null,
    reason text not null,
    at timestamptz not null,
    settled_at timestamptz,
    unique (provider, provider_id)
  )`,
  'create index payment_suspense_open on payment_suspense (at) where settled_at is null',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
