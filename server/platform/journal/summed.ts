import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Db } from '../database.ts'
import type { Metrics } from '../metrics.ts'
import type { Tx } from '../transaction.ts'

export type SummedEvent = 'client.signInFailed' | 'staff.signInFailed'

type Tables = { summed_event: { event: SummedEvent; kind: string; starts_at: Date; count: number } }

/** An entry of the journal for each event and kind at most so often. */
export const sumWindowMs = 15 * 60_000

interface Parts {
  readonly db: Db
  readonly clock: Clock
  readonly metrics: Metrics
  transact<T>(body: (tx: Tx) => Promise<T>): Promise<T>
}

/** Of what: a borrower's code or passkey, a sign-in to the office. */
const kinds = ['code', 'passkey', 'staff'] as const
type Kind = (typeof kinds)[number]

export interface SummedJournal {
  /** Counts one more of an event nobody has to sign in for. */
  count(event: SummedEvent, kind: Kind): Promise<void>
  /** Writes what windows that are over came to. */
  write(): Promise<void>
}

/**
 * What anybody may make happen as often as they like (wrong codes, wrong passwords, wrong keys) is summed, and goes to the journal once
 * a window: the journal is kept for ever.
 */
export function openSummedJournal({ db: outer, clock, metrics, transact }: Parts): SummedJournal {
  const db = outer.$extendTables<Tables>()
  const failed = metrics.counter(
    'sign_in_failures_total',
    'Wrong codes, passkeys and passwords',
    kinds.map((kind) => ({ kind })),
  )

  async function write(): Promise<void> {
    const over = new Date(clock.now().getTime() - sumWindowMs)
    // Mostly there are none, and a transaction each minute would be all that happens on an idle server.
    const some = await db.selectFrom('summed_event').select('event').where('starts_at', '<=', over).limit(1).execute()
    if (some.length === 0) return
    await transact(async (tx) => {
      const rows = await tx.db
        .$extendTables<Tables>()
        .deleteFrom('summed_event')
        .where('starts_at', '<=', over)
        .returningAll()
        .execute()
      for (const { event, kind, starts_at, count } of rows) {
        const until = new Date(starts_at.getTime() + sumWindowMs).toISOString()
        tx.journal({
          event,
          actor: { kind: 'nobody', id: null },
          subject: { kind: 'window', id: starts_at.toISOString() },
          data: { kind, count, until },
        })
      }
    })
  }

  return {
    async count(event, kind) {
      failed({ kind })
      const now = clock.now().getTime()
      await db
        .insertInto('summed_event')
        .values({ event, kind, starts_at: new Date(now - (now % sumWindowMs)), count: 1 })
        .onConflict((conflict) =>
          conflict.columns(['event', 'kind', 'starts_at']).doUpdateSet({ count: sql<number>`summed_event.count + 1` }),
        )
        .execute()
    },
    write,
  }
}
