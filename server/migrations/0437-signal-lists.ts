import { type Kysely, sql } from 'kysely'

const statements = [
  "alter table list_file add column kind text not null default 'screening' check (kind in ('screening', 'fincert', 'invalidPassports'))",
  // Numbers of passports that are not valid, a bit a number of a series: a list of the whole country is some hundred million numbers, and public.
  `create table invalid_passport (
    file_id text not null references list_file,
    series text not null,
    bits bytea not null,
    primary key (series, file_id)
  )`,
  'create index invalid_passport_file on invalid_passport (file_id)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
