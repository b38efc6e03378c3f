import { type Kysely, sql } from 'kysely'

const statements = [
  // Who works in the office. The role is one of the lender's own.
  `create table staff (
    id text primary key,
    login text not null unique,
    name text not null,
    role text not null,
    disabled boolean not null default false,
    password_hash text not null,
    totp bytea not null,
    totp_step bigint not null default 0,
    created_at timestamptz not null,
    -- Sessions from before a reset do not count: the member may be invited anew.
    reset_at timestamptz,
    -- The secret of a new authenticator, until its first code has shown that it was taken over.
    totp_next bytea,
    totp_next_until timestamptz
  )`,
  // A browser a member of the staff is signed in with, by the hash of its token.
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
  // A new member's way in: the link, by its hash, until it is opened or its time is over. One a member.
  `create table staff_invitation (
    staff_id text primary key references staff,
    token_hash bytea not null unique,
    until timestamptz not null,
    opened_at timestamptz
  )`,
  // A right that waits for a second administrator: a new account, or a higher role of an old one.
  `create table staff_grant (
    id text primary key,
    staff_id text not null references staff,
    kind text not null,
    role text not null,
    asked_by text not null references staff,
    asked_at timestamptz not null,
    decided_by text references staff,
    decided_at timestamptz,
    outcome text
  )`,
  'create unique index staff_grant_open on staff_grant (staff_id) where decided_at is null',
  // Passkeys of borrowers and of the staff.
  `create table passkey (
    id text primary key,
    owner_kind text not null,
    owner_id text not null,
    public_key bytea not null,
    counter bigint not null,
    transports text not null,
    device text not null,
    created_at timestamptz not null,
    used_at timestamptz
  )`,
  'create index passkey_owner on passkey (owner_kind, owner_id)',
  // What a key is to sign: good once, for one purpose, in one browser.
  `create table passkey_challenge (
    hash bytea primary key,
    purpose text not null,
    binding bytea not null,
    until timestamptz not null
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
