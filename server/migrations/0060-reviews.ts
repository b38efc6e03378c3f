import { type Kysely, sql } from 'kysely'

const statements = [
  // The office's side of a request: whose hands it is in, and since when.
  `create table review (
    request_id text not null,
    client_id text not null,
    round integer not null,
    sent_at timestamptz not null,
    waited_ms bigint not null default 0,
    holder text references staff,
    lease_until timestamptz,
    first_approver text references staff,
    last_reviewer text references staff,
    clock_since timestamptz,
    refusal bytea,
    -- To whom a supervisor gave a request that waits, and since when somebody has it in hand.
    assigned_to text,
    assigned_by text,
    assigned_at timestamptz,
    held_since timestamptz,
    primary key (request_id, client_id),
    foreign key (request_id, client_id) references request (id, client_id)
  )`,
  'create index review_holder on review (holder) where holder is not null',
  'create index review_lease on review (lease_until) where holder is not null',
  'create index review_assigned on review (assigned_to) where assigned_to is not null',
  // One verdict an item; a verdict outlives the lease it was given in.
  `create table review_verdict (
    request_id text not null,
    client_id text not null,
    step integer not null,
    round integer not null,
    revision integer not null,
    verdict text not null,
    sealed bytea not null,
    staff_id text not null references staff,
    at timestamptz not null,
    primary key (request_id, step, client_id),
    foreign key (request_id, client_id) references review (request_id, client_id)
  )`,
  // Which items a member of the staff has had open, of which round and revision.
  `create table review_opened (
    request_id text not null,
    client_id text not null,
    step integer not null,
    staff_id text not null references staff,
    round integer not null,
    revision integer not null,
    at timestamptz not null,
    primary key (request_id, step, staff_id, client_id),
    foreign key (request_id, client_id) references review (request_id, client_id)
  )`,
  // Which photos and videos a member of the staff has had open: nothing is approved unseen.
  `create table review_file (
    request_id text not null,
    client_id text not null,
    file_id text not null,
    staff_id text not null references staff,
    at timestamptz not null,
    primary key (file_id, staff_id, client_id),
    foreign key (request_id, client_id) references request (id, client_id)
  )`,
  'create index review_file_request on review_file (request_id)',
  // Who looks at a request now.
  `create table review_presence (
    request_id text not null,
    client_id text not null,
    staff_id text not null references staff,
    seen_at timestamptz not null,
    -- When this member last saw the request whole: what the limit on looking through many requests counts.
    whole_at timestamptz,
    primary key (request_id, staff_id, client_id),
    foreign key (request_id, client_id) references request (id, client_id)
  )`,
  'create index review_presence_whole on review_presence (staff_id, whole_at) where whole_at is not null',
  // What a member of the staff is typing about a request, before it is a verdict or a refusal.
  `create table review_typed (
    request_id text not null,
    client_id text not null,
    staff_id text not null references staff,
    sealed bytea not null,
    at timestamptz not null,
    primary key (request_id, staff_id, client_id),
    foreign key (request_id, client_id) references request (id, client_id)
  )`,
  // Blind indexes for the search by phone and surname.
  `create table review_index (
    request_id text not null,
    client_id text not null,
    kind text not null,
    value bytea not null,
    primary key (request_id, kind, client_id),
    foreign key (request_id, client_id) references review (request_id, client_id)
  )`,
  'create index review_index_value on review_index (kind, value)',
  // A member of the staff is on the phone with a client until `until`, or until they said the call was over.
  `create table calling (
    id text not null,
    client_id text not null references client,
    request_id text not null,
    staff_id text not null references staff,
    started_at timestamptz not null,
    until timestamptz not null,
    ended_at timestamptz,
    primary key (id, client_id),
    foreign key (request_id, client_id) references request (id, client_id)
  )`,
  'create index calling_client on calling (client_id, until) where ended_at is null',
  'create index calling_request on calling (request_id)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
