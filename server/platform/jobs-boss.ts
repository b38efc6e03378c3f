import { fromKysely, type Job, type JobResult, type PgBoss } from 'pg-boss'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import { newId } from './ids.ts'
import type { JobHandler, JobOptions, Jobs, SendOptions } from './jobs.ts'
import { countJobs, findFailed, listFailed } from './jobs-report.ts'
import type { Log } from './log.ts'
import { openSweeps } from './sweeps.ts'
import { newTraceId, withSpan, withTrace } from './trace.ts'
import type { Tracing } from './tracing.ts'
import { detached, refuseInsideTransaction } from './transaction-guard.ts'

/** Schema of the job tables, apart from the product's own. */
export const jobSchema = 'jobs'

interface Parts {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly tracing: Tracing
}

interface Kind {
  name: string
  handler: JobHandler<object>
  options: Limits & Pick<JobOptions, 'reopen'>
}

type Limits = Required<Omit<JobOptions, 'reopen'>>

const defaults: Limits = { retries: 10, retryDelay: 1, retryDelayMax: 300, concurrency: 4 }

/** A worker that is gone is noticed after this, and its job is given to another. pg-boss allows no less than 10. */
const heartbeatSeconds = 10

// Notification wakes a worker at once; the polls catch what a notification missed and what has become due.
const polling = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 1, perJobResults: true } as const

const reasonOf = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error))

/** Every queue has the policy `short`: one waiting job a key. Jobs that may repeat get a key of their own. */
function sendOptions({ startAfter, onlyOne }: SendOptions = {}) {
  return { singletonKey: onlyOne ?? newId(), ...(startAfter ? { startAfter } : {}) }
}

async function runOne(
  kind: Kind,
  job: Job<object>,
  { log, tracing }: Pick<Parts, 'log' | 'tracing'>,
): Promise<JobResult> {
  const traceId = newTraceId()
  const span = { name: `job ${kind.name}`, kind: 'consumer', attributes: { attempt: job.retryCount + 1 } } as const
  return detached(() =>
    withTrace(traceId, async () => {
      try {
        await withSpan(tracing, span, () =>
          kind.handler(job.data, { id: job.id, attempt: job.retryCount + 1, traceId }),
        )
        return { id: job.id, status: 'completed' as const }
      } catch (error) {
        log.warn({ err: error, job: kind.name, jobId: job.id, attempt: job.retryCount + 1 }, 'a job failed')
        return { id: job.id, status: 'failed' as const, output: { reason: reasonOf(error), traceId } }
      }
    }),
  )
}

async function startKind(boss: PgBoss, kind: Kind, parts: Parts): Promise<void> {
  const { retries, retryDelay, retryDelayMax, concurrency } = kind.options
  const options = {
    policy: 'short',
    notify: true,
    retryLimit: retries,
    retryDelay,
    retryBackoff: true,
    retryDelayMax,
    heartbeatSeconds,
    deleteAfterSeconds: 14 * 24 * 3600,
  }
  await boss.createQueue(kind.name, options)
  const { policy: _, ...changeable } = options
  await boss.updateQueue(kind.name, changeable)
  // Fills the queue cache: a `send` inside a transaction of the embedded database cannot look the queue up.
  await boss.getQueueStats(kind.name)
  await boss.work<object>(
    kind.name,
    { ...polling, batchSize: 1, localConcurrency: concurrency },
    (jobs: Job<object>[]) => Promise.all(jobs.map((job) => runOne(kind, job, parts))),
  )
}

/** Enqueues jobs of a backup into a database no server works on yet; their kinds are described at the first start. */
export async function putWaiting(
  database: Database,
  jobs: ReadonlyArray<{ name: string; data: object; start_after: string; singleton_key: string | null }>,
): Promise<void> {
  const boss = database.jobStore(jobSchema)
  await boss.start()
  for (const name of new Set(jobs.map((job) => job.name))) await boss.createQueue(name, { policy: 'short' })
  for (const { name, data, start_after, singleton_key } of jobs)
    await boss.send(name, data, { startAfter: new Date(start_after), singletonKey: singleton_key ?? newId() })
  await boss.stop({ graceful: false, close: true })
}

/** Jobs on pg-boss, in the product's own database, so that a job and what caused it are committed together. */
export function openBossJobs(parts: Parts): Jobs {
  const { database, clock, log } = parts
  const boss = database.jobStore(jobSchema)
  boss.on('error', (error) => log.error({ err: error }, 'the job store failed'))
  const kinds = new Map<string, Kind>()
  const sweeps = openSweeps({ db: database.db, clock, log })
  let started = false

  return {
    define(name, handler, options) {
      if (started) throw new Error(`Job ${name} was declared after the start`)
      if (kinds.has(name)) throw new Error(`Job ${name} is declared twice`)
      kinds.set(name, { name, handler: handler as JobHandler<object>, options: { ...defaults, ...options } })
    },
    async send(name, data, options) {
      refuseInsideTransaction()
      await boss.send(name, data, sendOptions(options))
    },
    async sendWithin(tx, name, data, options) {
      if (!kinds.has(name)) throw new Error(`Job ${name} is not declared`)
      if (!started) throw new Error(`Job ${name} was sent before the start of jobs`)
      await boss.send(name, data, { ...sendOptions(options), db: fromKysely(tx.db) })
    },
    every: (name, milliseconds, handler) => sweeps.add(name, milliseconds, handler),
    async start() {
      await boss.start()
      for (const kind of kinds.values()) await startKind(boss, kind, parts)
      started = true
      sweeps.start()
    },
    async stop({ graceful = true } = {}) {
      await sweeps.stop()
      if (started) await boss.stop({ graceful, timeout: 10_000, close: true })
      started = false
    },
    failed: (limit = 100) => listFailed(boss.getDb(), jobSchema, limit),
    async retry(id) {
      const parked = await findFailed(boss.getDb(), jobSchema, id)
      if (!parked) return false
      await kinds.get(parked.name)?.options.reopen?.(parked.data)
      await boss.retry(parked.name, id)
      return true
    },
    counts: () => countJobs(boss.getDb(), jobSchema),
  }
}
