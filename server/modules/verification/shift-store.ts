import { type Kysely, sql } from 'kysely'

/** When each request in somebody's hands was taken, and by whom; and what each was given. */
export interface InHands {
  readonly id: string
  readonly holder: string | null
  readonly held_since: Date | null
  readonly assigned_to: string | null
  readonly assigned_at: Date | null
}

export async function inHands(db: Kysely<unknown>): Promise<InHands[]> {
  const { rows } = await sql<InHands>`
    select request_id as id, holder, held_since, assigned_to, assigned_at
    from review join request on request.id = review.request_id
    where (holder is not null and request.state = 'InReview') or (assigned_to is not null and request.state = 'Queued')`.execute(
    db,
  )
  return rows
}

/** Ids of the requests that wait or are in hand, the longest waiting first. */
export async function oldestAtWork(db: Kysely<unknown>, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from request where type = 'loan' and state in ('Queued', 'InReview') and sent_at is not null
    order by sent_at, id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function countAtWork(db: Kysely<unknown>): Promise<{ waiting: number; held: number }> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*) as count from request where type = 'loan' and state in ('Queued', 'InReview') group by state`.execute(
    db,
  )
  const of = (state: string) => Number(rows.find((row) => row.state === state)?.count ?? 0)
  return { waiting: of('Queued'), held: of('InReview') }
}

/** How many reviews each of the staff has brought to an end since. */
export async function outcomesSince(db: Kysely<unknown>, since: Date): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select actor_id as id, count(*) as count from journal
    where at >= ${since} and actor_kind = 'staff'
      and event in ('request.approve', 'request.askSecond', 'request.return', 'request.refuse') group by actor_id`.execute(
    db,
  )
  return new Map(rows.map(({ id, count }) => [id, Number(count)]))
}
