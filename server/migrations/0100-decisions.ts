import { type Kysely, sql } from 'kysely'

const statements = [
  // Every rule file a decision was made by, so that any decision can be replayed after the file has changed.
  `create table decision_rules (
    sha256 text primary key,
    version text not null,
    content text not null,
    first_used_at timestamptz not null
  )`,
  // A decision of the rules with what it was made from, sealed: it can be made again.
  `create table decision (
    id text not null,
    request_id text not null,
    client_id text not null references client,
    outcome text not null,
    reason_class text,
    reasons jsonb not null,
    rules_version text not null,
    rules_sha256 text not null references decision_rules,
    inputs bytea not null,
    trace bytea not null,
    result bytea not null,
    decided_at timestamptz not null,
    primary key (id, client_id),
    foreign key (request_id, client_id) references request (id, client_id)
  )`,
  'create index decision_request on decision (request_id, decided_at)',
  'create index decision_client on decision (client_id)',
  'create index decision_made on decision (decided_at, id)',
  // What the law had against a loan when it was looked at again: before the signature and before the money goes.
  `create table bar_check (
    id text not null,
    client_id text not null,
    request_id text not null,
    day text not null,
    reasons jsonb not null,
    inputs bytea not null,
    at timestamptz not null,
    primary key (id, client_id),
    foreign key (request_id, client_id) references request (id, client_id)
  )`,
  'create index bar_check_request on bar_check (request_id, at)',
  // What the lender's own scoring said of a request: a later word takes the place of an earlier one, which stays.
  `create table request_opinion (
    id text not null,
    client_id text not null,
    request_id text not null,
    machine_id text not null,
    score integer not null,
    reasons jsonb not null,
    expires_at timestamptz not null,
    at timestamptz not null,
    primary key (id, client_id),
    foreign key (request_id, client_id) references request (id, client_id)
  )`,
  'create index request_opinion_request on request_opinion (request_id, at)',
  // Each question to a credit bureau, kept before it goes: one row is sent at most once. What was said lies sealed, with its hash in the open.
  `create table bureau_question (
    id text not null,
    request_id text not null,
    client_id text not null references client,
    bureau text not null,
    by_window boolean not null,
    kind text not null,
    day text not null,
    state text not null,
    answer_id text,
    fetches integer not null default 0,
    busy_until timestamptz,
    not_before timestamptz,
    told boolean not null default false,
    made_at timestamptz not null,
    settled_at timestamptz,
    reaction text,
    code integer,
    cause text,
    subject_hash text not null,
    request_sha256 text not null,
    answer_sha256 text,
    signed_by text,
    request_xml bytea not null,
    answer bytea,
    parts bytea,
    error_text bytea,
    primary key (id, client_id),
    foreign key (request_id, client_id) references request (id, client_id)
  )`,
  'create index bureau_question_request on bureau_question (request_id, made_at)',
  'create index bureau_question_open on bureau_question (state, made_at) where settled_at is null',
  "create index bureau_question_setup on bureau_question (bureau, settled_at) where reaction = 'setup'",
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
