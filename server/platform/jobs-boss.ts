import { fromKysely, type Job, type JobResult, type PgBoss } from 'pg-boss'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import { newId } from './ids.ts'
import type { JobHandler, JobOptions, Jobs, SendOptions } from './jobs.ts'
import { countJobs, dueKinds, findFailed, listFailed } from './jobs-report.ts'
import type { Log } from './log.ts'
import { openSweeps, seldom } from './sweeps.ts'
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
  /** Nothing has been written for a while, and nobody else writes. */
  readonly still?: () => boolean
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

// Notification wakes a worker at once, `wakeDue` when something has become due: dozens of workers that each ask every second cost an idle
// server more than all else. The polls catch what both missed; without notification they are all there is.
const polling = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 60, perJobResults: true } as const
const dueEveryMs = 1000

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

/** Answers the ids of its workers, one for each job of the kind that may run at once. */
async function startKind(boss: PgBoss, kind: Kind, parts: Parts): Promise<string[]> {
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
  const workers: string[] = []
  for (let n = 0; n < concurrency; n += 1) {
    const worker = await boss.work<object>(kind.name, { ...polling, batchSize: 1 }, async (jobs: Job<object>[]) => {
      const done = await Promise.all(jobs.map((job) => runOne(kind, job, parts)))
      // Looks for the next one at once: there may be more that waited.
      boss.notifyWorker(workers[n] ?? '')
      return done
    })
    workers.push(worker)
  }
  return workers
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
  const { database, clock, log, tracing, still } = parts
  const boss = database.jobStore(jobSchema)
  boss.on('error', (error) => log.error({ err: error }, 'the job store failed'))
  const kinds = new Map<string, Kind>()
  const sweeps = openSweeps({ db: database.db, clock, log, tracing, alone: database.kind === 'embedded', still })
  let started = false
  const workers = new Map<string, readonly string[]>()
  let waking: NodeJS.Timeout | undefined
  let asking = false

  /** Wakes the workers of kinds with a job whose time has come: a retry, or one sent for later. */
  async function wakeDue(): Promise<void> {
    // A database that does not answer is asked by one connection, not by more each second.
    if (asking) return
    asking = true
    try {
      for (const name of await dueKinds(boss.getDb(), jobSchema, [...workers.keys()]))
        for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker)
    } catch (error) {
      log.warn({ err: error }, 'the jobs that are due could not be read')
    } finally {
      asking = false
    }
  }

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
      for (const kind of kinds.values()) workers.set(kind.name, await startKind(boss, kind, parts))
      started = true
      const isTime = seldom(still)
      waking = setInterval(() => isTime() && void wakeDue(), dueEveryMs).unref()
      sweeps.start()
    },
    async stop({ graceful = true } = {}) {
      clearInterval(waking)
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
