import { type Kysely, sql } from 'kysely'

const statements = [
  // By what a photo of a document is found again: 256 bits nothing can be read from, and a finer print, sealed with the client's key. Outlives
  // the photo and goes with its request.
  `create table photo_print (
    file_id text primary key,
    client_id text not null references client,
    request_id text not null references request,
    step integer not null,
    coarse bit(256) not null,
    fine bytea not null,
    at timestamptz not null
  )`,
  'create index photo_print_client on photo_print (client_id)',
  'create index photo_print_request on photo_print (request_id)',
  // One picture, sent by two persons; likeness in per cent.
  `create table photo_match (
    one text not null references photo_print on delete cascade,
    other text not null references photo_print on delete cascade,
    likeness integer not null,
    at timestamptz not null,
    primary key (one, other)
  )`,
  'create index photo_match_other on photo_match (other)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
