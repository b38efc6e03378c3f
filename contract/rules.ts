import type { IsoDate } from './dates.ts'
import type { Duration } from './durations.ts'
import type { Kopecks } from './money.ts'
import type { RuleName, RuleValue } from './rules/values.ts'

export type { LenderKind, RuleName, RuleValue } from './rules/values.ts'

interface RowOf<Name extends RuleName> {
  readonly rule: Name
  /** First day of contracts it is for; null: as long as anybody remembers. */
  readonly from: IsoDate | null
  /** Last day, when the rule ends without a successor. */
  readonly until?: IsoDate | undefined
  readonly value: RuleValue<Name>
  readonly source: string
  /** A: read in a primary source, B: press and articles, C: known to practitioners. */
  readonly confidence: 'A' | 'B' | 'C'
}

export type RuleRow = { [Name in RuleName]: RowOf<Name> }[RuleName]
export type RuleTable = readonly RuleRow[]

/** The row of a rule in force for a contract of that day, or null when there is none (yet). */
export function ruleRowOn<Name extends RuleName>(table: RuleTable, rule: Name, day: IsoDate): RowOf<Name> | null {
  let inForce: RowOf<Name> | null = null
  for (const row of table) {
    if (row.rule !== rule || (row.from ?? '') > day) continue
    if (!inForce || (row.from ?? '') > (inForce.from ?? '')) inForce = row as unknown as RowOf<Name>
  }
  return inForce?.until && inForce.until < day ? null : inForce
}

/** The value of a rule for a contract of that day, or null when there is none (yet). */
export function ruleOn<Name extends RuleName>(table: RuleTable, rule: Name, day: IsoDate): RuleValue<Name> | null {
  return ruleRowOn(table, rule, day)?.value ?? null
}

/** The value of a rule no contract can be made without. Throws RangeError when the table lacks it. */
export function requiredRuleOn<Name extends RuleName>(table: RuleTable, rule: Name, day: IsoDate): RuleValue<Name> {
  const value = ruleOn(table, rule, day)
  if (value === null) throw new RangeError(`the rule table has no ${rule} for contracts of ${day}`)
  return value
}

/** How long the money waits after signing, or null when it need not. 50 000 ₽ and 200 000 ₽ themselves wait 4 hours. */
export function coolingOffFor(table: RuleTable, principal: Kopecks, contractDate: IsoDate): Duration | null {
  const bands = ruleOn(table, 'coolingOff', contractDate) ?? []
  const reached = bands.filter(({ from, above }) =>
    from === undefined ? principal > (above ?? Number.POSITIVE_INFINITY) : principal >= from,
  )
  return reached[reached.length - 1]?.waits ?? null
}
