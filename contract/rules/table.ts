import * as z from 'zod/mini'
import type { RuleRow } from '../rules.ts'
import { dayInConfig, type RuleName, ruleValues } from './values.ts'

const rowSchema = z.pipe(
  z.strictObject({
    rule: z.enum(Object.keys(ruleValues) as [RuleName, ...RuleName[]]),
    from: z.nullable(dayInConfig),
    until: z.optional(dayInConfig),
    value: z.unknown(),
    source: z.string().check(z.minLength(1)),
    confidence: z.enum(['A', 'B', 'C']),
  }),
  z.transform((row, context): RuleRow => {
    const value = z.safeParse(ruleValues[row.rule], row.value)
    if (value.success) return { ...row, value: value.data } as RuleRow
    for (const issue of value.error.issues) {
      context.issues.push({ code: 'custom', message: issue.message, input: row.value, path: ['value', ...issue.path] })
    }
    return z.NEVER
  }),
)

/** The dated rules of the configuration: no two rows of a rule may begin on one day. */
export const ruleTableSchema = z.array(rowSchema).check(
  z.check((context) => {
    const seen = new Set<string>()
    context.value.forEach((row, index) => {
      const key = `${row.rule} from ${row.from ?? 'ever'}`
      if (seen.has(key)) context.issues.push({ code: 'custom', message: `twice: ${key}`, input: row, path: [index] })
      seen.add(key)
    })
  }),
)
