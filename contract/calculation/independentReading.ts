/**
 * A second reading of the law, for the tests alone: day by day, in whole parts of a kopeck so small that every rate divides them, sharing no line
 * with the calculation. Days are numbers from 1970.
 */

export interface ReadLoan {
  readonly start: number
  readonly principal: number
  /** share a day, in thousand millionths */
  readonly rate: bigint
  readonly everyDays: number
  readonly payments: number
  readonly freeDays: number
  readonly lateInterest: boolean
  /** tenths of the principal that may be charged */
  readonly capTenths: number
  readonly penaltyThird: boolean
  readonly isOff: (day: number) => boolean
  readonly money: readonly { readonly day: number; readonly sum: number; readonly asked: boolean }[]
  readonly moves: readonly { readonly on: number; readonly to: number }[]
  /** days without penalty, or without any charge: after a death, from a bankruptcy; the last one 0: for good */
  readonly stops?: readonly { readonly from: number; readonly till: number; readonly all: boolean }[]
  /** holidays (till a day) and new terms (0): the days of the payments from then on, the last of several for old interest alone */
  readonly anew?: readonly {
    readonly on: number
    readonly till: number
    readonly every: number
    readonly days: readonly number[]
  }[]
}

const billion = 1_000_000_000n
const unit = 365n * 366n * billion
const halfUp = (parts: bigint) => Number((2n * parts + unit) / (2n * unit))
const down = (parts: bigint) => Number(parts / unit)
const share = (sum: number, rate: bigint) => BigInt(sum) * rate * 365n * 366n
const leap = (day: number) => new Date(Date.UTC(new Date(day * 86_400_000).getUTCFullYear(), 1, 29)).getUTCMonth() === 1

/** Interest on a sum for so many days, half up. */
const interestFor = (sum: number, rate: bigint, days: number) => halfUp(share(sum, rate) * BigInt(days))

/** The equal payment as an exact fraction, half up; each row's interest half up; the last takes the difference. */
export function equalRows(principal: number, rate: bigint, everyDays: number, count: number) {
  const step = rate * BigInt(everyDays)
  const grown = (billion + step) ** BigInt(count)
  const flat = billion ** BigInt(count)
  const over = BigInt(principal) * step * grown
  const under = billion * (grown - flat)
  const payment =
    step === 0n
      ? Number((2n * BigInt(principal) + BigInt(count)) / (2n * BigInt(count)))
      : Number((2n * over + under) / (2n * under))
  let left = principal
  return Array.from({ length: count }, (_, index) => {
    const interest = interestFor(left, rate, everyDays)
    const back = index === count - 1 ? left : payment - interest
    left -= back
    return { payment: back + interest, interest, left }
  })
}

interface Row {
  readonly day: number
  readonly last: number
  readonly left: number
  fallen: boolean
  interest: number
  principal: number
}

/** What is owed at the end of a day. */
export function readDebt(loan: ReadLoan, day: number) {
  const workingFrom = (date: number): number => (loan.isOff(date) ? workingFrom(date + 1) : date)
  let single = loan.payments === 1
  let every = loan.everyDays
  const plan = single ? [{ left: 0 }] : equalRows(loan.principal, loan.rate, loan.everyDays, loan.payments)
  const row = (date: number, left: number): Row => ({
    day: date,
    last: workingFrom(date),
    left,
    fallen: false,
    interest: 0,
    principal: 0,
  })
  let rows = plan.map(({ left }, index) => row(loan.start + loan.everyDays * (index + 1), left))
  const end = rows.at(-1)!
  const free = loan.start + loan.freeDays
  const freeTill = free >= end.day ? Math.max(free, end.last) : free
  const cap = (loan.principal * loan.capTenths) / 10
  let principal = loan.principal
  let running = 0
  let exact = 0n
  let counted = 0
  let periodFrom = loan.start
  let penalty = 0
  let penaltyExact = 0n
  let penaltyCounted = 0
  let charged = 0
  let held = 0
  let overpaid = 0
  let closed: number | null = null
  let returnBy = end.last
  let old = 0
  let oldHasItsDay = false
  let pause: {
    from: number
    till: number
    days: readonly number[]
    running: number
    exact: bigint
    counted: number
  } | null = null

  const fallen = () => rows.filter((one) => one.fallen && one.interest + one.principal > 0)
  const due = (what: 'interest' | 'principal') => fallen().reduce((sum, one) => sum + one[what], 0)
  const all = () => principal + running + old + due('interest') + penalty
  const owedByPrincipal = (what: (one: Row) => boolean) =>
    fallen().reduce((sum, one) => sum + (what(one) ? one.principal : 0), 0)

  function closes(today: number): boolean {
    if (closed !== null || held < all()) return closed !== null
    overpaid += held - all()
    principal = running = old = penalty = held = 0
    pause = null
    for (const one of rows) one.interest = one.principal = 0
    closed = today
    return true
  }
  function payFallen(): void {
    for (const what of ['interest', 'principal'] as const)
      for (const one of fallen()) {
        const part = Math.min(held, one[what])
        held -= part
        one[what] -= part
        if (what === 'principal') principal -= part
      }
  }
  function payPenalty(leave: number): void {
    const part = Math.max(0, Math.min(penalty, held - leave))
    penalty -= part
    held -= part
  }
  function nextNeeds(today: number): number {
    const next = rows.find((one) => !one.fallen && one.day > today)
    if (!next || single) return 0
    const undue = principal - due('principal')
    const charge = halfUp(exact + share(undue, loan.rate) * BigInt(next.day - today)) - counted
    return running + Math.min(charge, cap - charged) + Math.max(0, undue - next.left) + (next === rows.at(-1) ? old : 0)
  }
  function payOld(): void {
    const part = Math.min(held, old)
    old -= part
    held -= part
  }
  /** Nothing is late: what was missed is to be paid with the rest, on the days that were agreed. */
  function startAnew(on: number, till: number, days: readonly number[]): void {
    const missed = fallen()
    if (missed.length > 0 && due('principal') === principal) {
      exact = 0n
      counted = 0
      periodFrom = on
    }
    old += due('interest')
    for (const one of missed) one.interest = one.principal = 0
    single = days.length === 1
    if (till === 0) {
      old += running
      running = counted = 0
      exact = 0n
      periodFrom = on
    } else pause = { from: on, till, days, running, exact, counted }
    const inside = till === 0 ? 0 : Math.min(halfUp(share(principal, loan.rate) * BigInt(till - on)), cap - charged)
    drawDays(
      rows.filter((one) => one.day <= on && !missed.includes(one)),
      days,
      old + inside,
    )
  }
  function drawDays(past: readonly Row[], days: readonly number[], atTheEnd: number): void {
    oldHasItsDay = !single && atTheEnd > 0
    const plain = single ? days : days.slice(0, -1)
    const made = single ? [{ left: 0 }] : equalRows(principal, loan.rate, every, plain.length)
    const ahead = plain.map((one, index) => row(one, made[index]!.left))
    rows = [...past, ...ahead, ...(oldHasItsDay ? [row(days.at(-1)!, 0)] : [])]
    returnBy = workingFrom(days.at(-1)!)
  }
  function endPause(today: number): void {
    if (pause === null || pause.till !== today) return
    const inside = Math.max(0, running - pause.running)
    old += inside
    running -= inside
    exact = pause.exact
    counted = pause.counted
    periodFrom += today - pause.from
    const { from, days } = pause
    pause = null
    drawDays(
      rows.filter((one) => one.day <= from),
      days,
      old,
    )
  }
  function place(today: number): void {
    payFallen()
    if (loan.penaltyThird) payPenalty(0)
    if (single) {
      const interest = Math.min(held, running)
      running -= interest
      held -= interest
      payOld()
      const back = Math.min(held, principal - due('principal'))
      principal -= back
      held -= back
    }
    payPenalty(nextNeeds(today))
    closes(today)
  }
  function giveBack(sum: number, today: number): void {
    const before = held
    held = sum
    payFallen()
    payPenalty(0)
    if (principal === 0) {
      held += before
      return
    }
    const days = BigInt(today - periodFrom)
    const over = BigInt(held) * billion
    const under = billion + days * loan.rate
    const wanted = Math.min(Number((2n * over + under) / (2n * under)), principal - 1)
    if (held > 0) {
      const interest = Math.min(held - wanted, running)
      const back = Math.min(held - interest, principal - 1)
      const capped = charged >= cap
      held -= interest + back
      principal -= back
      running -= interest
      exact -= share(back, loan.rate) * days
      if (exact < 0n) exact = 0n
      if (!capped) {
        charged += halfUp(exact) - running
        counted = running = halfUp(exact)
      }
      const past = rows.filter((one) => one.day <= today)
      const ahead = rows.filter((one) => one.day > today)
      const made = equalRows(principal, loan.rate, every, ahead.length - Number(oldHasItsDay))
      rows = [...past, ...ahead.map((one, index) => row(one.day, made[index]?.left ?? 0))]
    }
    held += before
  }

  for (let today = loan.start; today <= day; today += 1) {
    if (today > loan.start && closed === null) {
      const stopped = (loan.stops ?? []).filter(({ from, till }) => today >= from && (till === 0 || today <= till))
      const runs =
        stopped.every(({ all: both }) => !both) && today > freeTill && (loan.lateInterest || today <= returnBy)
      if (runs && charged < cap) {
        exact += share(principal - (single ? 0 : owedByPrincipal(({ last }) => last >= today)), loan.rate)
        const charge = Math.min(halfUp(exact) - counted, cap - charged)
        counted += charge
        charged += charge
        const open = fallen()
        if (open.length > 0 && due('principal') === principal) open.at(-1)!.interest += charge
        else running += charge
      }
      const late = owedByPrincipal(({ last }) => last < today)
      if (charged < cap && late > 0 && stopped.length === 0) {
        if (runs) penaltyExact += BigInt(late) * 200_000_000n * (leap(today) ? 365n : 366n)
        else penaltyExact += share(late, 1_000_000n)
        const charge = Math.min(down(penaltyExact) - penaltyCounted, cap - charged)
        penaltyCounted += charge
        charged += charge
        penalty += charge
      }
    }
    endPause(today)
    for (const one of rows)
      if (one.day === today && !one.fallen && closed === null) {
        one.principal = Math.max(0, principal - due('principal') - one.left)
        one.interest = running
        if (one === rows.at(-1)) {
          one.interest += old
          old = 0
        }
        one.fallen = true
        running = counted = 0
        exact = 0n
        periodFrom = today
        place(today)
      }
    for (const { day: on, sum, asked } of loan.money)
      if (on === today) {
        if (closed !== null) overpaid += sum
        else if (held + sum >= all()) {
          held += sum
          closes(today)
        } else if (pause !== null) {
          const before = held
          held = sum
          const back = Math.min(held, principal)
          principal -= back
          held -= back
          const interest = Math.min(held, running)
          running -= interest
          held -= interest
          payOld()
          payPenalty(0)
          held += before
        } else if (asked && !single) giveBack(sum, today)
        else {
          held += sum
          place(today)
        }
      }
    for (const { on, to } of loan.moves)
      if (on === today) {
        running += due('interest')
        pause = null
        rows = [row(to, 0)]
        returnBy = rows[0]!.last
      }
    for (const { on, till, every: often, days } of loan.anew ?? [])
      if (on === today && closed === null) {
        if (days.length > 1) every = often
        startAnew(on, till, days)
      }
  }
  const oldest = fallen()[0]
  return {
    principal,
    interest: running + old + due('interest'),
    penalty,
    total: all(),
    due: due('interest') + due('principal'),
    held,
    overpaid,
    charged,
    overdueDays: oldest ? Math.max(0, day - oldest.last) : 0,
    closed,
    rows: rows.map((one) => ({ day: one.day, left: one.left })),
  }
}

/**
 * Whether a full cost of so many thousandths of a per cent a year is the one of the formula, rounded half up: the sum of the discounted flows is
 * positive half a thousandth below the root and not above it. In fixed point of sixty places.
 */
export function isFullCost(thousandths: number, flows: readonly { day: number; sum: number }[]): boolean {
  const days = flows.map(({ day }) => day)
  const gaps = days.slice(1).map((day, index) => day - days[index]!)
  const often = (gap: number) => gaps.filter((one) => one === gap).length
  const most = Math.max(...gaps.map(often))
  const common = Math.min(...gaps.filter((gap) => often(gap) === most))
  // The commonest gap, or the mean of all in whole days when none comes twice; a year at most.
  const twiceMean = Math.floor((2 * (days.at(-1)! - days[0]!)) / gaps.length)
  const length = Math.min(365, most > 1 || gaps.length === 1 ? common : Math.floor((twiceMean + 1) / 2))
  const one = 10n ** 60n
  const worth = (doubled: number) => {
    // i = percent / 100 / N with N = 365 / length; `doubled` counts half thousandths of a per cent.
    const i = (BigInt(doubled) * BigInt(length) * one) / (200_000n * 365n)
    return flows.reduce((sum, flow) => {
      const at = flow.day - days[0]!
      const whole = Math.floor(at / length)
      let divisor = one + (i * BigInt(at - whole * length)) / BigInt(length)
      for (let period = 0; period < whole; period += 1) divisor = (divisor * (one + i)) / one
      return sum + (BigInt(flow.sum) * one * one) / divisor
    }, 0n)
  }
  const slack = 10n ** 30n
  if (flows.reduce((sum, flow) => sum + flow.sum, 0) <= 0) return thousandths === 0
  return worth(2 * thousandths + 1) < slack && worth(2 * thousandths - 1) > -slack
}
