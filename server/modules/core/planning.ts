import { stableId } from '#server/platform/ids.ts'
import type { CoreKind } from '#server/providers/core/port.ts'
import { type BookAccount, type Lines, type Posting, sumsOf } from '../ledger/index.ts'

/** One entry the core is to be told of a loan. */
export interface Planned {
  readonly id: string
  readonly kind: CoreKind
  readonly posting_id: string | null
  /** The entry it takes back. */
  readonly of: string | null
  readonly day: string
  /** Whole kopecks. */
  readonly amount: number
}

/** Accounts that together are what a borrower owes, less what waits for them. */
const owedOn: ReadonlySet<BookAccount> = new Set([
  'principal',
  'principalDue',
  'interest',
  'interestDue',
  'penalty',
  'received',
  'held',
  'overpaid',
])

/** What a loan owes by its book: below 0 when more was paid than was owed. */
export const owedBy = (postings: readonly Posting[]): number =>
  postings.reduce(
    (all, { lines }) => sumsOf(lines).reduce((sum, [account, amount]) => sum + (owedOn.has(account) ? amount : 0), all),
    0,
  )

const charges = (lines: Lines) => ({ interest: -(lines.incomeInterest ?? 0), penalty: -(lines.incomePenalty ?? 0) })
const came = (lines: Lines) => -(lines.received ?? 0)

/** A fact of money that is taken back is known by its opposite: the same day and sum. */
const undoes: Readonly<Record<string, (fact: Posting, later: Posting) => boolean>> = {
  void: (fact, later) =>
    fact.kind === 'payment' || fact.kind === 'placed' ? came(fact.lines) === -came(later.lines) : false,
  refund: (fact, later) => fact.kind === 'refund' && (fact.lines.overpaid ?? 0) === -(later.lines.overpaid ?? 0),
}

/** Pairs of a posting and the one it takes back. */
function takenBack(postings: readonly Posting[]): ReadonlyMap<string, Posting> {
  const byId = new Map(postings.map((one) => [one.id, one]))
  const gone = new Set<string>()
  const pairs = new Map<string, Posting>()
  for (const later of postings) {
    const backwards = later.kind === 'refund' ? (later.lines.overpaid ?? 0) < 0 : true
    const match = backwards ? undoes[later.kind] : undefined
    const fact = later.replaces
      ? byId.get(later.replaces)
      : match &&
        postings.find(
          (one) =>
            one.number < later.number && one.value_date === later.value_date && !gone.has(one.id) && match(one, later),
        )
    if (!fact) continue
    gone.add(fact.id)
    pairs.set(later.id, fact)
  }
  return pairs
}

const entry = (posting: Posting, kind: CoreKind, amount: number, of: string | null = null): Planned => ({
  id: idOf(posting, kind),
  kind,
  posting_id: posting.id,
  of,
  day: posting.value_date,
  amount,
})

/** Of one posting there is one entry of a kind, however often it is planned. */
const idOf = ({ id }: Posting, kind: CoreKind) => stableId(`core ${id} ${kind}`)

/** What a posting says to the core by itself. */
function said(posting: Posting): Planned[] {
  const { kind, lines } = posting
  if (kind === 'payment' || kind === 'placed') return [entry(posting, 'paid', came(lines))]
  if (kind === 'refund') return [entry(posting, 'refunded', lines.overpaid ?? 0)]
  const { interest, penalty } = charges(lines)
  const credit = Math.max(0, -interest) + Math.max(0, -penalty)
  return [
    ...(interest > 0 ? [entry(posting, 'interest', interest)] : []),
    ...(penalty > 0 ? [entry(posting, 'penalty', penalty)] : []),
    ...(credit > 0 ? [entry(posting, 'credit', credit)] : []),
  ]
}

/** The entries that take back what was said of a posting. */
const unsaid = (posting: Posting, fact: Posting): Planned[] =>
  said(fact).map(({ id, kind, amount }) => {
    const back = kind === 'interest' || kind === 'penalty' ? 'uncharged' : 'undone'
    // An accrual has two charges: each is taken back by itself.
    return { ...entry(posting, back, amount, id), id: stableId(`core ${posting.id} ${back} ${kind}`) }
  })

/**
 * In what order entries of one moment go: a core takes charges on a loan that runs, and money only while something is owed. So what money closed is
 * opened first, and what was charged wrongly goes before money comes.
 */
const order: readonly CoreKind[] = ['undone', 'interest', 'penalty', 'uncharged', 'credit', 'paid', 'refunded']

/** What the postings after a number say to the core. What was written and taken back among them is not told at all. */
export function planned(postings: readonly Posting[], taken: number): Planned[] {
  const pairs = takenBack(postings)
  const fresh = postings.filter(({ number }) => number > taken)
  const silent = new Set(
    fresh.flatMap(({ id }) => {
      const fact = pairs.get(id)
      return fact && fact.number > taken ? [id, fact.id] : []
    }),
  )
  const entries = fresh
    .filter(({ id }) => !silent.has(id))
    .flatMap((posting) => {
      const fact = pairs.get(posting.id)
      return fact ? unsaid(posting, fact) : said(posting)
    })
  return entries.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
}
