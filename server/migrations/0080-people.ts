import { type Kysely, sql } from 'kysely'

const statements = [
  // By which accounts are known to be one person: blind indexes of СНИЛС, ИНН and passports, former ones too.
  `create table person_key (
    id text not null,
    client_id text not null references client,
    kind text not null,
    blind text not null,
    sealed bytea not null,
    since timestamptz not null,
    primary key (id, client_id),
    unique (kind, blind, client_id)
  )`,
  'create index person_key_client on person_key (client_id)',
  // Whose keys point to two persons: nobody is joined through such an account but by the staff.
  `create table person_crossing (
    client_id text primary key references client,
    since timestamptz not null
  )`,
  // What the staff, or a verified identity, said of two accounts: one person, or two. `asked`: waits for a second word.
  `create table person_link (
    id text primary key,
    one text not null,
    other text not null,
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
    id text not null,
    kind text not null,
    client_id text not null references client,
    request_id text,
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
    words bytea,
    primary key (id, client_id),
    foreign key (request_id, client_id) references request (id, client_id)
  )`,
  "create unique index person_case_once on person_case (client_id, kind, subject) where state <> 'closed'",
  'create index person_case_client on person_case (client_id)',
  "create index person_case_open on person_case (opened_at, id) where state <> 'closed'",
  // What other systems of the lender have told of a borrower, sealed with the borrower's key. Of a mark the last word stands.
  `create table person_told (
    id text not null,
    client_id text not null references client,
    machine_id text not null,
    kind text not null check (kind in ('note', 'mark')),
    code text,
    sealed bytea,
    at timestamptz not null,
    primary key (id, client_id)
  )`,
  'create index person_told_client on person_told (client_id, at)',
  // What came with a request when it was sent, blind: the browser's own cookie, the network, the payee, the employer's phone. Goes with its request.
  `create table request_trace (
    request_id text not null,
    client_id text not null references client,
    kind text not null check (kind in ('device', 'address', 'payee', 'employer')),
    blind text not null,
    at timestamptz not null,
    primary key (request_id, kind, blind, client_id),
    foreign key (request_id, client_id) references request (id, client_id)
  )`,
  'create index request_trace_same on request_trace (kind, blind, at)',
  'create index request_trace_client on request_trace (client_id, kind)',
  // Answers a request gives otherwise than the refused one before it, sealed with the client's key. Goes with its request.
  `create table answer_change (
    request_id text not null,
    client_id text not null references client,
    changes integer not null,
    sealed bytea not null,
    at timestamptz not null,
    primary key (request_id, client_id),
    foreign key (request_id, client_id) references request (id, client_id)
  )`,
  'create index answer_change_client on answer_change (client_id, at)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
