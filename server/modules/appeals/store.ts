import { type Kysely, sql } from 'kysely'
import {
  type AppealKind,
  type AppealOutcome,
  type AppealState,
  type AppealWay,
  appealKinds,
  clockRuns,
} from '#contract/appeals.ts'
import type { HolidayCondition, HolidayGround } from '#contract/holidays.ts'
import type { Judged } from './conditions.ts'

type Db = Kysely<unknown>

export interface NewTerms {
  readonly payments: number
  readonly everyDays: number
}

interface AppealTable {
  id: string
  /** Given by the database. */
  number: string | number
  kind: AppealKind
  client_id: string
  request_id: string | null
  loan_id: string | null
  state: AppealState
  way: AppealWay
  /** Who of the staff entered what came otherwise than from the cabinet. */
  entered_by: string | null
  ground: HolidayGround | null
  months: number | null
  service_until: string | null
  /** Of a holiday: what a person saw in the papers, and what of the law is not kept. */
  judged: unknown
  unkept: unknown
  /** What was asked for, what more was wanted, the answer or its draft: sealed with the client's key. */
  words: Uint8Array
  papers: Uint8Array | null
  answer: Uint8Array | null
  came_at: Date
  came_on: string
  answer_by: string
  silence_on: string | null
  extended: boolean
  outcome: AppealOutcome | null
  terms: unknown
  asked_by: string | null
  asked_at: Date | null
  decided_by: string | null
  decided_at: Date | null
  offer_until: string | null
  version: number
}

export type AppealRow = Omit<AppealTable, 'terms' | 'number' | 'judged' | 'unkept'> & {
  number: number
  terms: NewTerms | null
  judged: Judged | null
  unkept: readonly HolidayCondition[] | null
}
interface FileTable {
  client_id: string
  file_id: string
  appeal_id: string
  at: Date
}

const tables = (db: Db) =>
  db.$extendTables<{
    appeal: AppealTable
    appeal_file: FileTable
    evidence: { id: string; client_id: string; type: string | null }
  }>()
const typed = (row: AppealTable): AppealRow => ({
  ...row,
  number: Number(row.number),
  terms: row.terms as NewTerms | null,
  judged: row.judged as Judged | null,
  unkept: row.unkept as HolidayCondition[] | null,
})
const waiting = ['open', 'papers', 'offered'] as const

export type NewAppeal = Pick<
  AppealTable,
  | 'id'
  | 'kind'
  | 'client_id'
  | 'request_id'
  | 'loan_id'
  | 'state'
  | 'way'
  | 'entered_by'
  | 'ground'
  | 'months'
  | 'service_until'
  | 'words'
  | 'came_at'
  | 'came_on'
  | 'answer_by'
  | 'silence_on'
>

/** Registers an appeal. */
export async function insertAppeal(db: Db, row: NewAppeal): Promise<AppealRow> {
  return typed(
    await tables(db)
      .insertInto('appeal')
      .values(row as AppealTable)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
}

export async function openAppeal(db: Db, of: Pick<AppealRow, 'client_id' | 'kind' | 'loan_id'>) {
  const row = await tables(db)
    .selectFrom('appeal')
    .selectAll()
    .where('client_id', '=', of.client_id)
    .where('kind', '=', of.kind)
    .where(sql<boolean>`coalesce(loan_id, '') = ${of.loan_id ?? ''}`)
    .where('state', 'in', waiting)
    .executeTakeFirst()
  return row && typed(row)
}

export async function countOpen(db: Db, clientId: string): Promise<number> {
  const { count } = await tables(db)
    .selectFrom('appeal')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('client_id', '=', clientId)
    .where('state', 'in', waiting)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function readAppeal(db: Db, id: string): Promise<AppealRow | undefined> {
  const row = await tables(db).selectFrom('appeal').selectAll().where('id', '=', id).executeTakeFirst()
  return row && typed(row)
}

export async function lockAppeal(db: Db, id: string): Promise<AppealRow | undefined> {
  const row = await tables(db).selectFrom('appeal').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row && typed(row)
}

/** Changes an appeal; whoever has seen it before has to look again. */
export async function updateAppeal(
  db: Db,
  { id, version }: Pick<AppealRow, 'id' | 'version'>,
  { terms, judged, unkept, ...change }: Partial<Omit<AppealRow, 'id' | 'number' | 'version'>>,
): Promise<AppealRow> {
  const kept = Object.entries({ terms, judged, unkept }).filter(([, value]) => value !== undefined)
  const json = Object.fromEntries(kept.map(([name, value]) => [name, value && JSON.stringify(value)]))
  const row = await tables(db)
    .updateTable('appeal')
    .set({ ...change, ...json, version: version + 1 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return typed(row)
}

export async function appealsOf(db: Db, clientId: string): Promise<AppealRow[]> {
  const rows = await tables(db)
    .selectFrom('appeal')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('came_at', 'desc')
    .orderBy('number', 'desc')
    .limit(100)
    .execute()
  return rows.map(typed)
}

/** New terms that wait for the borrower's word, of the loan a request became. */
export async function offeredFor(db: Db, requestId: string): Promise<AppealRow | undefined> {
  const row = await tables(db)
    .selectFrom('appeal')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('state', '=', 'offered')
    .executeTakeFirst()
  return row && typed(row)
}

/** Appeals of a loan that were answered so. */
export async function grantedFor(db: Db, loanId: string): Promise<AppealRow[]> {
  const rows = await tables(db)
    .selectFrom('appeal')
    .selectAll()
    .where('loan_id', '=', loanId)
    .where('outcome', '=', 'granted')
    .where('state', '=', 'answered')
    .execute()
  return rows.map(typed)
}

interface Asked {
  readonly kind?: AppealKind | undefined
  readonly state?: AppealState | undefined
  readonly after: { readonly day: string; readonly id: string } | null
  readonly limit: number
}

/** Those that wait, the most urgent first; or those of a state, newest first. */
export async function listedAppeals(db: Db, { kind, state, after, limit }: Asked): Promise<AppealRow[]> {
  let query = tables(db).selectFrom('appeal').selectAll()
  if (kind) query = query.where('kind', '=', kind)
  const urgent = state === undefined || (waiting as readonly string[]).includes(state)
  query = state ? query.where('state', '=', state) : query.where('state', 'in', waiting)
  if (after)
    query = urgent
      ? query.where(sql<boolean>`(answer_by, id) > (${after.day}, ${after.id})`)
      : query.where(sql<boolean>`(came_on, id) < (${after.day}, ${after.id})`)
  const ordered = urgent
    ? query.orderBy('answer_by').orderBy('id')
    : query.orderBy('came_on', 'desc').orderBy('id', 'desc')
  return (await ordered.limit(limit).execute()).map(typed)
}

/** Kinds whose day of the answer runs while papers are waited for. */
const kindsWithoutPause = (Object.keys(appealKinds) as AppealKind[]).filter((kind) => clockRuns(kind, 'papers'))

export async function waitingCounts(db: Db, today: string) {
  const { rows } = await sql<{ waiting: string; late: string }>`
    select count(*) as waiting,
      count(*) filter (where answer_by < ${today} and (state = 'open' or kind in (${sql.join(kindsWithoutPause)}))) as late
    from appeal where state in ('open', 'papers')`.execute(db)
  return { waiting: Number(rows[0]?.waiting ?? 0), late: Number(rows[0]?.late ?? 0) }
}

/** Those to which silence has given an answer, and offers nobody took in time. */
export async function appealsOver(db: Db, today: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from appeal where (state = 'open' and silence_on < ${today}) or (state = 'offered' and offer_until < ${today})
    order by came_at limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function insertFile(db: Db, row: FileTable): Promise<void> {
  await tables(db).insertInto('appeal_file').values(row).execute()
}

/** Papers of an appeal, oldest first. */
export async function filesOf(db: Db, appealId: string): Promise<{ id: string; type: string; at: Date }[]> {
  const rows = await tables(db)
    .selectFrom('appeal_file')
    .innerJoin('evidence', (join) =>
      join.onRef('evidence.id', '=', 'appeal_file.file_id').onRef('evidence.client_id', '=', 'appeal_file.client_id'),
    )
    .select(['evidence.id', 'evidence.type', 'appeal_file.at'])
    .where('appeal_file.appeal_id', '=', appealId)
    .orderBy('appeal_file.at')
    .orderBy('evidence.id')
    .execute()
  return rows.map(({ type, ...row }) => ({ ...row, type: type ?? '' }))
}

/** The newest request of a client; null without any. */
export async function newestRequest(db: Db, clientId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from request where client_id = ${clientId} order by created_at desc, id desc limit 1`.execute(db)
  return rows[0]?.id ?? null
}
