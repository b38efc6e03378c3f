import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The account of the book a voided payment went to; null: back to where it stood before.
  await sql`alter table payment add column voided_to text`.execute(db)
}
