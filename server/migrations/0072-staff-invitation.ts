import { type Kysely, sql } from 'kysely'

const statements = [
  // A new member's way in: the link, by its hash, until it is opened or its time is over. One a member.
  `create table staff_invitation (
    staff_id text primary key references staff,
    token_hash bytea not null unique,
    until timestamptz not null,
    opened_at timestamptz
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
