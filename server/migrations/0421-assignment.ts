import { type Kysely, sql } from 'kysely'

const statements = [
  // To whom a supervisor gave a request that waits, and since when somebody has it in hand.
  `alter table review add column assigned_to text, add column assigned_by text, add column assigned_at timestamptz,
    add column held_since timestamptz`,
  'create index review_assigned on review (assigned_to) where assigned_to is not null',
  'create index review_held on review (holder) where holder is not null',
  // Tasks and call-backs of the staff; the words are sealed, with the client's key where it is about one.
  `create table task (
    id text primary key,
    kind text not null,
    request_id text,
    client_id text,
    assignee text,
    due_at timestamptz not null,
    words bytea not null,
    result bytea,
    created_by text not null,
    created_at timestamptz not null,
    done_by text,
    done_at timestamptz
  )`,
  'create index task_open on task (due_at, id) where done_at is null',
  'create index task_done on task (done_at desc, id desc) where done_at is not null',
  'create index task_request on task (request_id) where request_id is not null',
  'create index task_client on task (client_id) where client_id is not null',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
