import { type Kysely, sql } from 'kysely'

/** A stretch of time: from the first moment to the last, which is no longer part of it. */
export interface Period {
  readonly from: Date
  readonly until: Date
}

/** How many opened, accepted and left each step. */
export async function stepCounts(db: Kysely<unknown>, { from, until }: Period) {
  const { rows } = await sql<{ step: number; opened: number; accepted: number; left: number }>`
    select step, count(*) filter (where what = 'opened') as opened,
      count(*) filter (where what = 'accepted') as accepted, count(*) filter (where what = 'left') as left
    from funnel_event where at >= ${from} and at < ${until} group by step order by step`.execute(db)
  return rows
}

/** The median of seconds people really took for each step, of the steps with enough walks. */
export async function stepMedians(db: Kysely<unknown>, { from, until }: Period, fewest: number) {
  const { rows } = await sql<{ step: number; seconds: number }>`
    select step, percentile_cont(0.5) within group (order by seconds) as seconds
    from funnel_event where what = 'accepted' and seconds > 0 and at >= ${from} and at < ${until}
    group by step having count(*) >= ${fewest}`.execute(db)
  return rows
}

/** How often each of these events of the journal happened. */
export async function eventCounts(db: Kysely<unknown>, events: readonly string[], { from, until }: Period) {
  const { rows } = await sql<{ event: string; count: number }>`
    select event, count(*) as count from journal
    where event in (${sql.join(events)}) and at >= ${from} and at < ${until} group by event`.execute(db)
  return new Map(rows.map(({ event, count }) => [event, count]))
}

/** Coded reasons of an event, most frequent first. */
export async function eventReasons(db: Kysely<unknown>, event: string, { from, until }: Period) {
  const { rows } = await sql<{ name: string; count: number }>`
    select data ->> 'reason' as name, count(*) as count from journal
    where event = ${event} and at >= ${from} and at < ${until} and data ->> 'reason' is not null
    group by 1 order by count desc, 1`.execute(db)
  return rows
}

/** Working minutes requests waited for their answers, and how many waited so long. */
export async function waits(db: Kysely<unknown>, { from, until }: Period) {
  const { rows } = await sql<{ minutes: number; count: number }>`
    select (data ->> 'waitedMinutes')::integer as minutes, count(*) as count from journal
    where event in ('request.approve', 'request.return', 'request.refuse') and at >= ${from} and at < ${until}
      and data ->> 'waitedMinutes' is not null
    group by 1 order by 1`.execute(db)
  return rows
}

/** What each reviewer decided, and the median of seconds from taking a request to its outcome. */
export async function reviewerCounts(db: Kysely<unknown>, { from, until }: Period) {
  const { rows } = await sql<{
    id: string
    approved: number
    returned: number
    refused: number
    seconds: number | null
  }>`
    select actor_id as id, count(*) filter (where event in ('request.approve', 'request.askSecond')) as approved,
      count(*) filter (where event = 'request.return') as returned,
      count(*) filter (where event = 'request.refuse') as refused,
      percentile_cont(0.5) within group (order by extract(epoch from at - since)) as seconds
    from (
      select actor_id, event, at,
        max(at) filter (where event in ('request.claim', 'request.takeOver')) over (
          partition by subject_id order by seq rows between unbounded preceding and 1 preceding) as since
      from journal
      where event in ('request.claim', 'request.takeOver', 'request.approve', 'request.askSecond', 'request.return',
          'request.refuse')
        and actor_kind = 'office' and at >= ${from} and at < ${until}
    ) as done
    where event not in ('request.claim', 'request.takeOver')
    group by actor_id order by actor_id`.execute(db)
  return rows
}

/** Payouts that arrived, by day of the zone: how many and how much, kopecks. */
export async function payoutDays(db: Kysely<unknown>, { from, until }: Period, zone: string) {
  const { rows } = await sql<{ day: string; count: number; amount: number }>`
    select to_char(updated_at at time zone ${zone}, 'YYYY-MM-DD') as day, count(*) as count,
      sum(amount)::bigint as amount
    from payout where state = 'succeeded' and updated_at >= ${from} and updated_at < ${until}
    group by 1 order by 1`.execute(db)
  return rows
}
