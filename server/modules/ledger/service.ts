import type { Kysely } from 'kysely'
import type { RunningLoan } from '#contract/calculation.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { Lender } from '#contract/lender.ts'
import { dateInZone } from '#contract/zones.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { type Fact, type Lines, opposite, type PostingKind, sameLines, sumsOf } from './accounts.ts'
import { noHash, postingHash } from './chain.ts'
import { difference, writtenMovements } from './comparing.ts'
import { bySource, insertPostings, type Posting, postingsOf, postingsOfMany, sumsByAccount } from './store.ts'

interface Entry {
  readonly kind: PostingKind
  readonly source?: string
  readonly day: string
  readonly ordinal?: number
  readonly replaces?: string
  readonly lines: Lines
}

/** A loan with what happened to it outside. */
export interface ToldLoan {
  readonly id: string
  readonly loan: RunningLoan
  readonly facts: readonly Fact[]
}

export interface LedgerParts {
  readonly platform: Platform
  readonly lender: Pick<Lender, 'zone' | 'rules'>
}

/**
 * The lender's book: double entry, append-only, one chain a loan. The calculation alone knows what is owed; here stands the record of it. What an
 * earlier value date changes is reversed and written anew, never altered.
 */
export function createLedger({ platform, lender }: LedgerParts) {
  const { clock, log, metrics } = platform
  const conflicts = metrics.counter('ledger_conflicts_total', 'Facts told again with another sum or another loan')

  /** What comes at the end of a chain. Whoever writes holds the chain: the loan's row, or the payment's id, is locked or new. */
  function appended(chain: string, postings: readonly Posting[], entries: readonly Entry[]): Posting[] {
    const last = postings.at(-1)
    let prev_hash = last?.hash ?? noHash
    let number = last?.number ?? 0
    const now = clock.now()
    return entries.map(({ kind, source = null, day, ordinal = 0, replaces = null, lines }) => {
      number += 1
      const bare = { id: newId(), chain, number, kind, source, value_date: day, ordinal, replaces, lines }
      const unsigned = { ...bare, booked_on: dateInZone(now, lender.zone), at: now, prev_hash }
      const posting = { ...unsigned, hash: postingHash(unsigned) }
      prev_hash = posting.hash
      return posting
    })
  }

  function conflict(tx: Tx, chain: string, known: Posting): void {
    conflicts()
    log.error({ chain, posting: known.id }, 'a fact of the ledger was told again with another sum or loan: it stays')
    tx.journal({
      event: 'ledger.conflict',
      actor: { kind: 'job', id: 'ledger' },
      subject: { kind: 'posting', id: known.id },
      data: { chain },
    })
  }

  /** Whether a fact is written already; told again with another sum or chain it is refused, and somebody is told. */
  async function isKnown(tx: Tx, chain: string, { source, lines }: Fact, own: readonly Posting[]): Promise<boolean> {
    const known = own.find((posting) => posting.source === source) ?? (await bySource(tx.db, source))
    if (known && !(known.chain === chain && sameLines(known.lines, lines))) conflict(tx, chain, known)
    return known !== undefined
  }

  async function fresh(tx: Tx, chain: string, facts: readonly Fact[], own: readonly Posting[]): Promise<Fact[]> {
    const found: Fact[] = []
    for (const fact of facts) if (!(await isKnown(tx, chain, fact, own))) found.push(fact)
    return found
  }

  /** What makes the chain of a loan say what the calculation says. */
  async function following(tx: Tx, { id, loan, facts }: ToldLoan, own: readonly Posting[], through: IsoDate) {
    const { wrong, missing } = difference(own, writtenMovements(loan, through, lender.rules))
    const reversals = wrong.map(({ id: replaces, value_date: day, ordinal, lines }) => {
      return { kind: 'reversal' as const, day, ordinal, replaces, lines: opposite(lines) }
    })
    if (wrong.length > 0)
      tx.journal({
        event: 'ledger.replay',
        actor: { kind: 'job', id: 'ledger' },
        subject: { kind: 'loan', id },
        data: { reversed: wrong.length, written: missing.length },
      })
    return appended(id, own, [...(await fresh(tx, id, facts, own)), ...reversals, ...missing])
  }

  return {
    /** Writes facts of a chain, each once for its source. Answers how many were new. */
    async record(tx: Tx, chain: string, facts: readonly Fact[]): Promise<number> {
      const postings = await postingsOf(tx.db, chain)
      const found = await fresh(tx, chain, facts, postings)
      await insertPostings(tx.db, appended(chain, postings, found))
      return found.length
    },

    /** Whether money told of again is what it was: another sum, or another loan than the one it went to, changes nothing and is told of. */
    async heardAgain(tx: Tx, source: string, loanId: string, amount: number): Promise<void> {
      const known = await bySource(tx.db, source)
      if (!known) return
      const sum = sumsOf(known.lines).reduce((all, [, line]) => all + Math.max(0, line), 0)
      if (sum !== amount || (known.kind === 'payment' && known.chain !== loanId)) conflict(tx, loanId, known)
    },

    /**
     * Makes the book of some loans say what happened to them and what the calculation says at the end of a day. Their rows are locked by the
     * caller. A second time writes nothing.
     */
    async follow(tx: Tx, loans: readonly ToldLoan[], through: IsoDate): Promise<void> {
      const own = await postingsOfMany(
        tx.db,
        loans.map(({ id }) => id),
      )
      const made: Posting[] = []
      for (const told of loans) made.push(...(await following(tx, told, own.get(told.id) ?? [], through)))
      await insertPostings(tx.db, made)
    },

    /** The postings of a loan, oldest first. */
    postings: (loanId: string, db: Kysely<unknown> = platform.db) => postingsOf(db, loanId),

    /** Turnover and balance of every account by what was of value on a day; both columns of it are equal, or the book is wrong. */
    async trialBalance(day: IsoDate) {
      const accounts = await sumsByAccount(platform.db, day)
      const total = (column: 'debit' | 'credit') => accounts.reduce((all, one) => all + one[column], 0)
      return { day, accounts, debit: total('debit'), credit: total('credit') }
    },
  }
}

export type Ledger = ReturnType<typeof createLedger>
