import { type Kysely, sql } from 'kysely'

const statements = [
  // Reports and limits read a stretch of time of a few kinds of events.
  'create index journal_event_at on journal (event, at)',
  'create index funnel_event_at on funnel_event (at)',
  'create index payout_settled on payout (updated_at)',
  // When this member last saw the request whole: what the limit on looking through many requests counts.
  'alter table review_presence add column whole_at timestamptz',
  'create index review_presence_whole on review_presence (staff_id, whole_at) where whole_at is not null',
  // A right that waits for a second administrator: a new account, or a higher role of an old one.
  `create table staff_grant (
    id text primary key,
    staff_id text not null references staff,
    kind text not null,
    role text not null,
    asked_by text not null references staff,
    asked_at timestamptz not null,
    decided_by text references staff,
    decided_at timestamptz,
    outcome text
  )`,
  'create unique index staff_grant_open on staff_grant (staff_id) where decided_at is null',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
