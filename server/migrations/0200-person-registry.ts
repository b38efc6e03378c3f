import { type Kysely, sql } from 'kysely'

const statements = [
  // Whose keys point to two persons: nobody is joined through such an account but by the staff.
  `create table person_crossing (
    client_id text primary key references client,
    since timestamptz not null
  )`,
  // What the staff, or a verified identity, said of two accounts: one person, or two. `asked`: waits for a second word.
  `create table person_link (
    id text primary key,
    one text not null references client,
    other text not null references client,
    says text not null check (says in ('joined', 'parted')),
    state text not null check (state in ('asked', 'standing', 'undone')),
    asked_by text not null,
    asked_at timestamptz not null,
    confirmed_by text,
    settled_at timestamptz,
    undone_by text,
    undone_at timestamptz,
    check (one < other collate "C")
  )`,
  "create unique index person_link_pair on person_link (one, other, says) where state <> 'undone'",
  'create index person_link_other on person_link (other)',
  // Work for a person of the staff. While an open one holds, no payout to its client begins.
  `create table person_case (
    id text primary key,
    kind text not null,
    client_id text not null references client,
    request_id text references request,
    subject text not null,
    data jsonb not null,
    holds boolean not null,
    state text not null check (state in ('open', 'asked', 'closed')),
    opened_at timestamptz not null,
    asked_by text,
    asked_at timestamptz,
    closed_by text,
    closed_at timestamptz,
    outcome text,
    words bytea
  )`,
  "create unique index person_case_once on person_case (client_id, kind, subject) where state <> 'closed'",
  'create index person_case_client on person_case (client_id)',
  "create index person_case_open on person_case (opened_at, id) where state <> 'closed'",
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
