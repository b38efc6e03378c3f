import { type Kysely, sql } from 'kysely'

const statements = [
  // An appeal that came on paper is entered by the staff: its clock runs from the day it came, and the answer goes the same way.
  `alter table appeal add column way text not null default 'cabinet', add column entered_by text`,
  // Of a holiday: till when somebody serves, what a person saw in the papers, and which conditions of the law were not kept.
  'alter table appeal add column service_until text, add column judged jsonb, add column unkept jsonb',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
