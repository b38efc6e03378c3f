import { type Kysely, sql } from 'kysely'
import type { JournalEntry } from '#contract/journal.ts'
import { eventOf } from '#contract/machine/events.ts'
import type { Clock } from './clock.ts'
import type { Db } from './database.ts'
import { newId } from './ids.ts'
import type { Tx } from './transaction.ts'

/** An event with its place in the feed. */
export interface FeedEvent {
  readonly seq: number
  readonly id: string
  readonly type: string
  readonly subject: string
  readonly at: Date
  readonly data: Readonly<Record<string, unknown>>
}

interface EventTable {
  seq: number
  id: string
  type: string
  subject: string
  at: Date
  data: unknown
}

type Tables = {
  event_unnumbered: Omit<EventTable, 'seq'>
  event: EventTable
  event_head: { one: boolean; last: number }
}

const tables = (db: Kysely<unknown>) => db.$extendTables<Tables>()

/** What the outside is told of a transaction's entries, in the same transaction: it happened if the change did. */
export async function writeEvents(tx: Kysely<unknown>, entries: readonly JournalEntry[], clock: Clock): Promise<void> {
  const told = entries.map(eventOf).filter((event) => event !== null)
  if (told.length === 0) return
  const at = clock.now()
  const rows = told.map(({ data, ...event }) => ({ ...event, id: newId(), at, data: JSON.stringify(data) }))
  await tables(tx).insertInto('event_unnumbered').values(rows).execute()
}

/** Events numbered in one transaction. */
const batch = 5000

/**
 * Numbers what has committed. A number is given after the commit, under the head's lock: a reader that has seen one has seen all below it, however
 * long the transaction of another event lasts. Events of one subject keep their order, since its row is locked while they are written. False: another
 * server is at it.
 */
async function numberSome(tx: Tx): Promise<{ mine: boolean; numbered: number }> {
  const lock = sql<{ last: number }>`select last from event_head for update skip locked`
  const { rows } = await lock.execute(tx.db)
  if (rows.length === 0) return { mine: false, numbered: 0 }
  // A statement of its own: it is to see what was numbered by whoever held the lock before.
  const moved = await sql<{ count: number }>`
    with taken as (
      delete from event_unnumbered
      where entry in (select entry from event_unnumbered order by entry limit ${batch})
      returning *
    ), numbered as (
      insert into event (seq, id, type, subject, at, data)
      select (select last from event_head) + row_number() over (order by entry), id, type, subject, at, data from taken
      returning seq
    ), counted as (select count(*) as count from numbered)
    update event_head set last = last + counted.count from counted where counted.count > 0 returning counted.count`.execute(
    tx.db,
  )
  return { mine: true, numbered: moved.rows[0]?.count ?? 0 }
}

export interface Numbering {
  readonly db: Db
  transact<T>(body: (tx: Tx) => Promise<T>): Promise<T>
}

/** Numbers all that has committed by now, unless another server is doing it; answers how many. */
export async function numberEvents({ db, transact }: Numbering): Promise<number> {
  const { rows } = await sql<{ some: boolean }>`select exists (select 1 from event_unnumbered) as some`.execute(db)
  if (!rows[0]?.some) return 0
  let all = 0
  for (;;) {
    const { numbered } = await transact(numberSome)
    all += numbered
    if (numbered < batch) return all
  }
}

export interface Feed {
  /** The number of the last event, and of the first that is kept; 0 and 1 while there is none. */
  bounds(): Promise<{ first: number; last: number }>
  /** How many are written and not numbered yet. */
  unnumbered(): Promise<number>
  /** Events after a number up to another, in order, of these types only where some are named. */
  after(seq: number, limit: number, types: readonly string[] | undefined, upTo: number): Promise<FeedEvent[]>
}

/** The numbered events, as readers see them. */
export function openFeed(db: Db): Feed {
  return {
    async bounds() {
      const { last } = await tables(db).selectFrom('event_head').select('last').executeTakeFirstOrThrow()
      const first = await tables(db).selectFrom('event').select('seq').orderBy('seq').limit(1).executeTakeFirst()
      return { last, first: first?.seq ?? last + 1 }
    },
    async unnumbered() {
      const count = tables(db)
        .selectFrom('event_unnumbered')
        .select(({ fn }) => fn.countAll<number>().as('count'))
      return Number((await count.executeTakeFirstOrThrow()).count)
    },
    async after(seq, limit, types, upTo) {
      const rows = await tables(db)
        .selectFrom('event')
        .selectAll()
        .where('seq', '>', seq)
        .where('seq', '<=', upTo)
        .$if(types !== undefined && types.length > 0, (query) => query.where('type', 'in', types ?? []))
        .orderBy('seq')
        .limit(limit)
        .execute()
      return rows as FeedEvent[]
    },
  }
}

/** Forgets numbered events older than a moment. */
export async function forgetEvents(db: Db, before: Date): Promise<void> {
  await tables(db).deleteFrom('event').where('at', '<', before).execute()
}
