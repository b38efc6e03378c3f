import type { RunningLoan } from '#contract/calculation.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { RuleTable } from '#contract/rules.ts'
import type { Db } from '#server/platform/database.ts'
import { chainFault, merkleRoot } from './chain.ts'
import { difference, writtenMovements } from './comparing.ts'
import { bookedOn, chainsAfter, closedDays, postingsOf, sumsByAccount } from './store.ts'

/** A loan as it was when the book last followed it. */
export interface Followed {
  readonly loan: RunningLoan
  readonly through: IsoDate
}

export type ReadFollowed = (loanId: string) => Promise<Followed | null>

/** What is wrong with one chain of the book, in words, or null. */
export async function faultOf(db: Db, rules: RuleTable, followed: ReadFollowed, chain: string): Promise<string | null> {
  const postings = await postingsOf(db, chain)
  const fault = chainFault(postings)
  if (fault) return fault
  const known = await followed(chain)
  if (!known) return null
  const { wrong, missing } = difference(postings, writtenMovements(known.loan, known.through, rules))
  const first = wrong[0]
  if (first)
    return `posting ${first.number} of loan ${chain}: the calculation says otherwise of ${first.kind} on ${first.value_date}`
  const lacking = missing[0]
  return lacking ? `loan ${chain}: ${lacking.kind} of ${lacking.day} is not in the book` : null
}

const atOnce = 500

/** Walks the whole book. Answers how many chains are whole, or the first thing that is wrong. */
export async function verifyLedger(db: Db, rules: RuleTable, followed: ReadFollowed) {
  let chains = 0
  for (let last = ''; ; ) {
    const some = await chainsAfter(db, last, atOnce)
    for (const chain of some) {
      const fault = await faultOf(db, rules, followed, chain)
      if (fault) return { ok: false as const, fault }
      chains += 1
    }
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
