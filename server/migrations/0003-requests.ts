import { type Kysely, sql } from 'kysely'

const statements = [
  `create table request (
    id text primary key,
    client_id text not null references client,
    type text not null,
    state text not null,
    version integer not null default 1,
    shown jsonb not null,
    facts bytea,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    sent_at timestamptz,
    reviewed_at timestamptz
  )`,
  'create index request_client on request (client_id, created_at)',
  'create index request_queue on request (state, sent_at)',
  'create index request_reviewed on request (reviewed_at) where reviewed_at is not null',
  // One open loan request a client, whatever races.
  `create unique index request_one_open on request (client_id) where type = 'loan' and state not in ('Processed', 'Rejected')`,
  `create table step (
    request_id text not null references request,
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
    primary key (request_id, number)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
