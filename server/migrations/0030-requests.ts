import { type Kysely, sql } from 'kysely'

const statements = [
  // A request for a loan or a prolongation; it moves by contract/life.ts only. `shown` is what its owner polls, `facts` what its steps published, sealed.
  `create table request (
    id text not null,
    client_id text not null references client,
    type text not null,
    state text not null,
    version integer not null default 1,
    shown jsonb not null,
    facts bytea,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    sent_at timestamptz,
    reviewed_at timestamptz,
    primary key (id, client_id)
  )`,
  'create index request_client on request (client_id, created_at)',
  'create index request_queue on request (state, sent_at)',
  'create index request_reviewed on request (reviewed_at) where reviewed_at is not null',
  // One open loan request a client, whatever races.
  `create unique index request_one_open on request (client_id) where type = 'loan' and state not in ('Processed', 'Rejected')`,
  "create index request_sent on request (sent_at desc, id desc) where type = 'loan' and sent_at is not null",
  // One index a tab, in the tab's own order: a page is its first entries, and counting reads no rows.
  `create index request_waiting on request (sent_at, id)
    where type = 'loan' and state = 'Queued' and sent_at is not null`,
  `create index request_returned on request (sent_at, id)
    where type = 'loan' and state = 'RollbackVerification' and sent_at is not null`,
  // What the daily sweep looks for: requests never sent, requests refused, loans that ended.
  "create index request_unsent on request (updated_at) where type = 'loan' and sent_at is null",
  "create index request_refused on request (updated_at) where type = 'loan' and sent_at is not null and state = 'Rejected'",
  // A request by the end of its id, as the office prints it.
  'create index request_short on request ("right"(id, 8))',
  // One step of a request: all that was typed, and what of it was accepted, both sealed.
  `create table step (
    request_id text not null,
    client_id text not null,
    number integer not null,
    revision integer not null,
    schema_version integer not null,
    raw bytea not null,
    answers bytea,
    before bytea,
    accepted boolean not null default false,
    returned boolean not null default false,
    remarks bytea,
    updated_at timestamptz not null,
    accepted_at timestamptz,
    primary key (request_id, number, client_id),
    foreign key (request_id, client_id) references request (id, client_id)
  )`,
  // Photos taken on another device, by a link that ends.
  `create table handover (
    id text not null,
    request_id text not null,
    client_id text not null references client,
    link_hash bytea not null,
    phone_hash bytea,
    number text,
    same_here boolean,
    same_there boolean,
    device text,
    created_at timestamptz not null,
    until timestamptz not null,
    ended_at timestamptz,
    primary key (id, client_id),
    unique (link_hash, client_id),
    unique (phone_hash, client_id),
    foreign key (request_id, client_id) references request (id, client_id)
  )`,
  'create unique index handover_open on handover (request_id, client_id) where ended_at is null',
  // What goes with a request, and with a client: deleted, or asked by the database whether something still points there.
  'create index handover_request on handover (request_id)',
  'create index handover_client on handover (client_id)',
  // Which request asks for which promo code, since when: whoever held it first has it. Requests that came to nothing do not count.
  `create table promo_use (
    request_id text not null,
    client_id text not null references client,
    product text not null,
    code text not null,
    at timestamptz not null,
    turn bigint generated always as identity,
    primary key (request_id, client_id),
    foreign key (request_id, client_id) references request (id, client_id)
  )`,
  'create index promo_use_code on promo_use (code, product)',
  // Tasks and call-backs of the staff; the words are sealed, with the client's key where it is about one.
  `create table task (
    id text primary key,
    kind text not null,
    request_id text,
    client_id text,
    assignee text,
    due_at timestamptz not null,
    words bytea not null,
    result bytea,
    created_by text not null,
    created_at timestamptz not null,
    done_by text,
    done_at timestamptz,
    loan_id text
  )`,
  'create index task_open on task (due_at, id) where done_at is null',
  'create index task_done on task (done_at desc, id desc) where done_at is not null',
  'create index task_request on task (request_id) where request_id is not null',
  'create index task_client on task (client_id) where client_id is not null',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
