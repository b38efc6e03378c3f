import type { Db as JobDatabase } from 'pg-boss'
import type { FailedJob, JobCounts } from './jobs.ts'

interface FailedRow {
  id: string
  name: string
  data: object | null
  output: { reason?: string; message?: string } | null
  retry_count: number
  completed_on: Date
}

/** Jobs that ran out of tries, newest first. */
export async function listFailed(db: JobDatabase, schema: string, limit: number): Promise<FailedJob[]> {
  const { rows } = (await db.executeSql(
    `select id, name, data, output, retry_count, completed_on from ${schema}.job
      where state = 'failed' order by completed_on desc limit $1`,
    [limit],
  )) as { rows: FailedRow[] }
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    data: row.data ?? {},
    reason: row.output?.reason ?? row.output?.message ?? 'unknown',
    attempts: row.retry_count + 1,
    failedAt: row.completed_on,
  }))
}

/** Of these kinds, those with a job whose time has come. */
export async function dueKinds(db: JobDatabase, schema: string, kinds: readonly string[]): Promise<string[]> {
  const { rows } = (await db.executeSql(
    `select kind from unnest($1::text[]) as kind where exists (
      select from ${schema}.job where name = kind and state < 'active' and start_after <= now())`,
    [kinds],
  )) as { rows: Array<{ kind: string }> }
  return rows.map(({ kind }) => kind)
}

/** The kind and the data of a parked job. */
export async function findFailed(
  db: JobDatabase,
  schema: string,
  id: string,
): Promise<Pick<FailedJob, 'name' | 'data'> | undefined> {
  const { rows } = (await db.executeSql(
    `select name, data from ${schema}.job where id::text = $1 and state = 'failed'`,
    [id],
  )) as { rows: Array<{ name: string; data: object | null }> }
  return rows[0] && { name: rows[0].name, data: rows[0].data ?? {} }
}

export async function countJobs(db: JobDatabase, schema: string) {
  const { rows } = (await db.executeSql(
    `select name,
        (count(*) filter (where state in ('created', 'retry')))::int as waiting,
        (count(*) filter (where state = 'active'))::int as running,
        (count(*) filter (where state = 'failed'))::int as failed,
        coalesce(extract(epoch from now() - min(start_after)
          filter (where state in ('created', 'retry') and start_after <= now())), 0)::float8 as "oldestSeconds"
      from ${schema}.job group by name order by name`,
  )) as { rows: JobCounts[] }
  return rows
}
