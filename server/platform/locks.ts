import { type Kysely, sql } from 'kysely'

/** Whoever else does something under this name waits until this transaction has ended: what is counted first and written then is done by one at a time. */
export async function lockName(db: Kysely<unknown>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}
