import type { LoanAccount, Movement } from '#contract/calculation.ts'

/** Accounts of the lender beside those of a loan. `transit:…`: confirmed by a provider and not on our account yet, or sent and not there yet. */
export type BookAccount = LoanAccount | 'suspense' | 'refunds' | 'fees' | `transit:${string}` | `bank:${string}`

export type Lines = Readonly<Partial<Record<BookAccount, number>>>

/** Facts: what happened outside. Each is written once for its source and never computed again. */
export type FactKind = 'payout' | 'payment' | 'suspense' | 'placed' | 'refund' | 'refunded' | 'void'

export interface Fact {
  readonly kind: FactKind
  /** The one id it has outside: the same one is written once. */
  readonly source: string
  readonly day: string
  readonly lines: Lines
}

/** A fact, what the calculation derives from the facts, or the opposite of something derived that stands no longer. */
export type PostingKind = FactKind | Movement['kind'] | 'reversal'

export const derivedKinds: readonly PostingKind[] = ['accrual', 'due', 'allocation', 'postponement']

/** Debits `to`, credits `from`. */
export const transfer = (amount: number, to: BookAccount, from: BookAccount): Lines => ({
  [to]: amount,
  [from]: -amount,
})

export const opposite = (lines: Lines): Lines =>
  Object.fromEntries(sumsOf(lines).map(([account, amount]) => [account, -amount]))

/** The accounts a posting touches, with their sums. */
export const sumsOf = (lines: Lines) => Object.entries(lines) as [BookAccount, number][]

/** What the lines add up to: 0, or the posting is wrong. */
export const totalOf = (lines: Lines): number => sumsOf(lines).reduce((all, [, amount]) => all + amount, 0)

/** The same sums on the same accounts, in whatever order. */
export function sameLines(a: Lines, b: Lines): boolean {
  const accounts = Object.keys({ ...a, ...b }) as BookAccount[]
  return accounts.every((account) => (a[account] ?? 0) === (b[account] ?? 0))
}
