import { conditionText, readCondition } from './conditions.ts'
import { conditionField, conditionFields } from './fields.ts'
import { type RuleRow, ruleOutcomes, ruleReasons } from './table.ts'

const always = 'во всех остальных случаях'

/** When a row decides, as a person reads it. */
export function whenText({ when }: Pick<RuleRow, 'when'>): string {
  const asked = conditionFields.flatMap(({ path, name }) => {
    const cell = when[path]
    const field = conditionField(path)
    if (!cell || !field) return []
    const read = readCondition(field, cell)
    return `${name}: ${read === null || typeof read === 'string' ? cell : conditionText(read)}`
  })
  return asked.join('; ') || always
}

/** What a row decides, as a person reads it. */
export function saysText({ outcome, reason, share, dailyRate }: RuleRow): string {
  const parts: string[] = [ruleOutcomes[outcome]]
  if (reason) parts.push(`причина: ${ruleReasons[reason]}`)
  if (share !== undefined) parts.push(`${share} % суммы`)
  if (dailyRate) parts.push(`ставка ${dailyRate.replace('.', ',')} в день`)
  return parts.join(', ')
}

export interface RowChange {
  readonly code: string
  readonly kind: 'added' | 'removed' | 'moved' | 'changed'
  readonly before?: RuleRow
  readonly after?: RuleRow
  /** Places in their tables, from 1. */
  readonly at: readonly [before: number, after: number]
}

const same = (one: RuleRow, other: RuleRow) =>
  one.text === other.text && whenText(one) === whenText(other) && saysText(one) === saysText(other)

/** Rows that are kept in their order: the longest common run; what is not in it was moved. */
function kept(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const lengths = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0))
  const length = (i: number, j: number) => lengths[i]?.[j] ?? 0
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      lengths[i]![j] = before[i] === after[j] ? length(i + 1, j + 1) + 1 : Math.max(length(i + 1, j), length(i, j + 1))
  const found = new Set<string>()
  for (let i = 0, j = 0; i < before.length && j < after.length; ) {
    if (before[i] === after[j]) {
      found.add(before[i]!)
      i += 1
      j += 1
    } else if (length(i + 1, j) >= length(i, j + 1)) i += 1
    else j += 1
  }
  return found
}

/** What differs between two tables, row by row, by the codes of the rows. */
export function tableChanges(before: readonly RuleRow[], after: readonly RuleRow[]): RowChange[] {
  const inOrder = kept(
    before.map(({ code }) => code),
    after.map(({ code }) => code),
  )
  const now = after.flatMap((row, at): RowChange[] => {
    const was = before.findIndex(({ code }) => code === row.code)
    const old = before[was]
    const places = [was + 1, at + 1] as const
    if (!old) return [{ code: row.code, kind: 'added', after: row, at: places }]
    if (!same(old, row)) return [{ code: row.code, kind: 'changed', before: old, after: row, at: places }]
    return inOrder.has(row.code) ? [] : [{ code: row.code, kind: 'moved', before: old, after: row, at: places }]
  })
  const gone = before.flatMap((row, at): RowChange[] =>
    after.some(({ code }) => code === row.code)
      ? []
      : [{ code: row.code, kind: 'removed', before: row, at: [at + 1, 0] }],
  )
  return [...now, ...gone]
}
