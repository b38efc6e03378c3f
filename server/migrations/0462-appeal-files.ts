import { type Kysely, sql } from 'kysely'

const statements = [
  // Papers that bear out what an appeal asks for: photos and PDF, kept as evidence is.
  `create table appeal_file (
    file_id text primary key references evidence on delete cascade,
    appeal_id text not null references appeal on delete cascade,
    at timestamptz not null
  )`,
  'create index appeal_file_appeal on appeal_file (appeal_id, at)',
  // What came, and was tied to nothing, goes after a day.
  `create index evidence_loose on evidence (created_at) where kind = 'paper' and accepted_at is null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
