import { type Kysely, sql } from 'kysely'
import type { TestClock } from '#server/platform/clock.ts'
import type { JobHandler, Jobs, SendOptions } from '#server/platform/jobs.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Gate } from './gate.ts'

interface JobRow {
  id: number
  name: string
  data: object
  due: Date
  attempt: number
  key: string | null
  reason: string | null
}

type Tables = { simulated_job: Omit<JobRow, 'id' | 'data'> & { id?: number; data: unknown } }
const tables = (db: Kysely<unknown>) => db.$extendTables<Tables>()

/** Jobs of a simulated process, kept in the database as the product's are: a dead process leaves them to the next one. */
export interface SimulatedJobs extends Jobs {
  /** Runs one job that is due; null when there is none. `choose` picks among so many. */
  runOne(choose: (count: number) => number): Promise<string | null>
  sweep(name: string): Promise<void>
  readonly sweeps: readonly string[]
}

const notNow = async () => {
  throw new Error('nobody looks at jobs here')
}

export function simulatedJobs(db: Kysely<unknown>, clock: TestClock, gate: Gate): SimulatedJobs {
  const kinds = new Map<string, { handler: JobHandler<object>; retries: number }>()
  const sweeps = new Map<string, () => Promise<void>>()

  async function enqueue(to: Kysely<unknown>, name: string, data: object, options: SendOptions = {}): Promise<void> {
    const { startAfter, onlyOne: key = null } = options
    if (key) {
      const known = await tables(to).selectFrom('simulated_job').select('id').where('key', '=', key).executeTakeFirst()
      if (known) return
    }
    const due = startAfter ?? clock.now()
    const row = { name, data: JSON.stringify(data), due, attempt: 1, key, reason: null }
    await tables(to).insertInto('simulated_job').values(row).execute()
  }

  async function settle({ id, attempt, name }: JobRow, error: unknown): Promise<void> {
    if (error === null) {
      await tables(db).deleteFrom('simulated_job').where('id', '=', id).execute()
      return
    }
    const parked = attempt > (kinds.get(name)?.retries ?? 0)
    const due = new Date(clock.now().getTime() + 1000 * 2 ** Math.min(attempt, 8))
    const change = parked ? { reason: String(error) } : { attempt: attempt + 1, due }
    await tables(db).updateTable('simulated_job').set(change).where('id', '=', id).execute()
  }

  return {
    define: (name, handler, options) =>
      void kinds.set(name, { handler: handler as JobHandler<object>, retries: options?.retries ?? 10 }),
    send: (name, data, options) => enqueue(db, name, data, options),
    sendWithin: (tx: Pick<Tx, 'db'>, name, data, options) => enqueue(tx.db, name, data, options),
    every: (name, _milliseconds, handler) => void sweeps.set(name, handler),
    start: async () => {},
    stop: async () => {},
    failed: notNow,
    retry: notNow,
    counts: notNow,

    async runOne(choose) {
      const due = (await tables(db)
        .selectFrom('simulated_job')
        .selectAll()
        .where('due', '<=', clock.now())
        .where(sql<boolean>`reason is null`)
        .orderBy('id')
        .execute()) as JobRow[]
      const job = due[choose(due.length)]
      const kind = job && kinds.get(job.name)
      if (!job || !kind) return null
      const error = await kind.handler(job.data, { id: String(job.id), attempt: job.attempt, traceId: '' }).then(
        () => null,
        (reason: unknown) => reason,
      )
      gate.pass()
      await settle(job, error)
      return `${job.name}${error === null ? '' : ' failed'}`
    },

    async sweep(name) {
      await sweeps.get(name)?.()
    },

    get sweeps() {
      return [...sweeps.keys()]
    },
  }
}
