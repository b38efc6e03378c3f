import { type Kysely, type SqlBool, sql } from 'kysely'
import type { TaskKind, taskTabs } from '#contract/calls/office/tasks.ts'

interface TaskTable {
  id: string
  kind: TaskKind
  request_id: string | null
  /** Where it is about a debt: the loan of the request. */
  loan_id: string | null
  client_id: string | null
  /** Null: whoever comes first. */
  assignee: string | null
  due_at: Date
  /** What is to be done, and what came of it: sealed with the client's key where it is about one. */
  words: Uint8Array
  result: Uint8Array | null
  created_by: string
  created_at: Date
  done_by: string | null
  done_at: Date | null
}

export type TaskRow = TaskTable
const tables = (db: Kysely<unknown>) => db.$extendTables<{ task: TaskTable }>()

export async function insertTask(db: Kysely<unknown>, row: TaskRow): Promise<void> {
  await tables(db).insertInto('task').values(row).execute()
}

export async function lockTask(db: Kysely<unknown>, id: string): Promise<TaskRow | undefined> {
  return tables(db).selectFrom('task').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function taskDone(
  db: Kysely<unknown>,
  id: string,
  done: Pick<TaskRow, 'result' | 'done_by' | 'done_at'>,
): Promise<void> {
  await tables(db).updateTable('task').set(done).where('id', '=', id).execute()
}

const ownOrNobodys = (staffId: string) => sql<SqlBool>`(assignee = ${staffId} or assignee is null)`

/** A page of a tab: what is open by when it is due, what is done with the latest first. */
export async function listTasks(
  db: Kysely<unknown>,
  asked: {
    tab: (typeof taskTabs)[number]
    staffId: string
    after: { at: Date; id: string } | null
    limit: number
  },
): Promise<TaskRow[]> {
  const { tab, staffId, after, limit } = asked
  const done = tab === 'done'
  const at = sql.raw(done ? 'done_at' : 'due_at')
  const beyond = sql.raw(done ? '<' : '>')
  const order = sql.raw(done ? 'desc' : 'asc')
  const { rows } = await sql<TaskRow>`
    select * from task where ${sql.raw(done ? 'done_at is not null' : 'done_at is null')}
      and ${tab === 'mine' ? ownOrNobodys(staffId) : sql<SqlBool>`true`}
      and ${after ? sql<SqlBool>`(${at}, id) ${beyond} (${after.at}::timestamptz, ${after.id})` : sql<SqlBool>`true`}
    order by ${at} ${order}, id ${order} limit ${limit}`.execute(db)
  return rows
}

/** How many of a person's, and of nobody's, are due. */
export async function countDue(db: Kysely<unknown>, staffId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from task where done_at is null and due_at <= ${now} and ${ownOrNobodys(staffId)}`.execute(
    db,
  )
  return Number(rows[0]?.count ?? 0)
}
