import { type Kysely, sql } from 'kysely'

const statements = [
  // The exact bytes that were signed, sealed, with their hash in the open.
  `create table client_document (
    id text primary key,
    client_id text not null references client,
    request_id text not null references request,
    kind text not null,
    title text not null,
    version text not null,
    sha256 text not null,
    pdf bytea not null,
    plain bytea not null,
    created_at timestamptz not null,
    signature_id text,
    signed_at timestamptz
  )`,
  'create index client_document_request on client_document (request_id, created_at)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
