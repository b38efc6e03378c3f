/** One measured line of the bench. A floor is measured in the same run; without one, the budget is of `ours` itself. */
export interface Figure {
  readonly what: string
  readonly unit: string
  readonly ours: number
  readonly floor?: number
  /** Of the ratio where there is a floor, of `ours` where there is none. */
  readonly budget: { readonly atLeast: number } | { readonly atMost: number }
}

export const ratioOf = ({ ours, floor }: Figure) => (floor ? ours / floor : undefined)

export function holds(figure: Figure): boolean {
  const measured = ratioOf(figure) ?? figure.ours
  return 'atLeast' in figure.budget ? measured >= figure.budget.atLeast : measured <= figure.budget.atMost
}

const rounded = (value: number) =>
  value >= 1000
    ? Math.round(value)
        .toString()
        .replace(/\B(?=(\d{3})+$)/g, ' ')
    : String(Number(value.toPrecision(3)))

function cells(figure: Figure): string[] {
  const { what, unit, ours, floor, budget } = figure
  const ratio = ratioOf(figure)
  const of = ratio === undefined ? ` ${unit}` : '×'
  return [
    what,
    floor === undefined ? '' : `${rounded(floor)} ${unit}`,
    `${rounded(ours)} ${unit}`,
    ratio === undefined ? '' : `${ratio.toFixed(2)}×`,
    'atLeast' in budget ? `≥ ${rounded(budget.atLeast)}${of}` : `≤ ${rounded(budget.atMost)}${of}`,
    holds(figure) ? 'holds' : 'MISSED',
  ]
}

const head = ['what', 'floor', 'ours', 'ratio', 'budget', 'verdict']

/** A table for the terminal that is also Markdown. */
export function table(figures: readonly Figure[]): string {
  const rows = [head, ...figures.map(cells)]
  const widths = head.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const line = (row: readonly string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [first = [], ...rest] = rows
  return [line(first), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rest.map(line)].join('\n')
}

export const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

export const percentile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(values.length * share) - 1)] ?? 0
