import type { Finding } from '#contract/calls/office/workbench.ts'
import type { RuleRow } from '#contract/decisionTable/table.ts'
import type { Regions } from './regions.ts'
import { exampleText } from './words.ts'

/** How good an outcome is for who asked; a cheaper rate is better too. */
const rank = ({ outcome, share = 0 }: RuleRow) => (outcome === 'reject' ? 0 : outcome === 'refer' ? 1 : 2 + share)
const helps = (worse: RuleRow, better: RuleRow) =>
  rank(worse) > rank(better) ||
  (rank(worse) === rank(better) && Number(worse.dailyRate ?? 1) < Number(better.dailyRate ?? 1))

/** The same numbers each time: a check that is made twice finds the same. */
function dice(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const tried = 3000
const mostFindings = 12

/** Where what is worse gets more. Looked for from inputs inside every row and from any others, one field at a time through all its values. */
export function monotoneFindings(rows: readonly RuleRow[], { axes, boxes }: Regions): Finding[] {
  const fit = boxes.map((box) =>
    box.map((mask, axis) => Uint8Array.from(axes[axis]!.values, (_, at) => Number((mask >> BigInt(at)) & 1n))),
  )
  const within = fit.map((row) => row.map((bits) => [...bits.keys()].filter((at) => bits[at])))
  const rowAt = (places: readonly number[]) => fit.findIndex((row) => row.every((bits, axis) => bits[places[axis]!]))
  const roll = dice(20_260_101)
  const found = new Map<string, Finding>()

  function look(places: number[], axis: number): void {
    const { field, values } = axes[axis]!
    const order = [...values.keys()]
    if (field.worse === 'less') order.reverse()
    let best: { at: number; place: number } | null = null
    for (const place of order) {
      const at = rowAt(places.with(axis, place))
      if (at < 0) continue
      const [worse, better] = [rows[at]!, best ? rows[best.at]! : null]
      if (best && better && helps(worse, better)) {
        const key = `${field.path} ${best.at} ${at}`
        if (found.has(key)) continue
        const message =
          `Строки ${best.at + 1} «${better.text}» и ${at + 1} «${worse.text}»: хуже по столбцу «${field.name}», а решение лучше. ` +
          exampleText(axes, places.with(axis, place))
        found.set(key, { level: 'error', message, row: at, column: field.name })
      } else best = { at, place }
    }
  }

  const declared = axes.flatMap(({ field }, axis) => (field.worse ? [axis] : []))
  for (let turn = 0; turn < tried && found.size < mostFindings; turn += 1) {
    const inside = within[turn % (rows.length + 1)]
    const places = axes.map(({ values }, axis) => {
      const some = inside?.[axis]
      return some && some.length > 0 ? some[roll(some.length)]! : roll(values.length)
    })
    for (const axis of declared) look(places, axis)
  }
  return [...found.values()]
}
