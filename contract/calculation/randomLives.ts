import { addDays, date, daysBetween, type IsoDate, weekday } from '../dates.ts'
import type { Lender } from '../lender.ts'
import { kopecks } from '../money.ts'
import type { ReadLoan } from './independentReading.ts'
import { type AccrualStop, lastDayFor, type RunningLoan, runningLoan } from './loan.ts'
import { quote } from './quote.ts'
import { holidayPlan, newTermsPlan } from './rescheduling-plans.ts'

const epoch = date('1970-01-01')
const dayOf = (number: number): IsoDate => addDays(epoch, number)
export const numberOf = (day: IsoDate) => daysBetween(epoch, day)

/** A repeatable source of whole numbers (mulberry32). */
function dice(seed: number): (below: number) => number {
  let state = (seed * 0x9e3779b9) >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

const edges = ['2024-06-30', '2024-07-01', '2026-03-31', '2026-04-01', '2027-12-20', '2028-02-28', '2026-12-03'].map(
  date,
)

export interface Life {
  readonly loan: RunningLoan
  readonly read: ReadLoan
  readonly days: readonly IsoDate[]
}

/** A random life of a loan, always the same for a seed: payments of any size on any day, part returns, prolongations. */
export function life(seed: number, { products, calendar, rules }: Lender): Life {
  const off = new Set<string>(calendar.daysOff)
  const isOff = (number: number) => off.has(dayOf(number)) || weekday(dayOf(number)) > 5
  const roll = dice(seed)
  const single = roll(2) === 0
  const product = {
    ...products[single ? 0 : 1]!,
    lateInterestAfterFree: roll(2) === 0,
    ...(roll(3) === 0 && { dailyRate: `0.00${1 + roll(7)}${roll(10)}${roll(10)}` }),
  }
  const { amount: sums, term: terms } = product
  const amount = kopecks(sums.min + sums.step * roll((sums.max - sums.min) / sums.step + 1))
  const term = terms.min + roll(terms.max - terms.min + 1)
  const start = roll(3) === 0 ? edges[roll(edges.length)]! : addDays(date('2024-01-01'), roll(1700))
  const promo = single && roll(3) === 0 ? 'НЕДЕЛЯ' : null
  const price = quote(product, { amount, term, firstLoan: single && roll(4) === 0, promo }, start, rules)
  const bare = runningLoan(price, start, calendar)
  const length = price.days + 200
  const half = Math.round(price.payment / 2)
  const shown = () =>
    [price.payment, price.payment, price.payment + 1802, 1, half, roll(amount), roll(price.payment) + 1, amount * 10][
      roll(9) + roll(2)
    ] ?? roll(200_000)
  const payments = Array.from({ length: single ? roll(5) : roll(16) }, () => ({
    date: addDays(start, roll(length)),
    amount: kopecks(Math.max(1, shown())),
    partReturn: roll(3) === 0,
  }))
  const moves = single ? Array.from({ length: roll(4) }, () => roll(length)).sort((a, b) => a - b) : []
  let due = price.days
  const prolongations = [...new Set(moves)].map((on) => {
    due = Math.max(on, due) + 1 + roll(30)
    const dueDate = addDays(start, due)
    return { on: addDays(start, on), dueDate, lastDay: lastDayFor(calendar, dueDate) }
  })
  const moved: RunningLoan = { ...bare, payments, prolongations }
  const agreed = roll(2) === 0 ? moved : rescheduled(moved, addDays(start, roll(length)), roll, { calendar, rules })
  const loan = roll(3) > 0 ? agreed : { ...agreed, stops: stopsIn(start, length, roll) }
  const read: ReadLoan = {
    start: numberOf(start),
    principal: amount,
    rate: BigInt(Math.round(Number(product.dailyRate) * 1_000_000_000)),
    everyDays: product.kind === 'instalments' ? product.everyDays : term,
    payments: single ? 1 : term,
    freeDays: price.freeDays,
    lateInterest: price.freeDays < price.days || product.lateInterestAfterFree,
    capTenths: start < '2026-04-01' ? 13 : 10,
    penaltyThird: start < '2024-07-01',
    isOff,
    money: payments.map((one) => ({ day: numberOf(one.date), sum: one.amount, asked: one.partReturn })),
    moves: loan.prolongations.map(({ on, dueDate }) => ({ on: numberOf(on), to: numberOf(dueDate) })),
    stops: (loan.stops ?? []).map(({ from, until, what }) => ({
      from: numberOf(from),
      till: until ? numberOf(until) : 0,
      all: what === 'all',
    })),
    anew: (loan.reschedulings ?? []).map(({ on, until, everyDays, rows }) => ({
      on: numberOf(on),
      till: until ? numberOf(until) : 0,
      every: everyDays,
      days: rows.map((one) => numberOf(one.date)),
    })),
  }
  const stops = (loan.stops ?? []).flatMap(({ from, until }) => [from, until ?? from])
  const days = Array.from({ length: 4 }, () => addDays(start, roll(length)))
  const paidOn = payments.slice(0, 3).map((one) => one.date)
  const anew = (loan.reschedulings ?? []).flatMap(({ on, until, rows }) => [on, until ?? on, rows.at(-1)!.lastDay])
  return { loan, read, days: [...days, ...paidOn, ...anew, ...stops, price.lastDate, addDays(start, length)] }
}

/** A death, a bankruptcy, or both: days on which penalty or nothing at all is charged. */
function stopsIn(start: IsoDate, length: number, roll: (below: number) => number): AccrualStop[] {
  const one = (what: AccrualStop['what']): AccrualStop => {
    const from = addDays(start, 1 + roll(length))
    const until = what === 'penalty' || roll(2) === 0 ? addDays(from, roll(184)) : null
    return { ground: what === 'all' ? 'bankruptcy' : 'death', from, until, what }
  }
  return [[one('penalty')], [one('all')], [one('penalty'), one('all')]][roll(3)]!
}

/** The same life with a holiday, new terms, or both one after the other; new terms are prolonged no more. */
function rescheduled(
  loan: RunningLoan,
  first: IsoDate,
  roll: (below: number) => number,
  { calendar, rules }: Pick<Lender, 'calendar' | 'rules'>,
): RunningLoan {
  const kinds = [['holiday'], ['terms'], ['holiday', 'terms'], ['terms', 'holiday']][roll(4)]!
  const prolonged = kinds.includes('terms') ? loan.prolongations.filter(({ on }) => on < first) : loan.prolongations
  let found: RunningLoan = { ...loan, prolongations: prolonged }
  let on = first
  for (const kind of kinds) {
    const until = addDays(on, 1 + roll(180))
    const terms = { payments: 2 + roll(12), everyDays: [7, 14, 30][roll(3)]! }
    const plan = kind === 'holiday' ? holidayPlan(found, on, until, rules, calendar) : newTermsPlan(on, terms, calendar)
    found = { ...found, reschedulings: [...(found.reschedulings ?? []), plan] }
    on = addDays(plan.until ?? on, 1 + roll(60))
  }
  return found
}
