import { type Kysely, sql } from 'kysely'

const statements = [
  // Sessions from before a reset do not count: the member may be invited anew.
  'alter table staff add column reset_at timestamptz',
  // The secret of a new authenticator, until its first code has shown that it was taken over.
  'alter table staff add column totp_next bytea',
  'alter table staff add column totp_next_until timestamptz',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
