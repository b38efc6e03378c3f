import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Happening, Happenings } from '#contract/happenings.ts'
import type { JournalEntry } from '#contract/journal.ts'
import type { Clock } from './clock.ts'
import { crash } from './crash.ts'
import type { Database } from './database.ts'
import { writeEvents } from './feed.ts'
import type { Jobs, SendOptions } from './jobs.ts'
import { closeTransaction, type Notice } from './journal/append.ts'
import type { KeyRing } from './keys.ts'
import type { Log } from './log.ts'
import type { Reactions } from './reactions.ts'
import { insideTransaction, refuseInsideTransaction } from './transaction-guard.ts'

/** One unit of work: everything below is done when the transaction commits, or not at all. */
export interface Tx {
  /** SQL of the transaction; a module adds its tables with `tx.db.$extendTables<Tables>()`. */
  db: Transaction<unknown>
  /** Collects an entry; written at the end, after everything else. */
  journal(entry: JournalEntry): void
  /** Enqueues a job that exists only if the transaction commits. */
  send(job: string, data: object, options?: SendOptions): Promise<void>
  /** Tells the other modules what happened: they react before this returns, in this transaction. */
  emit<Name extends Happening>(name: Name, told: Happenings[Name]): Promise<void>
  /** Notifies listeners of a channel at commit. */
  notify(channel: string, payload: string): void
  /** Runs after the commit, outside the transaction; a failure is logged and changes nothing. */
  afterCommit(work: () => void | Promise<void>): void
}

export interface TransactionParts {
  database: Database
  jobs: Jobs
  keys: KeyRing
  clock: Clock
  log: Log
  reactions: Reactions
}

const attempts = 5

/** SQLSTATE 40001 serialization_failure, 40P01 deadlock_detected: the same work may pass when tried again. */
function worthRetrying(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return code === '40001' || code === '40P01'
}

async function runAfterCommit(works: Array<() => void | Promise<void>>, log: Log): Promise<void> {
  for (const work of works) {
    try {
      await work()
    } catch (error) {
      log.error({ err: error }, 'work after a commit failed')
    }
  }
}

async function once<T>(parts: TransactionParts, body: (tx: Tx) => Promise<T>): Promise<T> {
  const entries: JournalEntry[] = []
  const notices: Notice[] = []
  const later: Array<() => void | Promise<void>> = []
  const result = await parts.database.db.transaction().execute((db) =>
    insideTransaction(async () => {
      const tx: Tx = {
        db,
        journal: (entry) => void entries.push(entry),
        emit: (name, told) => parts.reactions.emit(tx, name, told),
        send: (job, data, options) => parts.jobs.sendWithin(tx, job, data, options),
        notify: (channel, payload) => void notices.push({ channel, payload }),
        afterCommit: (work) => void later.push(work),
      }
      const answer = await body(tx)
      await writeEvents(db, entries, parts.clock)
      await closeTransaction(db, entries, notices, parts)
      crash('before-commit')
      return answer
    }),
  )
  crash('after-commit')
  await runAfterCommit(later, parts.log)
  return result
}

/**
 * Runs `body` in one transaction. On a serialisation failure or a deadlock it is run again from the start, so it must
 * have no effects outside `tx`. Transactions do not nest: pass `tx` on instead.
 */
export async function transact<T>(parts: TransactionParts, body: (tx: Tx) => Promise<T>): Promise<T> {
  refuseInsideTransaction()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(parts, body)
    } catch (error) {
      if (attempt >= attempts || !worthRetrying(error)) throw error
      await sleep(Math.random() * 20 * 2 ** attempt)
    }
  }
}
