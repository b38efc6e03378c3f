import { type FlowContext, type Raw, type StepDefinition, validateStep } from '#contract/step.ts'
import vectors from '#contract/vectors.json' with { type: 'json' }
import { fieldsOf } from './right.ts'

/** Wrong somewhere: the invalid rows of the test vectors, dates beyond reason, signs nobody sees, too much of everything. */
const wrongSomewhere: readonly string[] = [
  '',
  '   ',
  'x',
  'Ivanova',
  ...vectors.snils.invalid,
  ...vectors.inn.invalid,
  ...vectors.phone.invalid,
  ...vectors.departmentCode.invalid,
  ...vectors.postalIndex.invalid,
  ...vectors.bankAccount.invalid.flat(),
  ...['31.02.2000', '99.99.9999', '01.01.2999', '01.01.1800', '10.05.2020'],
  ...['анна@example.ru', 'anna.example.ru', 'anna@', '-1', '21', '99999999999', '40 602 810'],
  ...['Анна\u202eаннА', 'Анна\u200b', '😀', 'я'.repeat(600)],
]

/** For each text field, one value for each different complaint the step has about it while the rest is right. */
export function wrongValues(
  step: StepDefinition,
  right: Raw,
  context: FlowContext,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const [field, property] of fieldsOf(step)) {
    if (property.enum || property.const !== undefined || property.type !== 'string') continue
    const values = new Map<string, string>()
    for (const value of wrongSomewhere) {
      const checked = validateStep(step, { ...right, [field]: value }, context)
      const issue = checked.ok ? undefined : checked.issues.find((candidate) => candidate.field === field)
      if (issue && !values.has(issue.message)) values.set(issue.message, value)
    }
    if (values.size > 0) found.set(field, [...values.values()])
  }
  return found
}
