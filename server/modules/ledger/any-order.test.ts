import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { life } from '#contract/calculation/randomLives.ts'
import { addDays, type IsoDate, later } from '#contract/dates.ts'
import { validateLender } from '#contract/lender.ts'
import { opposite, sumsOf, totalOf } from './accounts.ts'
import { difference, standing, writtenMovements } from './comparing.ts'
import type { Posting } from './store.ts'

const verdict = validateLender(
  JSON.parse(readFileSync(new URL('../../../config/lender.json', import.meta.url), 'utf8')),
)
assert.ok(verdict.ok)
const { lender } = verdict
const lives = Number(process.env.LIVES ?? 300)

/** A book kept in memory, by the very comparison the one in the database is kept by. */
function openBook() {
  const postings: Posting[] = []
  const add = (entry: Pick<Posting, 'kind' | 'value_date' | 'ordinal' | 'lines' | 'replaces'>) => {
    const number = postings.length + 1
    const none = { source: null, booked_on: '', at: new Date(0), prev_hash: new Uint8Array(), hash: new Uint8Array() }
    postings.push({ id: String(number), chain: 'loan', number, ...none, ...entry })
  }
  return {
    postings,
    follow(loan: Parameters<typeof writtenMovements>[0], through: IsoDate): number {
      const { wrong, missing } = difference(postings, writtenMovements(loan, through, lender.rules))
      for (const { id, value_date, ordinal, lines } of wrong)
        add({ kind: 'reversal', value_date, ordinal, replaces: id, lines: opposite(lines) })
      for (const { kind, day, ordinal, lines } of missing)
        add({ kind, value_date: day, ordinal, replaces: null, lines })
      return wrong.length
    },
  }
}

const sums = (postings: readonly Posting[]) => {
  const all: Record<string, number> = {}
  for (const { lines } of postings) for (const [account, sum] of sumsOf(lines)) all[account] = (all[account] ?? 0) + sum
  return Object.fromEntries(Object.entries(all).filter(([, sum]) => sum !== 0))
}

test(`I4: ${lives} random lives heard of late and in any order end in the book of those heard of in time`, (t) => {
  let reversed = 0
  for (let seed = 1; seed <= lives; seed += 1) {
    const { loan, days } = life(seed, lender)
    const end = addDays(days.reduce(later), 1)
    const inTime = openBook()
    inTime.follow(loan, end)
    const late = openBook()
    // The day goes on while payments become known, the last one first; each keeps its own place in the loan.
    const all = loan.payments
    for (let known = 0; known <= all.length; known += 1) {
      const heard = { ...loan, payments: all.slice(all.length - known) }
      reversed += late.follow(heard, addDays(loan.startDate, Math.min(200, 20 * known)))
    }
    reversed += late.follow(loan, end)
    assert.ok(late.postings.every(({ lines }) => totalOf(lines) === 0))
    assert.deepEqual(sums(late.postings), sums(inTime.postings), `life ${seed}`)
    const keys = (postings: readonly Posting[]) =>
      standing(postings)
        .map(({ kind, value_date, ordinal }) => `${value_date} ${kind} ${ordinal}`)
        .sort()
    assert.deepEqual(keys(late.postings), keys(inTime.postings), `life ${seed}`)
    const before = late.postings.length
    late.follow(loan, end)
    assert.equal(late.postings.length, before, 'a second reading writes nothing')
  }
  assert.ok(reversed > 0)
  t.diagnostic(`${lives} lives, ${reversed} postings reversed and written anew: 0 kopecks apart`)
})
