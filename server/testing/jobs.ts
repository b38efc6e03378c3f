import type { TestClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { FailedJob, JobHandler, JobOptions, Jobs, SendOptions } from '#server/platform/jobs.ts'
import { newTraceId, withTrace } from '#server/platform/trace.ts'

interface Waiting {
  id: string
  name: string
  data: object
  due: Date
  attempt: number
  key: string | undefined
}

/** Jobs in memory, run when the test says so and by the test's clock. */
export interface TestJobs extends Jobs {
  /** Jobs that wait, in the order they were sent. */
  waiting(): Array<{ name: string; data: object; due: Date }>
  /** Runs what is due now, and what that sends, until nothing is left; returns how many ran. */
  runDue(): Promise<number>
  /** Runs one sweep now. */
  runSweep(name: string): Promise<void>
}

/** A failed try is repeated at the next `runDue`, without a pause; after `retries` (2 by default) the job is parked. */
export function testJobs(clock: TestClock): TestJobs {
  const kinds = new Map<string, { handler: JobHandler<object>; options: JobOptions }>()
  const sweeps = new Map<string, () => Promise<void>>()
  const queue: Waiting[] = []
  const parked: Array<FailedJob & { job: Waiting }> = []

  function enqueue(name: string, data: object, { startAfter, onlyOne }: SendOptions = {}): void {
    if (onlyOne && queue.some((job) => job.name === name && job.key === onlyOne)) return
    const copy = JSON.parse(JSON.stringify(data)) as object
    queue.push({ id: newId(), name, data: copy, due: startAfter ?? clock.now(), attempt: 1, key: onlyOne })
  }

  async function runOne(job: Waiting): Promise<void> {
    const kind = kinds.get(job.name)
    if (!kind) throw new Error(`Job ${job.name} is not declared`)
    const traceId = newTraceId()
    try {
      await withTrace(traceId, () => kind.handler(job.data, { id: job.id, attempt: job.attempt, traceId }))
    } catch (error) {
      const { id, name, data, attempt } = job
      if (attempt <= (kind.options.retries ?? 2)) queue.push({ ...job, attempt: attempt + 1 })
      else parked.push({ id, name, data, reason: String(error), attempts: attempt, failedAt: clock.now(), job })
    }
  }

  function takeDue(): Waiting | undefined {
    const at = queue.findIndex((job) => job.due.getTime() <= clock.now().getTime())
    return at < 0 ? undefined : queue.splice(at, 1)[0]
  }

  return {
    define<T extends object>(name: string, handler: JobHandler<T>, options?: JobOptions<T>) {
      kinds.set(name, { handler: handler as JobHandler<object>, options: (options ?? {}) as JobOptions })
    },
    send: async (name, data, options) => enqueue(name, data, options),
    sendWithin: async (tx, name, data, options) => tx.afterCommit(() => enqueue(name, data, options)),
    every: (name, _milliseconds, handler) => void sweeps.set(name, handler),
    start: async () => {},
    stop: async () => {},
    failed: async () => parked.map(({ job: _, ...failed }) => failed).reverse(),
    async retry(id) {
      const at = parked.findIndex((failed) => failed.id === id)
      const again = parked.splice(at, at < 0 ? 0 : 1)[0]
      if (!again) return false
      await kinds.get(again.name)?.options.reopen?.(again.data)
      queue.push({ ...again.job, attempt: 1 })
      return true
    },
    counts: async () =>
      [...kinds.keys()].map((name) => ({
        name,
        waiting: queue.filter((job) => job.name === name).length,
        running: 0,
        failed: parked.filter((job) => job.name === name).length,
        oldestSeconds: 0,
      })),
    waiting: () => queue.map(({ name, data, due }) => ({ name, data, due })),
    async runDue() {
      let ran = 0
      for (let job = takeDue(); job; job = takeDue()) {
        await runOne(job)
        ran += 1
      }
      return ran
    },
    async runSweep(name) {
      const sweep = sweeps.get(name)
      if (!sweep) throw new Error(`Sweep ${name} is not declared`)
      await sweep()
    },
  }
}
