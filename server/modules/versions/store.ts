import { type Kysely, sql } from 'kysely'
import type { Finding } from '#contract/calls/office/workbench.ts'
import type { VersionKind } from '#contract/versions/kinds.ts'
import type { VersionRows } from '#contract/versions/rows.ts'
import { type Version, versionOf } from './kinds.ts'

type Db = Kysely<unknown>

interface DraftTable {
  id: string
  kind: VersionKind
  number: string
  title: string
  rows: unknown
  revision: number
  based_on: string
  author: string
  /** Everybody who has changed it: none of them says the second word. */
  editors: unknown
  created_at: Date
  changed_by: string
  changed_at: Date
  findings: unknown
  findings_of: string | null
  dropped_at: Date | null
}
export type DraftRow = Omit<DraftTable, 'rows' | 'editors' | 'findings'> & {
  readonly rows: VersionRows
  readonly editors: readonly string[]
  readonly findings: Finding[] | null
}

interface TurnTable {
  id: string
  kind: VersionKind
  sha256: string
  version: string
  draft_id: string | null
  reason: string
  from_at: Date
  asked_by: string
  asked_at: Date
  state: 'asked' | 'approved' | 'declined'
  decided_by: string | null
  decided_at: Date | null
}
export type TurnRow = TurnTable

const tables = (db: Db) => db.$extendTables<{ rule_draft: DraftTable; rule_turn: TurnTable }>()

/** Contents of every kind. Those of the decision rules are kept with the decisions. */
const contents = sql`(select sha256, content from decision_rules union all select sha256, content from version_content)`

/** The version of a kind that counts at a moment; undefined: nobody has put one in force here. */
export async function turnAt(db: Db, kind: VersionKind, at: Date): Promise<Version | undefined> {
  const { rows } = await sql<Version & { from_at: Date }>`
    select t.version, t.sha256, r.content, t.from_at from rule_turn t join ${contents} r on r.sha256 = t.sha256
    where t.kind = ${kind} and t.state = 'approved' and t.from_at <= ${at}
    order by t.from_at desc, t.decided_at desc limit 1`.execute(db)
  return rows[0] && versionOf(rows[0].version, rows[0].content, rows[0].from_at.toISOString())
}

/** Those that are approved and begin later. */
export async function turnsAhead(db: Db, kind: VersionKind, at: Date): Promise<{ version: string; content: string }[]> {
  const { rows } = await sql<{ version: string; content: string }>`
    select t.version, r.content from rule_turn t join ${contents} r on r.sha256 = t.sha256
    where t.kind = ${kind} and t.state = 'approved' and t.from_at > ${at}`.execute(db)
  return rows
}

export type TurnWithContent = TurnRow & { readonly content: string }

/** All that was ever put in force of what the program reads from memory, in the order it counts. */
export async function approvedTurns(db: Db): Promise<TurnWithContent[]> {
  const { rows } = await sql<TurnWithContent>`
    select t.*, r.content from rule_turn t join version_content r on r.sha256 = t.sha256
    where t.state = 'approved' order by t.from_at, t.decided_at`.execute(db)
  return rows
}

/** Newest first. */
export async function turns(db: Db, kind: VersionKind): Promise<TurnWithContent[]> {
  const { rows } = await sql<TurnWithContent>`
    select t.*, r.content from rule_turn t join ${contents} r on r.sha256 = t.sha256
    where t.kind = ${kind} order by t.asked_at desc, t.id desc limit 200`.execute(db)
  return rows
}

/** An approved version of whatever kind. */
export async function approvedBy(db: Db, sha256: string): Promise<TurnWithContent | undefined> {
  const { rows } = await sql<TurnWithContent>`
    select t.*, r.content from rule_turn t join ${contents} r on r.sha256 = t.sha256
    where t.sha256 = ${sha256} and t.state = 'approved' order by t.decided_at desc limit 1`.execute(db)
  return rows[0]
}

interface ContentTable {
  sha256: string
  kind: VersionKind
  version: string
  content: string
  first_used_at: Date
}

/** Keeps a content the first time anything is made by it. */
export async function keepContent(db: Db, row: ContentTable): Promise<void> {
  await db
    .$extendTables<{ version_content: ContentTable }>()
    .insertInto('version_content')
    .values(row)
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute()
}

export const readContent = (db: Db, sha256: string): Promise<ContentTable | undefined> =>
  db
    .$extendTables<{ version_content: ContentTable }>()
    .selectFrom('version_content')
    .selectAll()
    .where('sha256', '=', sha256)
    .executeTakeFirst()

export const askedTurn = (db: Db, kind: VersionKind): Promise<TurnRow | undefined> =>
  tables(db)
    .selectFrom('rule_turn')
    .selectAll()
    .where('kind', '=', kind)
    .where('state', '=', 'asked')
    .executeTakeFirst()

export const insertTurn = (db: Db, row: TurnRow) => tables(db).insertInto('rule_turn').values(row).execute()

export const lockTurn = (db: Db, id: string): Promise<TurnRow | undefined> =>
  tables(db).selectFrom('rule_turn').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const updateTurn = (db: Db, id: string, change: Partial<TurnRow>) =>
  tables(db).updateTable('rule_turn').set(change).where('id', '=', id).execute()

/** Whether a draft was asked for, or approved: it is changed no more. */
export async function isClosed(db: Db, draftId: string): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('rule_turn')
    .select('id')
    .where('draft_id', '=', draftId)
    .where('state', '<>', 'declined')
    .executeTakeFirst()
  return found !== undefined
}

export async function insertDraft(
  db: Db,
  row: Pick<DraftRow, 'id' | 'kind' | 'title' | 'rows' | 'based_on' | 'author' | 'created_at'>,
): Promise<void> {
  const { rows, author, created_at, ...rest } = row
  await tables(db)
    .insertInto('rule_draft')
    .values({
      ...rest,
      rows: JSON.stringify(rows),
      author,
      editors: JSON.stringify([author]),
      created_at,
      changed_by: author,
      changed_at: created_at,
      revision: 1,
    } as never)
    .execute()
}

/** The drafts that are not thrown away, newest first. */
export async function drafts(db: Db, kind: VersionKind): Promise<DraftRow[]> {
  const found = await tables(db)
    .selectFrom('rule_draft')
    .selectAll()
    .where('kind', '=', kind)
    .where('dropped_at', 'is', null)
    .orderBy('changed_at', 'desc')
    .limit(100)
    .execute()
  return found as unknown as DraftRow[]
}

export async function readDraft(db: Db, id: string, lock = false): Promise<DraftRow | undefined> {
  const query = tables(db).selectFrom('rule_draft').selectAll().where('id', '=', id).where('dropped_at', 'is', null)
  return (await (lock ? query.forUpdate() : query).executeTakeFirst()) as unknown as DraftRow | undefined
}

/** Of a draft, also of one that was thrown away. */
export async function kindOfDraft(db: Db, id: string): Promise<VersionKind | undefined> {
  return (await tables(db).selectFrom('rule_draft').select('kind').where('id', '=', id).executeTakeFirst())?.kind
}

type Change = Partial<Omit<DraftRow, 'id' | 'number'>>

export async function updateDraft(db: Db, id: string, { rows, editors, findings, ...rest }: Change): Promise<void> {
  await tables(db)
    .updateTable('rule_draft')
    .set({
      ...rest,
      ...(rows && { rows: JSON.stringify(rows) }),
      ...(editors && { editors: JSON.stringify(editors) }),
      ...(findings && { findings: JSON.stringify(findings) }),
    })
    .where('id', '=', id)
    .execute()
}
