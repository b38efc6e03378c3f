import { type Condition, fits, readCondition } from '#contract/decisionTable/conditions.ts'
import { type ConditionField, conditionField, conditionFields } from '#contract/decisionTable/fields.ts'
import type { RuleRow } from '#contract/decisionTable/table.ts'

/** Any product that no row names. */
const otherWord = 'другой'

/** Looked at whether a row asks for them or not: nobody may lend to the barred and to children. */
const always = ['blacklisted', 'person.age'] as const
const ofAge = 18

/** More looks than that, and the table is too entangled to be proven anything of. */
const mostSteps = 3_000_000

export class TooEntangled extends Error {}

/** A field with a value for every way that the rows can tell values of it apart, in growing order. */
export interface Axis {
  readonly field: ConditionField
  readonly values: readonly unknown[]
}

/** For each axis the values that are in, a bit each. */
export type Box = readonly bigint[]

function numbersOf(field: ConditionField & { kind: 'number' }, conditions: readonly Condition[]): number[] {
  const { min, max, fraction } = field
  const bounds = conditions.flatMap((one) => (one.kind === 'number' ? [one.span.from, one.span.to] : []))
  const ages = field.path === 'person.age' ? [ofAge] : []
  const near = fraction ? 0.01 : 1
  const found = [...bounds, ...ages].flatMap((bound) => (bound === null ? [] : [bound - near, bound, bound + near]))
  return [...new Set([min, ...found, max])].filter((value) => value >= min && value <= max).sort((a, b) => a - b)
}

function valuesOf(field: ConditionField, conditions: readonly Condition[]): readonly unknown[] {
  if (field.kind === 'yes') return [false, true]
  if (field.kind === 'number') return numbersOf(field, conditions)
  return [...new Set(conditions.flatMap((one) => (one.kind === 'words' ? one.words : []))), otherWord]
}

const read = (field: ConditionField, row: RuleRow): Condition | null => {
  const condition = readCondition(field, row.when[field.path] ?? '')
  return typeof condition === 'string' ? null : condition
}

/** The table as boxes over the values that matter: what one of them says of a row is true of every input. Rows have no issues of their own. */
export function regionsOf(rows: readonly RuleRow[]) {
  const used = conditionFields.filter(
    ({ path }) => (always as readonly string[]).includes(path) || rows.some(({ when }) => when[path]),
  )
  const axes: Axis[] = used.flatMap(({ path }) => {
    const field = conditionField(path)
    if (!field) return []
    return {
      field,
      values: valuesOf(
        field,
        rows.flatMap((row) => read(field, row) ?? []),
      ),
    }
  })
  const bits = (values: readonly unknown[], fit: (value: unknown) => boolean) =>
    values.reduce<bigint>((mask, value, at) => (fit(value) ? mask | (1n << BigInt(at)) : mask), 0n)
  const whole: Box = axes.map(({ values }) => (1n << BigInt(values.length)) - 1n)
  const boxes: Box[] = rows.map((row) =>
    axes.map(({ field, values }) => {
      const condition = read(field, row)
      return bits(values, (value) => fits(condition, value))
    }),
  )
  let steps = 0

  /** A box that no row from `first` up to `last` takes anything of; null when they take all. */
  function free(box: Box, last: number, first = 0): Box | null {
    let left = [...box]
    for (let at = first; at < last; at += 1) {
      steps += 1
      if (steps > mostSteps) throw new TooEntangled()
      const row = boxes[at]!
      if (left.some((mask, axis) => (mask & row[axis]!) === 0n)) continue
      for (let axis = 0; axis < left.length; axis += 1) {
        const outside = left[axis]! & ~row[axis]!
        if (outside !== 0n) {
          const found = free(left.with(axis, outside), last, at + 1)
          if (found) return found
        }
        left = left.with(axis, left[axis]! & row[axis]!)
      }
      return null
    }
    return left
  }

  const lowest = (mask: bigint): number => {
    let at = 0
    while (((mask >> BigInt(at)) & 1n) === 0n) at += 1
    return at
  }

  return {
    axes,
    whole,
    boxes,
    free,
    /** One input of a box: a place on each axis. */
    pick: (box: Box): number[] => box.map(lowest),
    /** A box narrowed to the values of a field that fit; null when there are none. */
    narrowed(box: Box, path: string, fit: (value: unknown) => boolean): Box | null {
      const axis = axes.findIndex(({ field }) => field.path === path)
      const mask = (box[axis] ?? 0n) & bits(axes[axis]?.values ?? [], fit)
      return mask === 0n ? null : box.map((one, at) => (at === axis ? mask : one))
    },
  }
}

export type Regions = ReturnType<typeof regionsOf>
