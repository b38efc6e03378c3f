import { durationMs } from '#contract/durations.ts'
import type { NamedActor } from '#contract/journal.ts'
import type { Lender } from '#contract/lender.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { FileStore } from '#server/providers/files/port.ts'
import {
  clientsOfOldLoans,
  deleteAccount,
  deleteFiles,
  deleteLoans,
  deleteOld,
  deleteRequest,
  deleteTraces,
  lastLoanEnded,
  lockRequest,
  nextClients,
  refusedRequests,
  requestsOf,
  unfinishedRequests,
} from './store.ts'

const day = 24 * 3600_000

const job: NamedActor = { kind: 'job', id: 'retention' }

/** Ended sign-ins, all but a client's last, and used codes stay this long, for questions about them. */
const sessionsKeptMs = 30 * day

interface Parts {
  readonly platform: Platform
  readonly store: FileStore
  readonly terms: Lender['retention']
  /** Ends every session of a client on every server, `but` one. */
  readonly endSessions: (tx: Tx, clientId: string, but?: string) => Promise<unknown>
}

/** What a borrower who asked to be forgotten is answered. */
export interface Forgotten {
  readonly erased: boolean
  /** ISO day until which the rest must be kept; absent when nothing is. */
  readonly keptUntil?: string
}

/** Deletes what its time has come for, and a person at their own word. The journal stays: it names nobody. */
export function createRetention({ platform, store, terms, endSessions }: Parts) {
  const { clock, db, clientKeys } = platform
  const ago = (term: keyof Lender['retention']) => new Date(clock.now().getTime() - durationMs(terms[term]))

  const removeAfter = (tx: Tx, files: readonly string[]) =>
    tx.afterCommit(async () => {
      for (const id of files) await store.remove(id)
    })

  async function dropRequest(tx: Tx, id: string, why: string, by: NamedActor = job) {
    if (!(await lockRequest(tx.db, id))) return
    const files = await deleteRequest(tx.db, id)
    removeAfter(tx, files)
    tx.journal({
      event: 'retention.request',
      actor: by,
      subject: { kind: 'request', id },
      data: { why, files: files.length },
    })
  }

  async function dropFiles(tx: Tx, id: string, by: NamedActor = job): Promise<void> {
    const files = await deleteFiles(tx.db, id)
    removeAfter(tx, files)
    const subject = { kind: 'request', id } as const
    tx.journal({ event: 'retention.evidence', actor: by, subject, data: { files: files.length } })
  }

  /** The person's key goes with the rows: copies in backups cannot be opened any more. */
  async function erase(tx: Tx, clientId: string, why: string, by: NamedActor = job) {
    await endSessions(tx, clientId)
    await deleteLoans(tx.db, clientId)
    for (const { id } of await requestsOf(tx.db, clientId)) await dropRequest(tx, id, why, by)
    await deleteTraces(tx.db, clientId)
    await deleteAccount(tx.db, clientId)
    await clientKeys.shred(tx, clientId)
    tx.journal({ event: 'client.erase', actor: by, subject: { kind: 'client', id: clientId }, data: { why } })
  }

  /** Until there are none left; one transaction each, so that nobody waits for the whole. */
  async function each(find: () => Promise<string[]>, work: (tx: Tx, id: string) => Promise<void>): Promise<number> {
    let done = 0
    for (let ids = await find(); ids.length > 0; ids = await find()) {
      for (const id of ids) await platform.transact((tx) => work(tx, id))
      done += ids.length
    }
    return done
  }

  /** All old accounts are looked at, in small questions: whether somebody still comes cannot be read off an index. */
  async function eraseIdle(): Promise<number> {
    const before = ago('idleAccount')
    let done = 0
    for (let some = await nextClients(db, before, null); some.length > 0; ) {
      const idle = some.filter((client) => client.idle)
      for (const { id } of idle) await platform.transact((tx) => erase(tx, id, 'idle'))
      done += idle.length
      some = await nextClients(db, before, some.at(-1) ?? null)
    }
    return done
  }

  return {
    /** For a daily sweep. Answers how many of each went. */
    async sweep() {
      const unfinished = await each(
        () => unfinishedRequests(db, ago('unfinished')),
        (tx, id) => dropRequest(tx, id, 'unfinished'),
      )
      const evidence = await each(
        () => refusedRequests(db, ago('refusedEvidence'), { withFiles: true }),
        (tx, id) => dropFiles(tx, id),
      )
      const refused = await each(
        () => refusedRequests(db, ago('refused'), { withFiles: false }),
        (tx, id) => dropRequest(tx, id, 'refused'),
      )
      const erased =
        (await each(
          () => clientsOfOldLoans(db, ago('contracts')),
          (tx, id) => erase(tx, id, 'contracts'),
        )) + (await eraseIdle())
      const now = clock.now().getTime()
      const [sessions, codes] = [new Date(now - sessionsKeptMs), new Date(now - day)]
      const rows = await deleteOld(db, { messages: ago('messages'), sessions, codes })
      return { unfinished, evidence, refused, erased, rows }
    },

    /**
     * A borrower asks to be forgotten. Fails with `state_conflict` while a request or a loan is under way. Whoever had a
     * loan keeps what the law asks for until its term is over: the contract, the proof of its signature, and who it was made with
     * (115-ФЗ). The rest goes at once, and this session stays to be told so.
     */
    async forget(tx: Tx, clientId: string, sessionId?: string): Promise<Forgotten> {
      const all = await requestsOf(tx.db, clientId)
      const ended = await lastLoanEnded(tx.db, clientId)
      if (ended === null || all.some(({ open }) => open)) throw fail('state_conflict')
      const by = { kind: 'client', id: clientId } as const
      if (!all.some(({ lent }) => lent)) {
        await erase(tx, clientId, 'asked', by)
        return { erased: true }
      }
      await endSessions(tx, clientId, sessionId)
      for (const { id, lent } of all) if (!lent) await dropRequest(tx, id, 'asked', by)
      await deleteTraces(tx.db, clientId)
      const keptUntil = new Date((ended ?? clock.now()).getTime() + durationMs(terms.contracts))
        .toISOString()
        .slice(0, 10)
      tx.journal({
        event: 'client.eraseAsked',
        actor: by,
        subject: { kind: 'client', id: clientId },
        data: { keptUntil },
      })
      return { erased: false, keptUntil }
    },
  }
}

export type Retention = ReturnType<typeof createRetention>
