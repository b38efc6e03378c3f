import type { Lender } from '#contract/lender.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Core } from '#server/providers/core/port.ts'
import type { Auth } from '../auth/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Loans } from '../loans/index.ts'
import type { People } from '../people/index.ts'
import type { Requests } from '../requests/index.ts'
import { createCarrying, renewed } from './carrying.ts'
import { createComparing } from './comparing.ts'
import { coreReactions } from './reactions.ts'
import { countDiffering, countIntents, lockIntent, openIntents, updateIntent } from './store.ts'
import { createTaking } from './taking.ts'

interface Parts {
  readonly platform: Platform
  /** Null: the lender has none. */
  readonly core: Core | null
  readonly ledger: Pick<Ledger, 'postings'>
  readonly loans: Pick<Loans, 'lock' | 'own'>
  readonly requests: Pick<Requests, 'find' | 'facts'>
  readonly auth: Pick<Auth, 'client'>
  readonly people: { readonly cases: Pick<People['cases'], 'open'> }
  readonly lender: Pick<Lender, 'zone'>
}

/**
 * The lender's core beside our book: what happens to a loan is written down for it in the transaction in which it happens, told in the background,
 * and compared each night. A core that is away delays nobody.
 */
export function createCore(parts: Parts) {
  const { platform, core } = parts
  const { db, clock, metrics } = platform
  metrics.gauge(
    'core_entries_open',
    'Entries the core has not taken: waiting, or refused and waiting for a person',
    async () => (await countIntents(db)).map(({ state, count }) => ({ labels: { state }, value: count })),
  )
  if (core) platform.reactions.add('core', coreReactions({ take: createTaking(parts) }))
  const carrying = core && createCarrying({ ...parts, core })
  const comparing = core && createComparing({ ...parts, core })
  metrics.gauge('core_differences', 'Loans that owe another sum in the core, by the last comparison', () =>
    countDiffering(db),
  )

  return {
    name: core?.name ?? null,
    carrying,
    comparing,

    open: (after: { at: Date; id: string } | null, limit: number) => openIntents(db, after, limit),

    counts: async () => {
      const counted = await countIntents(db)
      const of = (state: 'waiting' | 'refused') => counted.find((one) => one.state === state)?.count ?? 0
      return { waiting: of('waiting'), refused: of('refused') }
    },

    /** Sends an entry again, now: one the core refused under a new key. */
    async again(tx: Tx, id: string, staffId: string): Promise<void> {
      const intent = await lockIntent(tx.db, id)
      if (!intent) throw fail('not_found')
      await updateIntent(tx.db, id, renewed(intent, clock.now()))
      tx.journal({
        event: 'core.again',
        actor: { kind: 'staff', id: staffId },
        subject: { kind: 'loan', id: intent.loan_id },
        data: { entry: id, kind: intent.kind },
      })
    },
  }
}

export type CoreDesk = ReturnType<typeof createCore>
