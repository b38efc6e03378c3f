import { type LimitOverrides, limits } from '#contract/limits.ts'

const most = 1_000_000_000

/** The lender with every limit out of reach: for those who measure or attack what lies behind the limits, from one account or address. */
export function withLooseLimits<Given extends object>(lender: Given): Given & { limits: LimitOverrides } {
  const loose = Object.entries(limits).map(([name, { figures }]) => [
    name,
    Object.fromEntries(Object.keys(figures).map((figure) => [figure, { most }])),
  ])
  return { ...lender, limits: Object.fromEntries(loose) as LimitOverrides }
}
