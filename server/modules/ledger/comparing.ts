import { type Movement, movementsOf, type RunningLoan } from '#contract/calculation.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { RuleTable } from '#contract/rules.ts'
import { derivedKinds, sameLines } from './accounts.ts'
import type { Posting } from './store.ts'

/** Derived postings that stand: none of them was reversed. */
export function standing(postings: readonly Posting[]): Posting[] {
  const reversed = new Set(postings.map(({ replaces }) => replaces))
  return postings.filter(({ id, kind }) => derivedKinds.includes(kind) && !reversed.has(id))
}

const keyOf = (kind: string, day: string, ordinal: number) => `${kind} ${day} ${ordinal}`
const keyOfPosting = ({ kind, value_date, ordinal }: Posting) => keyOf(kind, value_date, ordinal)
const keyOfMovement = ({ kind, day, ordinal }: Movement) => keyOf(kind, day, ordinal)

/** Movements of a loan that are final by the end of a day, and so are written. */
export const writtenMovements = (loan: RunningLoan, through: IsoDate, rules: RuleTable) =>
  movementsOf(loan, through, rules).filter(({ open }) => !open)

/** What has to be taken back and what has to be written so that the book says what the calculation says. Nothing where both agree. */
export function difference(postings: readonly Posting[], movements: readonly Movement[]) {
  const wanted = new Map(movements.map((movement) => [keyOfMovement(movement), movement]))
  const kept = new Set<string>()
  const wrong = standing(postings).filter((posting) => {
    const movement = wanted.get(keyOfPosting(posting))
    const right = movement !== undefined && sameLines(movement.lines, posting.lines)
    if (right) kept.add(keyOfPosting(posting))
    return !right
  })
  return { wrong, missing: movements.filter((movement) => !kept.has(keyOfMovement(movement))) }
}
