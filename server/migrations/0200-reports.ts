import { type Kysely, sql } from 'kysely'

const statements = [
  // Error reports of the browser apps, redacted before they are written; one row a message and place.
  `create table error_group (
    id text primary key,
    message text not null,
    place text,
    release text,
    count integer not null,
    breadcrumbs jsonb not null,
    first_at timestamptz not null,
    last_at timestamptz not null
  )`,
  'create index error_group_last on error_group (last_at desc, id desc)',
  // Steps borrowers opened and left; nothing personal.
  `create table funnel_event (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    request_id text,
    step integer not null,
    what text not null,
    seconds double precision
  )`,
  'create index funnel_event_step on funnel_event (step, what, at)',
  'create index funnel_event_at on funnel_event (at)',
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
