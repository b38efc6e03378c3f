import { type Kysely, sql } from 'kysely'

type Db = Kysely<unknown>

export interface MonthSums {
  readonly month: string
  /** Loans and principal paid out. */
  readonly loans: number
  readonly issued: number
  /** Whole turnover of the accounts of debts and of income, debit above 0. */
  readonly principal: number
  readonly interest: number
  readonly penalty: number
  readonly incomeInterest: number
  readonly incomePenalty: number
}

const sumOf = (accounts: readonly string[]) =>
  sql`coalesce(sum(line.amount) filter (where line.account in (${sql.join(accounts)})), 0)`

/** What the book says of each month, by what was of value in it. */
export async function monthSums(db: Db, from: string): Promise<MonthSums[]> {
  const { rows } = await sql<Record<keyof MonthSums, string>>`
    select substr(posting.value_date, 1, 7) as month,
      count(*) filter (where posting.kind = 'payout' and line.account = 'principal') as loans,
      coalesce(sum(line.amount) filter (where posting.kind = 'payout' and line.account = 'principal'), 0) as issued,
      ${sumOf(['principal', 'principalDue'])} as principal,
      ${sumOf(['interest', 'interestDue'])} as interest,
      ${sumOf(['penalty'])} as penalty,
      ${sumOf(['incomeInterest'])} as "incomeInterest",
      ${sumOf(['incomePenalty'])} as "incomePenalty"
    from posting join posting_line line on line.posting_id = posting.id
    where posting.value_date >= ${from} group by 1 order by 1`.execute(db)
  return rows.map(({ month, ...sums }) => ({
    month,
    ...(Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, Number(sum)])) as Omit<MonthSums, 'month'>),
  }))
}

export interface StartSums {
  readonly month: string
  readonly loans: number
  readonly issued: number
  /** Loans that were asked of, and that were late, so many days after the first payment. */
  readonly known: Readonly<Record<1 | 5 | 30, number>>
  readonly late: Readonly<Record<1 | 5 | 30, number>>
}

export async function startSums(db: Db, from: string): Promise<StartSums[]> {
  const { rows } = await sql<Record<string, string>>`
    select month, count(*) as loans, sum(issued) as issued,
      count(late1) as known1, count(late5) as known5, count(late30) as known30,
      count(*) filter (where late1) as late1, count(*) filter (where late5) as late5, count(*) filter (where late30) as late30
    from loan_start where month >= ${from} group by 1 order by 1`.execute(db)
  return rows.map((row) => {
    const of = (name: string) => Number(row[name])
    return {
      month: row.month ?? '',
      loans: of('loans'),
      issued: of('issued'),
      known: { 1: of('known1'), 5: of('known5'), 30: of('known30') },
      late: { 1: of('late1'), 5: of('late5'), 30: of('late30') },
    }
  })
}

/** Principal of loans at the first end of a month at which they were more than thirty days late, by the month of issue and that month. */
export async function firstBad(db: Db, from: string): Promise<{ issued: string; month: string; principal: number }[]> {
  const { rows } = await sql<{ issued: string; month: string; principal: string }>`
    select start.month as issued, bad.month, sum(bad.principal) as principal
    from loan_start start join (
      select distinct on (loan_id) loan_id, month, principal from loan_month where overdue_days > 30 order by loan_id, month
    ) bad on bad.loan_id = start.loan_id
    where start.month >= ${from} group by 1, 2`.execute(db)
  return rows.map((row) => ({ ...row, principal: Number(row.principal) }))
}

/** Principal by the bucket at the end of one month and of the next; null: nothing was owed any more. */
export async function moved(db: Db, before: string, after: string, edges: readonly number[]) {
  const bucket = (table: string) =>
    sql`width_bucket(${sql.ref(`${table}.overdue_days`)}, array[${sql.join(edges.map((edge) => sql.lit(edge)))}])`
  const { rows } = await sql<{ was: number; is: number | null; principal: string }>`
    select ${bucket('one')} as was, case when other.loan_id is null then null else ${bucket('other')} end as is,
      sum(one.principal) as principal
    from loan_month one left join loan_month other on other.loan_id = one.loan_id and other.month = ${after}
    where one.month = ${before} group by 1, 2`.execute(db)
  return rows.map(({ was, is, principal }) => ({
    was: Number(was),
    is: is === null ? null : Number(is),
    principal: Number(principal),
  }))
}
