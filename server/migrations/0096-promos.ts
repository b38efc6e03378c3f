import { type Kysely, sql } from 'kysely'

const statements = [
  // Which request asks for which promo code, since when: whoever held it first has it. Requests that came to nothing do not count.
  `create table promo_use (
    request_id text primary key references request,
    client_id text not null references client,
    product text not null,
    code text not null,
    at timestamptz not null,
    turn bigint generated always as identity
  )`,
  'create index promo_use_code on promo_use (code, product)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
