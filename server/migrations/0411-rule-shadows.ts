import { type Kysely, sql } from 'kysely'

const statements = [
  // A draft that is tried on every new decision and decides nothing. One a draft at a time; it speaks by the rows it began with.
  `create table rule_shadow (
    id text primary key,
    draft_id text not null references rule_draft,
    sha256 text not null,
    content text not null,
    started_by text not null,
    started_at timestamptz not null,
    until timestamptz not null,
    ended_at timestamptz
  )`,
  'create unique index rule_shadow_open on rule_shadow (draft_id) where ended_at is null',
  `create table rule_shadow_case (
    shadow_id text not null references rule_shadow,
    decision_id text not null,
    request_id text not null,
    before jsonb not null,
    after jsonb not null,
    at timestamptz not null,
    primary key (shadow_id, decision_id)
  )`,
  'create index rule_shadow_case_request on rule_shadow_case (request_id)',
  // One rule that does not speak of one person until a day, by the word of two of the staff.
  `create table rule_snooze (
    id text primary key,
    client_id text not null,
    row text not null,
    until text not null,
    reason bytea not null,
    state text not null check (state in ('asked', 'standing', 'ended')),
    asked_by text not null,
    asked_at timestamptz not null,
    confirmed_by text,
    confirmed_at timestamptz,
    ended_by text
  )`,
  "create index rule_snooze_client on rule_snooze (client_id) where state = 'standing'",
  "create unique index rule_snooze_once on rule_snooze (client_id, row) where state <> 'ended'",
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
