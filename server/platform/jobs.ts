import type { Tx } from './transaction.ts'

export interface SendOptions {
  /** Not before this moment. */
  startAfter?: Date
  /** At most one waiting job of this name with this key. */
  onlyOne?: string
}

/** What a handler knows about the job it runs, besides its data. */
export interface JobRun {
  id: string
  /** 1 for the first try. */
  attempt: number
  traceId: string
}

export interface JobOptions<T extends object = object> {
  /** Opens again what giving up has closed; called before a parked job gets another set of tries. */
  reopen?(data: T): Promise<void>
  /** Tries after the first; then the job is parked and listed by `failed`. Default 10. */
  retries?: number
  /** First pause between tries, seconds; doubles with each, up to `retryDelayMax`. Default 1. */
  retryDelay?: number
  /** Longest pause between tries, seconds. Default 300. */
  retryDelayMax?: number
  /** How many of them one server works on at once. Default 4. */
  concurrency?: number
}

export type JobHandler<T extends object> = (data: T, run: JobRun) => Promise<void>

/** A job that ran out of tries. */
export interface FailedJob {
  id: string
  name: string
  data: object
  reason: string
  attempts: number
  failedAt: Date
}

/** How many jobs of a kind there are, and for how many seconds the oldest one that is due has waited. */
export interface JobCounts {
  readonly name: string
  readonly waiting: number
  readonly running: number
  readonly failed: number
  readonly oldestSeconds: number
}

export interface Jobs {
  /** Declares a kind of job. Before `start`. The handler may run twice for one job: it must stand that. */
  define<T extends object>(name: string, handler: JobHandler<T>, options?: JobOptions<T>): void
  /** Enqueues outside a transaction. Data holds ids, never personal data. */
  send(name: string, data: object, options?: SendOptions): Promise<void>
  /** Enqueues within a transaction; modules call `tx.send`. */
  sendWithin(tx: Pick<Tx, 'db' | 'afterCommit'>, name: string, data: object, options?: SendOptions): Promise<void>
  /** Repeats a sweep every `milliseconds`; of several servers one runs each turn. */
  every(name: string, milliseconds: number, handler: () => Promise<void>): void
  start(): Promise<void>
  /** Stops taking jobs; a graceful stop first lets the running ones finish, up to 10 s. */
  stop(options?: { graceful?: boolean }): Promise<void>
  /** Parked jobs, newest first. */
  failed(limit?: number): Promise<FailedJob[]>
  /** Gives a parked job another set of tries; false when there is no such parked job. */
  retry(id: string): Promise<boolean>
  /** Numbers for metrics: waiting, running and parked jobs of each kind. */
  counts(): Promise<JobCounts[]>
}
