import { type Kysely, sql } from 'kysely'

const statements = [
  // Written in the transaction of the change; numbered once that has committed.
  `create table event_unnumbered (
    entry bigint generated always as identity primary key,
    id text not null,
    type text not null,
    subject text not null,
    at timestamptz not null,
    data jsonb not null
  )`,
  `create table event (
    seq bigint primary key,
    id text not null,
    type text not null,
    subject text not null,
    at timestamptz not null,
    data jsonb not null
  )`,
  'create table event_head (one boolean primary key default true check (one), last bigint not null)',
  'insert into event_head (last) values (0)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
