import { type Kysely, sql } from 'kysely'

const statements = [
  // A file of a list the law has people compared with: kept by hash and date. One of a name is current.
  `create table list_file (
    id text primary key,
    name text not null,
    sha256 text not null,
    entries integer not null,
    loaded_at timestamptz not null,
    replaced_at timestamptz,
    screened_at timestamptz,
    kind text not null default 'screening' check (kind in ('screening', 'fincert', 'invalidPassports'))
  )`,
  'create unique index list_file_current on list_file (name) where replaced_at is null',
  `create table list_entry (
    id text primary key,
    list text not null check (list in ('black', 'watch', 'trusted', 'screening', 'fincert')),
    file_id text references list_file,
    line integer,
    kind text not null,
    blind text not null,
    sealed bytea not null,
    state text not null check (state in ('asked', 'standing', 'removeAsked', 'removed')),
    author text not null,
    at timestamptz not null,
    second text,
    remover text,
    until text
  )`,
  "create index list_entry_key on list_entry (kind, blind) where state <> 'removed'",
  'create index list_entry_file on list_entry (file_id)',
  "create index list_entry_own on list_entry (at, id) where file_id is null and state <> 'removed'",
  // Numbers of passports that are not valid, a bit a number of a series: a list of the whole country is some hundred million numbers, and public.
  `create table invalid_passport (
    file_id text not null references list_file,
    series text not null,
    bits bytea not null,
    primary key (series, file_id)
  )`,
  'create index invalid_passport_file on invalid_passport (file_id)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
