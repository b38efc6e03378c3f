import { type Kysely, sql } from 'kysely'

const statements = [
  // What borrowers ask of the lender in so many words: a holiday, new terms, a complaint, their rights over personal data.
  `create table appeal (
    id text not null,
    number bigint generated always as identity,
    kind text not null,
    client_id text not null,
    request_id text,
    loan_id text,
    state text not null,
    ground text,
    months integer,
    words bytea not null,
    came_at timestamptz not null,
    came_on text not null,
    answer_by text not null,
    silence_on text,
    extended boolean not null default false,
    papers bytea,
    outcome text,
    answer bytea,
    terms jsonb,
    asked_by text,
    asked_at timestamptz,
    decided_by text,
    decided_at timestamptz,
    offer_until text,
    version integer not null default 1,
    primary key (id, client_id),
    unique (number, client_id)
  )`,
  // The same matter is one appeal while it is open; of complaints there may be several.
  `create unique index appeal_open on appeal (client_id, kind, coalesce(loan_id, ''))
    where state in ('open', 'papers', 'offered') and kind <> 'complaint'`,
  'create index appeal_client on appeal (client_id, came_at desc)',
  "create index appeal_waiting on appeal (answer_by, id) where state in ('open', 'papers', 'offered')",
  'create index appeal_ended on appeal (came_at desc, id desc)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
