import type { RunningLoan } from '#contract/calculation.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { RuleTable } from '#contract/rules.ts'
import type { Db } from '#server/platform/database.ts'
import { chainFault, merkleRoot } from './chain.ts'
import { difference, writtenMovements } from './comparing.ts'
import { bookedOn, chainsAfter, closedDays, type Posting, postingsOfMany, sumsByAccount } from './store.ts'

/** A loan as it was when the book last followed it. */
export interface Followed {
  readonly loan: RunningLoan
  readonly through: IsoDate
}

/** Those of some loans that can be read. */
export type ReadFollowed = (loanIds: readonly string[]) => Promise<ReadonlyMap<string, Followed>>

/** What a chain says that the calculation does not, or the other way round, in words, or null. */
function differenceIn(rules: RuleTable, chain: string, postings: readonly Posting[], known: Followed): string | null {
  const { wrong, missing } = difference(postings, writtenMovements(known.loan, known.through, rules))
  const first = wrong[0]
  if (first)
    return `posting ${first.number} of loan ${chain}: the calculation says otherwise of ${first.kind} on ${first.value_date}`
  const lacking = missing[0]
  return lacking ? `loan ${chain}: ${lacking.kind} of ${lacking.day} is not in the book` : null
}

/** The first thing that is wrong with some chains, in themselves and then against the calculation, or null. */
async function faultAmong(db: Db, rules: RuleTable, followed: ReadFollowed, chains: readonly string[]) {
  const postings = await postingsOfMany(db, chains)
  for (const chain of postings.values()) {
    const fault = chainFault(chain)
    if (fault) return fault
  }
  for (const [id, known] of await followed(chains)) {
    const fault = differenceIn(rules, id, postings.get(id) ?? [], known)
    if (fault) return fault
  }
  return null
}

const atOnce = 500

/** Walks the whole book. Answers how many chains are whole, or the first thing that is wrong. */
export async function verifyLedger(db: Db, rules: RuleTable, followed: ReadFollowed) {
  let chains = 0
  for (let last = ''; ; ) {
    const some = await chainsAfter(db, last, atOnce)
    const fault = await faultAmong(db, rules, followed, some)
    if (fault) return { ok: false as const, fault }
    chains += some.length
    last = some.at(-1) ?? ''
    if (some.length < atOnce) break
  }
  const off = (await sumsByAccount(db, '9999-12-31')).reduce((all, { debit, credit }) => all + debit - credit, 0)
  if (off !== 0) return { ok: false as const, fault: `the book sums to ${off}, not to 0` }
  for (const { day, root, postings } of await closedDays(db)) {
    const { hashes } = await bookedOn(db, day)
    if (hashes.length !== postings || !Buffer.from(merkleRoot(hashes)).equals(Buffer.from(root)))
      return { ok: false as const, fault: `day ${day} was closed with ${postings} postings, and now holds others` }
  }
  return { ok: true as const, chains }
}
