import { type Kysely, sql } from 'kysely'

const statements = [
  // Numbers of contracts: known to the borrower, to the bank that transfers the money, and to nobody else. One contract each.
  `create table contract_number (
    number text primary key,
    client_id text not null
  )`,
  'create index contract_number_client on contract_number (client_id)',
  // What is offered on a request, as it was priced and signed.
  `create table offer (
    id text not null,
    request_id text not null,
    client_id text not null references client,
    version integer not null,
    state text not null,
    amount bigint not null,
    content bytea not null,
    documents jsonb not null,
    priced_on text not null,
    until_day text not null,
    until_at timestamptz not null,
    contract_date text,
    release_at timestamptz,
    created_at timestamptz not null,
    signed_at timestamptz,
    settled_at timestamptz,
    number text not null,
    tariffs text,
    primary key (id, client_id),
    unique (request_id, client_id),
    foreign key (request_id, client_id) references request (id, client_id)
  )`,
  "create index offer_open on offer (until_at) where state = 'open'",
  "create index offer_waiting on offer (release_at) where state = 'coolingOff'",
  'create index offer_client on offer (client_id)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
