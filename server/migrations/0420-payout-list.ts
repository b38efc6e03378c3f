import { type Kysely, sql } from 'kysely'

const statements = [
  // The list of payouts, narrowed to a state or not, is read from its newest end.
  'create index payout_state on payout (state, created_at, id)',
  'create index payout_created on payout (created_at, id)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
