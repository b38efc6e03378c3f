import type { Comparison } from '#contract/calls/office/ruleTrials.ts'
import { ruleOutcomes } from '#contract/decisionTable/table.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'
import type { DecisionResult } from '../conclude.ts'

/** What a decision said, as far as a report compares it. Names nobody. */
export interface Made {
  readonly outcome: DecisionResult['outcome']
  readonly reasons: readonly string[]
  /** Kopecks. */
  readonly amount?: number
  readonly dailyRate?: string
  readonly burden?: string
}

export interface Pair {
  readonly before: Made
  readonly after: Made
}

export function madeOf(result: DecisionResult): Made {
  const { outcome, reasons } = result
  if (outcome !== 'offer') return { outcome, reasons }
  const { amount, dailyRate, debtBurden } = result
  return { outcome, reasons, amount, dailyRate, ...(debtBurden && { burden: debtBurden.percent }) }
}

/** A decision in a line: what, how much, why. */
export function madeText({ outcome, amount, burden, reasons }: Made, textOf: (reason: string) => string): string {
  const sum = amount === undefined ? '' : ` ${formatRoubles(kopecks(amount))}`
  const share = burden === undefined ? '' : `, ПДН ${burden.replace('.', ',')} %`
  return `${ruleOutcomes[outcome]}${sum}${share}: ${reasons.map(textOf).join(', ')}`
}

/** Another outcome, sum or price is a change; another reason for the same is none. */
export const isChanged = ({ before, after }: Pair): boolean =>
  before.outcome !== after.outcome || before.amount !== after.amount || before.dailyRate !== after.dailyRate

/** Sums of one side of a report, so that it can grow. */
function openSide() {
  let offers = 0
  let sums = 0
  let burdens = 0
  let counted = 0
  return {
    add({ outcome, amount = 0, burden }: Made) {
      if (outcome !== 'offer') return
      offers += 1
      sums += amount
      if (burden === undefined) return
      // in ten thousandths: the same whatever came first
      burdens += Math.round(Number(burden) * 10_000)
      counted += 1
    },
    told: (decisions: number) => ({
      offers,
      approvalPercent: decisions === 0 ? '0.0' : ((offers * 100) / decisions).toFixed(1),
      meanSum: offers === 0 ? null : Math.round(sums / offers),
      meanBurden: counted === 0 ? null : (burdens / counted / 10_000).toFixed(2),
    }),
  }
}

const grown = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)

const sorted = (counts: ReadonlyMap<string, number>) =>
  [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))

/** Whom a draft would change, counted one decision after the other. */
export function openComparison(textOf: (reason: string) => string) {
  const [before, after] = [openSide(), openSide()]
  const moves = new Map<string, number>()
  const rules = new Map<string, number>()
  let decisions = 0
  let changed = 0
  let gone = 0
  return {
    add(pair: Pair): boolean {
      decisions += 1
      before.add(pair.before)
      after.add(pair.after)
      if (!isChanged(pair)) return false
      changed += 1
      grown(moves, JSON.stringify([ruleOutcomes[pair.before.outcome], ruleOutcomes[pair.after.outcome]]))
      grown(rules, pair.after.reasons[0] ?? '')
      return true
    },
    addGone() {
      gone += 1
    },
    report: (): Comparison => ({
      decisions,
      changed,
      gone,
      before: before.told(decisions),
      after: after.told(decisions),
      moves: sorted(moves).map(([key, count]) => {
        const [from, to] = JSON.parse(key) as [string, string]
        return { from, to, count }
      }),
      byRule: sorted(rules).map(([rule, count]) => ({ rule, text: textOf(rule), count })),
    }),
  }
}
