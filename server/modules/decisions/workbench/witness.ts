/**
 * A second engine, for tests alone: it evaluates a JDM file as the format's documentation describes it (one decision table, hit policy «first», unary
 * tests in the cells), and shares no line with the engine that decides, nor with what checks drafts.
 */
type Cells = Readonly<Record<string, string>>
type Named = { readonly id: string; readonly field: string }
type Json = { readonly nodes: ReadonlyArray<{ readonly type: string; readonly content?: unknown }> }

/** `person.age` of what is told. */
function lookedUp(context: unknown, path: string): unknown {
  let at: unknown = context
  for (const part of path.split('.')) at = (at as Record<string, unknown> | undefined)?.[part]
  return at
}

/** Whether one alternative of a unary test holds. */
function holds(test: string, value: unknown): boolean {
  if (test === 'true' || test === 'false') return value === (test === 'true')
  if (test.startsWith('"')) return value === test.slice(1, -1)
  for (const sign of ['<=', '>=', '<', '>'] as const) {
    if (!test.startsWith(sign)) continue
    const bound = Number(test.slice(sign.length))
    const difference = (value as number) - bound
    if (sign === '<=') return difference <= 0
    if (sign === '>=') return difference >= 0
    return sign === '<' ? difference < 0 : difference > 0
  }
  if (test.startsWith('[') || test.startsWith('(')) {
    const [low = '', high = ''] = test.slice(1, -1).split('..')
    const [down, up] = [(value as number) - Number(low), Number(high) - (value as number)]
    return (test.startsWith('[') ? down >= 0 : down > 0) && (test.endsWith(']') ? up >= 0 : up > 0)
  }
  return value === Number(test)
}

const passes = (cell: string, value: unknown) =>
  cell.trim() === '' || cell.split(',').some((alternative) => holds(alternative.trim(), value))

/** What the first row that fits answers; null when none does. */
export function witness(content: string, context: unknown): Record<string, unknown> | null {
  const table = (JSON.parse(content) as Json).nodes.find(({ type }) => type === 'decisionTableNode')?.content
  const { inputs, outputs, rules } = table as { inputs: Named[]; outputs: Named[]; rules: Cells[] }
  for (const cells of rules) {
    if (!inputs.every(({ id, field }) => passes(cells[id] ?? '', lookedUp(context, field)))) continue
    return Object.fromEntries(
      outputs.flatMap(({ id, field }) => (cells[id] ? [[field, JSON.parse(cells[id]) as unknown]] : [])),
    )
  }
  return null
}
