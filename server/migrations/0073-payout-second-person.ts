import { type Kysely, sql } from 'kysely'

// Who asked to go on with a payout that is stuck, and with which of its attempts: another one says yes to exactly that.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payout add column retry_asked_by text`.execute(db)
  await sql`alter table payout add column retry_attempt integer`.execute(db)
}
