import { type Kysely, sql } from 'kysely'

const statements = [
  // The exact bytes that were signed, sealed, with their hash in the open.
  `create table client_document (
    id text not null,
    client_id text not null references client,
    request_id text not null,
    kind text not null,
    title text not null,
    version text not null,
    sha256 text not null,
    pdf bytea not null,
    plain bytea not null,
    created_at timestamptz not null,
    signature_id text,
    signed_at timestamptz,
    primary key (id, client_id),
    foreign key (request_id, client_id) references request (id, client_id)
  )`,
  'create index client_document_request on client_document (request_id, created_at)',
  'create index client_document_client on client_document (client_id)',
  // What one code signs: documents by hash, terms, person, session and the version of the request they were frozen on.
  `create table signing_package (
    id text not null,
    request_id text not null,
    client_id text not null references client,
    session_id text not null,
    purpose text not null,
    documents jsonb not null,
    terms jsonb not null,
    hash text not null,
    request_version integer not null,
    message_id text not null,
    frozen_at timestamptz not null,
    sent_at timestamptz not null,
    used_at timestamptz,
    -- What the entered code was, as a keyed hash: a second tap is answered as the first was, another code is refused.
    used_code text,
    primary key (id, client_id),
    foreign key (request_id, client_id) references request (id, client_id)
  )`,
  'create index signing_package_request on signing_package (request_id, purpose, frozen_at)',
  'create index signing_package_client on signing_package (client_id)',
  // A signature, with the sealed record of how it was given.
  `create table signature (
    id text not null,
    client_id text not null,
    package_id text,
    request_id text not null,
    purpose text not null,
    record bytea not null,
    signed_at timestamptz not null,
    primary key (id, client_id),
    unique (package_id, client_id),
    foreign key (package_id, client_id) references signing_package (id, client_id),
    foreign key (request_id, client_id) references request (id, client_id)
  )`,
  'create index signature_request on signature (request_id, purpose)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
