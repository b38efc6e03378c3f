/** A flow as the formula wants it: `whole` base periods (q) and the rest as `part / of` of one (e). */
export interface PlacedFlow {
  readonly amount: number
  readonly whole: number
  readonly part: number
  readonly of: number
}

/**
 * The positive root i of Σ amount / ((1 + e·i)(1 + i)^q) in binary numbers, 0 when no more comes back than went out.
 * With the issue first and payments after, the sum falls and is convex, so Newton's steps from 0 climb to the only root.
 * Throws RangeError for any other order of flows.
 */
export function positiveRoot(flows: readonly PlacedFlow[]): number {
  const [issue, ...payments] = flows
  const ordered = issue && issue.amount < 0 && issue.whole === 0 && issue.part === 0
  if (!ordered || payments.some(({ amount }) => amount < 0)) {
    throw new RangeError('full cost needs the issue first and only payments after')
  }
  if (payments.some(({ amount, whole, part }) => amount > 0 && whole + part === 0)) {
    throw new RangeError('a payment on the day of issue has no cost in time')
  }
  if (flows.reduce((sum, { amount }) => sum + amount, 0) <= 0) return 0
  let rate = 0
  for (let step = 0; step < 500; step += 1) {
    const next = rate + newtonStep(flows, rate)
    if (!(next > rate) || next - rate < 1e-15 * next) return Math.max(rate, next)
    rate = next
  }
  return rate
}

function newtonStep(flows: readonly PlacedFlow[], rate: number): number {
  let value = 0
  let fall = 0
  for (const { amount, whole, part, of } of flows) {
    const share = part / of
    const discounted = amount / ((1 + share * rate) * (1 + rate) ** whole)
    value += discounted
    fall += discounted * (share / (1 + share * rate) + whole / (1 + rate))
  }
  return value / fall
}

/**
 * i × N × 100 in whole thousandths of a per cent, N = `inYear / count`: those below, and how far the rest is from a half. A binary root is good to
 * about ten digits: only very near to a half they might not do.
 */
export function thousandthsOf(flows: readonly PlacedFlow[], inYear: number, count: number) {
  const thousandths = (positiveRoot(flows) * inYear * 100_000) / count
  const below = Math.floor(thousandths)
  return { below, fromHalf: thousandths - below - 0.5 }
}
