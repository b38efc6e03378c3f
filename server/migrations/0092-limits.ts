import { type Kysely, sql } from 'kysely'

const statements = [
  // Events anybody can make happen, counted until their window is over: one row an event, kind and window.
  `create table summed_event (
    event text not null,
    kind text not null,
    starts_at timestamptz not null,
    count integer not null,
    primary key (event, kind, starts_at)
  )`,
  // Which steps browsers opened and left, by the hour; nothing a stranger sends makes more rows than steps and hours.
  `create table funnel_hour (
    hour timestamptz not null,
    step integer not null,
    what text not null,
    count integer not null,
    primary key (hour, step, what)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
