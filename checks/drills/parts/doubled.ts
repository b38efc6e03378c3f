import { type Kysely, sql } from 'kysely'

/** What happens to its subject once, if ever. */
const onceOnly = [
  'client.create',
  'request.create',
  'request.sign',
  'request.withdraw',
  'request.paid',
  'loan.open',
  'message.sent',
] as const

/**
 * How many effects a database holds twice: entries of the journal for what happens to its subject once, moves of a request at a
 * version it had moved at already, and clients with two requests who asked for one.
 */
export async function doubledIn(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(times - 1), 0)::int as n from (
      select count(*) as times from journal where event in (${sql.join(onceOnly)}) group by event, subject_id
      union all
      select count(*) from journal where event like 'request.%' and data ->> 'version' is not null
        and event not in (${sql.join(onceOnly)}) group by subject_id, data ->> 'version'
      union all
      select count(*) from request where type = 'loan' group by client_id
    ) as effects`.execute(db)
  return rows[0]?.n ?? 0
}
