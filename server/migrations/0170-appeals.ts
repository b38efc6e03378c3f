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
    way text not null default 'cabinet',
    entered_by text,
    service_until text,
    judged jsonb,
    unkept jsonb,
    primary key (id, client_id),
    unique (number, client_id)
  )`,
  // The same matter is one appeal while it is open; of complaints there may be several.
  `create unique index appeal_open on appeal (client_id, kind, coalesce(loan_id, ''))
    where state in ('open', 'papers', 'offered') and kind <> 'complaint'`,
  'create index appeal_client on appeal (client_id, came_at desc)',
  "create index appeal_waiting on appeal (answer_by, id) where state in ('open', 'papers', 'offered')",
  'create index appeal_ended on appeal (came_at desc, id desc)',
  // Papers that bear out what an appeal asks for: photos and PDF, kept as evidence is.
  `create table appeal_file (
    client_id text not null,
    file_id text not null,
    appeal_id text not null,
    at timestamptz not null,
    primary key (file_id, client_id),
    foreign key (file_id, client_id) references evidence (id, client_id) on delete cascade,
    foreign key (appeal_id, client_id) references appeal (id, client_id) on delete cascade
  )`,
  'create index appeal_file_appeal on appeal_file (appeal_id, at)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
