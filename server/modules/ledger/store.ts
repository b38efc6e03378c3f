import { type Kysely, sql } from 'kysely'
import { type BookAccount, type Lines, type PostingKind, sumsOf } from './accounts.ts'

interface PostingTable {
  id: string
  chain: string
  number: number
  kind: PostingKind
  source: string | null
  value_date: string
  ordinal: number
  booked_on: string
  at: Date
  replaces: string | null
  prev_hash: Uint8Array
  hash: Uint8Array
}

interface LineTable {
  posting_id: string
  account: BookAccount
  amount: number
}

interface DayTable {
  day: string
  postings: number
  debit: number
  root: Uint8Array
  closed_at: Date
}

export type BookDay = DayTable
type Tables = { posting: PostingTable; posting_line: LineTable; book_day: DayTable }
const tables = (db: Kysely<unknown>) => db.$extendTables<Tables>()

/** A posting with its lines. */
export interface Posting extends PostingTable {
  readonly lines: Lines
}

export const postingsOf = async (db: Kysely<unknown>, chain: string): Promise<Posting[]> =>
  (await postingsOfMany(db, [chain])).get(chain) ?? []

/** The postings of some chains, each in its order. */
export async function postingsOfMany(db: Kysely<unknown>, chains: readonly string[]): Promise<Map<string, Posting[]>> {
  if (chains.length === 0) return new Map()
  const rows = await tables(db)
    .selectFrom('posting')
    .selectAll()
    .where('chain', 'in', chains)
    .orderBy('chain')
    .orderBy('number')
    .execute()
  const lines = await tables(db)
    .selectFrom('posting_line')
    .innerJoin('posting', 'posting.id', 'posting_id')
    .select(['posting_id', 'account', 'amount'])
    .where('chain', 'in', chains)
    .execute()
  return Map.groupBy(joined(rows, lines), ({ chain }) => chain)
}

function joined(rows: readonly PostingTable[], lines: readonly LineTable[]): Posting[] {
  const byPosting = new Map<string, Partial<Record<BookAccount, number>>>()
  for (const { posting_id, account, amount } of lines) {
    const known = byPosting.get(posting_id) ?? {}
    known[account] = Number(amount)
    byPosting.set(posting_id, known)
  }
  return rows.map((row) => ({ ...row, lines: byPosting.get(row.id) ?? {} }))
}

async function withLines(db: Kysely<unknown>, rows: readonly PostingTable[]): Promise<Posting[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  return joined(rows, await tables(db).selectFrom('posting_line').selectAll().where('posting_id', 'in', ids).execute())
}

export async function bySource(db: Kysely<unknown>, source: string): Promise<Posting | undefined> {
  const row = await tables(db).selectFrom('posting').select('chain').where('source', '=', source).executeTakeFirst()
  return row && (await postingsOf(db, row.chain)).find((posting) => posting.source === source)
}

export async function insertPostings(db: Kysely<unknown>, postings: readonly Posting[]): Promise<void> {
  if (postings.length === 0) return
  await tables(db)
    .insertInto('posting')
    .values(postings.map(({ lines: _, ...row }) => row))
    .execute()
  const lines = postings.flatMap(({ id, lines: sums }) =>
    sumsOf(sums).map(([account, amount]) => ({ posting_id: id, account, amount })),
  )
  await tables(db).insertInto('posting_line').values(lines).execute()
}

export interface AccountSum {
  readonly account: string
  readonly debit: number
  readonly credit: number
}

/** Turnover of each account by all postings whose value date is not after a day. */
export async function sumsByAccount(db: Kysely<unknown>, day: string): Promise<AccountSum[]> {
  const rows = await tables(db)
    .selectFrom('posting_line')
    .innerJoin('posting', 'posting.id', 'posting_id')
    .select([
      'account',
      sql<number>`coalesce(sum(amount) filter (where amount > 0), 0)`.as('debit'),
      sql<number>`coalesce(-sum(amount) filter (where amount < 0), 0)`.as('credit'),
    ])
    .where('value_date', '<=', day)
    .groupBy('account')
    .orderBy('account')
    .execute()
  return rows.map(({ account, debit, credit }) => ({ account, debit: Number(debit), credit: Number(credit) }))
}

/** The chains of a place after a chain, in order: the whole book is walked without holding it. */
export async function chainsAfter(db: Kysely<unknown>, chain: string, limit: number): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('posting')
    .select('chain')
    .where('chain', '>', chain)
    .where('number', '=', 1)
    .orderBy('chain')
    .limit(limit)
    .execute()
  return rows.map((row) => row.chain)
}

/** Booking days that are over and not closed, oldest first. */
export async function openDays(db: Kysely<unknown>, today: string): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('posting')
    .select('booked_on')
    .distinct()
    .where('booked_on', '<', today)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('book_day').select('day').whereRef('day', '=', 'booked_on'))),
    )
    .orderBy('booked_on')
    .execute()
  return rows.map((row) => row.booked_on)
}

/** Hashes of what was booked on a day, in the order of the chains, and the sum of its debits. */
export async function bookedOn(db: Kysely<unknown>, day: string) {
  const rows = await tables(db)
    .selectFrom('posting')
    .select('hash')
    .where('booked_on', '=', day)
    .orderBy('chain')
    .orderBy('number')
    .execute()
  const { debit } = await tables(db)
    .selectFrom('posting_line')
    .innerJoin('posting', 'posting.id', 'posting_id')
    .select(sql<number>`coalesce(sum(amount) filter (where amount > 0), 0)`.as('debit'))
    .where('booked_on', '=', day)
    .executeTakeFirstOrThrow()
  return { hashes: rows.map(({ hash }) => hash), debit: Number(debit) }
}

/** Closes a day once; answers whether it was open. */
export async function insertDay(db: Kysely<unknown>, row: BookDay): Promise<boolean> {
  const result = await tables(db)
    .insertInto('book_day')
    .values(row)
    .onConflict((conflict) => conflict.column('day').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function closedDays(db: Kysely<unknown>): Promise<BookDay[]> {
  return tables(db).selectFrom('book_day').selectAll().orderBy('day').execute()
}

/** Where a walk through a day stands. */
export interface Place {
  readonly chain: string
  readonly number: number
}

/** What was booked on a day, in the order of chains and their numbers, after a place. */
export async function bookedPage(
  db: Kysely<unknown>,
  day: string,
  { chain, number }: Place,
  limit: number,
): Promise<Posting[]> {
  const rows = await tables(db)
    .selectFrom('posting')
    .selectAll()
    .where('booked_on', '=', day)
    .where(sql<boolean>`(chain, number) > (${chain}, ${number})`)
    .orderBy('chain')
    .orderBy('number')
    .limit(limit)
    .execute()
  return withLines(db, rows)
}
