import { type Kysely, sql } from 'kysely'

/** A stretch of time: from the first moment to the last, which is no longer part of it. */
export interface Period {
  readonly from: Date
  readonly until: Date
}

/** How many opened and left each step, by what browsers say, and how many answers were accepted. */
export async function stepCounts(db: Kysely<unknown>, { from, until }: Period) {
  const { rows } = await sql<{ step: number; opened: number; accepted: number; left: number }>`
    select step, sum(opened)::integer as opened, sum(accepted)::integer as accepted, sum(away)::integer as left from (
      select step, case when what = 'opened' then count else 0 end as opened, 0 as accepted,
        case when what = 'left' then count else 0 end as away
      from funnel_hour where hour >= ${from} and hour < ${until}
      union all
      select (data ->> 'step')::integer, 0, 1, 0 from journal
      where event = 'step.accept' and at >= ${from} and at < ${until}
    ) as counted group by step order by step`.execute(db)
  return rows
}

/** Quicker than this a script or an answer carried over was, longer somebody went for lunch. */
const plausibleSeconds = { fewest: 2, most: 1800 }

/**
 * The median of seconds people took for each step, of the steps that enough people have walked. From the journal: a step takes from
 * what this request did before it to its first acceptance. Each person counts once for a step, by their own median, so that nobody
 * moves it by many requests; nobody moves it at all who is not signed in.
 */
export async function stepMedians(db: Kysely<unknown>, { from, until }: Period, fewest: number) {
  const { rows } = await sql<{ step: number; seconds: number }>`
    with walked as (
      select actor_id, subject_id, (data ->> 'step')::integer as step,
        extract(epoch from at - lag(at) over (partition by subject_id order by seq)) as seconds,
        row_number() over (partition by subject_id, event, data ->> 'step' order by seq) as turn, event
      from journal
      where event in ('request.create', 'step.accept') and at >= ${from} and at < ${until}
    ), by_person as (
      select step, actor_id, percentile_cont(0.5) within group (order by seconds) as seconds
      from walked
      where event = 'step.accept' and turn = 1 and seconds between ${plausibleSeconds.fewest} and ${plausibleSeconds.most}
      group by step, actor_id
    )
    select step, percentile_cont(0.5) within group (order by seconds) as seconds
    from by_person group by step having count(*) >= ${fewest}`.execute(db)
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

/** For what items were sent back to clients, an item each time it was, most frequent first. */
export async function sentBackFor(db: Kysely<unknown>, { from, until }: Period) {
  const { rows } = await sql<{ name: string; count: number }>`
    select reason as name, count(*) as count
    from journal cross join lateral jsonb_array_elements_text(data::jsonb -> 'reasons') as reason
    where event = 'request.return' and at >= ${from} and at < ${until}
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
        and actor_kind = 'staff' and at >= ${from} and at < ${until}
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
