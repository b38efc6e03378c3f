import { type Kysely, sql } from 'kysely'

const statements = [
  // A version of the decision rules that is being made. What was found in it, and its backtests, are of the hash of its rows: a change makes them stale by itself.
  `create table rule_draft (
    id text primary key,
    kind text not null default 'decision',
    number bigint generated always as identity (start with 2) unique,
    title text not null,
    rows jsonb not null,
    revision integer not null default 1,
    based_on text not null,
    author text not null,
    editors jsonb not null,
    created_at timestamptz not null,
    changed_by text not null,
    changed_at timestamptz not null,
    findings jsonb,
    findings_of text,
    dropped_at timestamptz
  )`,
  // What versions of other kinds say: tariffs, the calendar, texts.
  `create table version_content (
    sha256 text primary key,
    kind text not null,
    version text not null,
    content text not null,
    first_used_at timestamptz not null
  )`,
  // Which version of a kind is in force from which moment: asked for by one of the staff, approved by another. The latest approved one that has begun counts.
  `create table rule_turn (
    id text primary key,
    kind text not null default 'decision',
    sha256 text not null,
    version text not null,
    draft_id text references rule_draft,
    reason text not null,
    from_at timestamptz not null,
    asked_by text not null,
    asked_at timestamptz not null,
    state text not null check (state in ('asked', 'approved', 'declined')),
    decided_by text,
    decided_at timestamptz
  )`,
  "create unique index rule_turn_asked on rule_turn (kind) where state = 'asked'",
  "create index rule_turn_in_force on rule_turn (kind, from_at, decided_at) where state = 'approved'",
  // A draft tried on past decisions.
  `create table rule_backtest (
    id text primary key,
    draft_id text not null references rule_draft,
    sha256 text not null,
    content text not null,
    selection jsonb not null,
    asked_by text not null,
    asked_at timestamptz not null,
    state text not null check (state in ('running', 'done', 'stopped', 'failed')),
    done integer not null default 0,
    report jsonb,
    report_sha256 text,
    ended_at timestamptz
  )`,
  'create index rule_backtest_draft on rule_backtest (draft_id, asked_at)',
  // What changes for one past decision, of a backtest that is whole.
  `create table rule_backtest_case (
    backtest_id text not null references rule_backtest,
    place integer not null,
    decision_id text not null,
    request_id text not null,
    before jsonb not null,
    after jsonb not null,
    primary key (backtest_id, place)
  )`,
  'create index rule_backtest_case_request on rule_backtest_case (request_id)',
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
    id text not null,
    client_id text not null,
    row text not null,
    until text not null,
    reason bytea not null,
    state text not null check (state in ('asked', 'standing', 'ended')),
    asked_by text not null,
    asked_at timestamptz not null,
    confirmed_by text,
    confirmed_at timestamptz,
    ended_by text,
    primary key (id, client_id)
  )`,
  "create index rule_snooze_client on rule_snooze (client_id) where state = 'standing'",
  "create unique index rule_snooze_once on rule_snooze (client_id, row) where state <> 'ended'",
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
