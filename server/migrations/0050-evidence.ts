import { type Kysely, sql } from 'kysely'

const statements = [
  // The digits a borrower says before the camera, good for minutes.
  `create table video_digits (
    id text not null,
    client_id text not null,
    request_id text not null,
    sealed bytea not null,
    created_at timestamptz not null,
    until timestamptz not null,
    primary key (id, client_id),
    foreign key (request_id, client_id) references request (id, client_id)
  )`,
  'create index video_digits_request on video_digits (request_id, created_at)',
  // Ids of files are chosen by the browser that sends them, and name the bytes in the store: each is one file, whoever asks for it.
  `create table evidence_id (
    id text primary key,
    client_id text not null
  )`,
  // A photo or video of a step: what was announced, and what the server found. The bytes are in the file store.
  `create table evidence (
    id text not null,
    client_id text not null references client,
    request_id text not null,
    step integer not null,
    kind text not null,
    size integer not null,
    state text not null,
    refusal text,
    type text,
    sha256 text,
    stored_size integer,
    duration_ms integer,
    created_at timestamptz not null,
    stored_at timestamptz,
    accepted_at timestamptz,
    digits_id text,
    primary key (id, client_id),
    foreign key (request_id, client_id) references request (id, client_id),
    foreign key (digits_id, client_id) references video_digits (id, client_id)
  )`,
  // What came as a paper, and was tied to nothing, goes after a day.
  `create index evidence_loose on evidence (created_at) where kind = 'paper' and accepted_at is null`,
  'create index evidence_request on evidence (request_id, step)',
  "create index evidence_unfinished on evidence (created_at) where state = 'receiving'",
  // What a machine read of a photo of a passport; a row without values: it was tried, and nothing is proven. Goes with its photo.
  `create table passport_reading (
    file_id text not null,
    client_id text not null references client,
    outcome text not null check (outcome in ('read', 'unread', 'failed')),
    sealed bytea,
    took_ms integer not null,
    at timestamptz not null,
    check ((outcome = 'read') = (sealed is not null)),
    primary key (file_id, client_id),
    foreign key (file_id, client_id) references evidence (id, client_id) on delete cascade
  )`,
  // By what a photo of a document is found again: 256 bits nothing can be read from, and a finer print, sealed with the client's key. Outlives
  // the photo and goes with its request.
  `create table photo_print (
    file_id text not null,
    client_id text not null references client,
    request_id text not null,
    step integer not null,
    coarse bit(256) not null,
    fine bytea not null,
    at timestamptz not null,
    primary key (file_id, client_id),
    foreign key (request_id, client_id) references request (id, client_id)
  )`,
  'create index photo_print_client on photo_print (client_id)',
  'create index photo_print_request on photo_print (request_id)',
  // One picture, sent by two persons; likeness in per cent.
  `create table photo_match (
    one text not null,
    other text not null,
    likeness integer not null,
    at timestamptz not null,
    primary key (one, other)
  )`,
  'create index photo_match_other on photo_match (other)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
