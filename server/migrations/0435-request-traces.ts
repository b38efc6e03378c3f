import { type Kysely, sql } from 'kysely'

const statements = [
  // What came with a request when it was sent, blind: the browser's own cookie, the network, the payee, the employer's phone. Goes with its request.
  `create table request_trace (
    request_id text not null references request,
    client_id text not null references client,
    kind text not null check (kind in ('device', 'address', 'payee', 'employer')),
    blind text not null,
    at timestamptz not null,
    primary key (request_id, kind, blind)
  )`,
  'create index request_trace_same on request_trace (kind, blind, at)',
  'create index request_trace_client on request_trace (client_id, kind)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
