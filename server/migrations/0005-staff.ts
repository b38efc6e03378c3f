import { type Kysely, sql } from 'kysely'

const statements = [
  `create table staff (
    id text primary key,
    login text not null unique,
    name text not null,
    role text not null,
    disabled boolean not null default false,
    password_hash text not null,
    totp bytea not null,
    totp_step bigint not null default 0,
    created_at timestamptz not null
  )`,
  `create table staff_session (
    id text primary key,
    token_hash bytea not null unique,
    staff_id text not null references staff,
    created_at timestamptz not null,
    seen_at timestamptz not null,
    ended_at timestamptz
  )`,
  'create index staff_session_staff on staff_session (staff_id) where ended_at is null',
  // Failures by the blind index of the login as typed, known or not, so that the delay tells nothing.
  `create table staff_attempt (
    login bytea primary key,
    failures integer not null,
    last_at timestamptz not null,
    next_at timestamptz not null
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
