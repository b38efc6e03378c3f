import { type Kysely, sql } from 'kysely'

const statements = [
  // Each question to a credit bureau, kept before it goes: one row is sent at most once. What was said lies sealed, with its hash in the open.
  `create table bureau_question (
    id text primary key,
    request_id text not null references request,
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
    error_text bytea
  )`,
  'create index bureau_question_request on bureau_question (request_id, made_at)',
  'create index bureau_question_open on bureau_question (state, made_at) where settled_at is null',
  "create index bureau_question_setup on bureau_question (bureau, settled_at) where reaction = 'setup'",
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
