import { type Kysely, sql } from 'kysely'

const statements = [
  // `asked` waits for a second administrator; `stopped` is closed at once and waits to be ended for good.
  `create table machine_client (
    id text primary key,
    name text not null,
    state text not null,
    scopes jsonb not null,
    addresses jsonb not null,
    rate integer not null,
    until date,
    jwks jsonb,
    wish jsonb,
    created_by text not null,
    created_at timestamptz not null,
    ended_at timestamptz
  )`,
  // Secrets and tokens by their hashes.
  `create table machine_secret (
    id text primary key,
    client_id text not null references machine_client,
    hash bytea not null unique,
    open boolean not null,
    made_at timestamptz not null,
    ended_at timestamptz
  )`,
  'create index machine_secret_client on machine_secret (client_id)',
  `create table machine_token (
    hash bytea primary key,
    client_id text not null references machine_client,
    secret_id text references machine_secret,
    scopes jsonb not null,
    until timestamptz not null
  )`,
  'create index machine_token_client on machine_token (client_id)',
  'create index machine_token_until on machine_token (until)',
  // Signed assertions that were used: each is good once.
  `create table machine_assertion (
    client_id text not null references machine_client,
    jti text not null,
    until timestamptz not null,
    primary key (client_id, jti)
  )`,
  // Calls of each day, for the office.
  `create table machine_use (
    client_id text not null references machine_client,
    day date not null,
    call text not null,
    calls bigint not null,
    last_at timestamptz not null,
    primary key (client_id, day, call)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
