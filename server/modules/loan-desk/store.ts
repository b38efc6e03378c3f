import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Bucket, buckets } from '#contract/calls/office/loans.ts'
import { addDays, type IsoDate } from '#contract/dates.ts'

export interface ListedLoan {
  readonly id: string
  readonly client_id: string
  readonly request_id: string
  readonly contract_number: string
  readonly state: 'running' | 'closed' | 'returned'
  readonly principal: number
  readonly due: number
  readonly overdue_since: string | null
  readonly next_date: string | null
  readonly next_amount: number | null
  readonly opened_at: Date
  readonly contacted_at: Date | null
}

export type Search =
  | { readonly contract: string }
  | { readonly kind: 'phone' | 'surname'; readonly values: readonly Buffer[] }

export interface Asked {
  readonly today: IsoDate
  readonly bucket?: Bucket | undefined
  readonly state?: 'running' | 'closed' | 'returned' | undefined
  readonly search: Search | null
  readonly after: { readonly at: Date; readonly id: string } | null
  readonly limit: number
}

const always = sql<boolean>`true`

/** The first days late that fall into a bucket on a day; a loan that is one day late today became late today. */
const sinceOf = (bucket: Bucket, today: IsoDate) => ({
  from: addDays(today, 1 - buckets[bucket].to),
  to: addDays(today, 1 - buckets[bucket].from),
})

/** Of a row that says since when a loan is late, and, for those that are not, whether something is due. */
function inBucket(bucket: Bucket, today: IsoDate, paying: RawBuilder<boolean>) {
  if (bucket === 'today') return sql<boolean>`overdue_since is null and ${paying}`
  const { from, to } = sinceOf(bucket, today)
  return sql<boolean>`overdue_since between ${from} and ${to}`
}

/** A page of a bucket in the order of its index: sorting all of a bucket takes longer with each loan in it. */
function pageOfBucket(bucket: Bucket, { today, after }: Asked) {
  const late = bucket !== 'today'
  const place = late
    ? sql<boolean>`(desk.overdue_since, desk.loan_id) < (${after?.at.toISOString().slice(0, 10)}, ${after?.id})`
    : sql<boolean>`desk.loan_id < ${after?.id}`
  return {
    where: sql<boolean>`${inBucket(bucket, today, sql`desk.due > 0`)} and ${after ? place : always}`,
    order: late ? sql`desk.overdue_since desc, desk.loan_id desc` : sql`desk.loan_id desc`,
  }
}

const pageOfAll = ({ after }: Asked) => ({
  where: after ? sql<boolean>`(loan.opened_at, loan.id) < (${after.at}, ${after.id})` : always,
  order: sql`loan.opened_at desc, loan.id desc`,
})

function matching(search: Search | null) {
  if (!search) return always
  if ('contract' in search) return sql<boolean>`loan.contract_number = ${search.contract}`
  const values = sql.join(search.values.map((value) => sql`${value}`))
  return sql<boolean>`loan.request_id in (select request_id from review_index where kind = ${search.kind} and value in (${values}))`
}

/** By what `after` names the last loan of a page: its moment in the order of the list. */
export const placeIn = (bucket: Bucket | undefined, { opened_at, overdue_since }: ListedLoan): Date =>
  bucket && overdue_since ? new Date(overdue_since) : opened_at

/** A page of loans, the newest first; of a bucket of late ones those that became late last. */
export async function listLoans(db: Kysely<unknown>, asked: Asked): Promise<ListedLoan[]> {
  const { bucket, state } = asked
  const page = bucket ? pageOfBucket(bucket, asked) : pageOfAll(asked)
  const { rows } = await sql<ListedLoan>`
    select loan.id, loan.client_id, loan.request_id, loan.contract_number, loan.state, loan.opened_at,
      coalesce(desk.principal, loan.principal) as principal, coalesce(desk.due, 0) as due, desk.overdue_since,
      desk.next_date, desk.next_amount,
      (select max(contact.at) from contact where contact.loan_id = loan.id) as contacted_at
    from loan ${bucket ? sql`join` : sql`left join`} loan_desk desk on desk.loan_id = loan.id
    where ${page.where} and ${matching(asked.search)} and ${state ? sql<boolean>`loan.state = ${state}` : always}
    order by ${page.order} limit ${asked.limit}`.execute(db)
  return rows.map((row) => ({ ...row, principal: Number(row.principal), due: Number(row.due) }))
}

export interface BucketSum {
  readonly bucket: Bucket
  readonly loans: number
  readonly principal: number
  readonly due: number
}

/** What each bucket holds, and all that runs. */
export async function portfolioOn(db: Kysely<unknown>, today: IsoDate) {
  const names = Object.keys(buckets) as Bucket[]
  const cases = names.map((name) => sql`when ${inBucket(name, today, sql`paying`)} then ${name}`)
  const { rows } = await sql<{ bucket: Bucket | null; loans: number; principal: number; due: number }>`
    select case ${sql.join(cases, sql` `)} end as bucket, sum(loans) as loans, sum(principal) as principal, sum(due) as due
    from loan_sum group by 1`.execute(db)
  const sums = rows.map((row) => ({
    bucket: row.bucket,
    loans: Number(row.loans),
    principal: Number(row.principal),
    due: Number(row.due),
  }))
  const none = { loans: 0, principal: 0, due: 0 }
  const portfolio = names.map(
    (bucket): BucketSum => ({ ...none, ...sums.find((sum) => sum.bucket === bucket), bucket }),
  )
  const total = (part: 'loans' | 'principal') => sums.reduce((all, sum) => all + sum[part], 0)
  return { portfolio, running: { loans: total('loans'), principal: total('principal') } }
}

interface ActionTable {
  id: string
  kind: string
  subject: string
  /** What exactly is to be done: whoever confirms, confirms this. */
  choice: string
  sealed: Uint8Array
  asked_by: string
  asked_at: Date
  done_by: string | null
  done_at: Date | null
}

export type ActionRow = ActionTable
export interface HeirRow {
  readonly id: string
  readonly client_id: string
  /** Name, address, paper: sealed with the key of the one who died. */
  readonly sealed: Uint8Array
  readonly accepted_on: string | null
  readonly added_by: string
  readonly at: Date
}

const tables = (db: Kysely<unknown>) => db.$extendTables<{ loan_action: ActionTable; heir: HeirRow }>()

export async function insertHeir(db: Kysely<unknown>, row: HeirRow): Promise<void> {
  await tables(db).insertInto('heir').values(row).execute()
}

export async function heirsOf(db: Kysely<unknown>, accounts: readonly string[]): Promise<HeirRow[]> {
  return tables(db).selectFrom('heir').selectAll().where('client_id', 'in', accounts).orderBy('at').execute()
}

/** Asks for an action, once while it is open. Answers the open one. */
export async function askAction(db: Kysely<unknown>, row: ActionRow): Promise<ActionRow> {
  await tables(db)
    .insertInto('loan_action')
    .values(row)
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).where('done_at', 'is', null).doNothing())
    .execute()
  return tables(db)
    .selectFrom('loan_action')
    .selectAll()
    .where('kind', '=', row.kind)
    .where('subject', '=', row.subject)
    .where('done_at', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function lockAction(db: Kysely<unknown>, id: string): Promise<ActionRow | undefined> {
  return tables(db)
    .selectFrom('loan_action')
    .selectAll()
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** It waits no more: it was confirmed or taken back. */
export async function doneAction(db: Kysely<unknown>, id: string, by: string, at: Date): Promise<void> {
  await tables(db).updateTable('loan_action').set({ done_by: by, done_at: at }).where('id', '=', id).execute()
}

export async function openActions(
  db: Kysely<unknown>,
  kind: string,
  subjects: readonly string[],
): Promise<ActionRow[]> {
  if (subjects.length === 0) return []
  return tables(db)
    .selectFrom('loan_action')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject', 'in', subjects)
    .where('done_at', 'is', null)
    .execute()
}
