import { type Kysely, sql } from 'kysely'

const statements = [
  // Beginnings of the words of a name, blind: a part of a name finds its client without the name being readable.
  `create table client_word (
    client_id text not null references client,
    blind text not null,
    primary key (blind, client_id)
  )`,
  'create index client_word_client on client_word (client_id)',
  // A request by the end of its id, as the office prints it.
  'create index request_short on request ("right"(id, 8))',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
