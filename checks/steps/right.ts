import * as z from 'zod/mini'
import demo from '#config/lender.json' with { type: 'json' }
import { type FlowContext, type Raw, type StepDefinition, validateStep } from '#contract/step.ts'

type Property = { readonly enum?: readonly unknown[]; readonly const?: unknown; readonly type?: string }

const described = new WeakMap<StepDefinition, ReadonlyMap<string, Property>>()

/** The fields of a step with what its schema says of each. */
export function fieldsOf(step: StepDefinition): ReadonlyMap<string, Property> {
  const known = described.get(step)
  if (known) return known
  const schema = step.answers && z.toJSONSchema(step.answers, { io: 'input' })
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, Property> }
  const fields = new Map(Object.entries(properties))
  described.set(step, fields)
  return fields
}

/** Answers that are right somewhere: invented, numbers from the test vectors. */
const rightSomewhere: readonly unknown[] = [
  ...['Анна', 'Вымыслова', '10.05.1990', '01.06.2010', '15.03.2018', '112-233-445 95', '500100732259', '45 10 235857'],
  ...['770-001', '101000', '+7 (900) 100-20-30', 'anna@example.ru', '0', '80 000', 'ГУ МВД РОССИИ ПО Г. МОСКВЕ'],
  ...['044525225', '40817810438000000001', '100000000004', '111111', 'payday', 'everyday', 1_000_000, 14],
  ...['0196f7a0-0000-7000-8000-000000000001', true],
]

/** Fields whose values the step's schema cannot tell apart: what the demo lender's server takes. */
const onlyTheServerKnows: Readonly<Record<string, readonly unknown[]>> = {
  promo: demo.products.flatMap(({ promos }) => promos.map(({ code }) => code)),
}

/** What fits a field, maybe: its own values, what was confirmed of this person, else anything known to be right somewhere. */
function candidates(field: string, property: Property | undefined, { facts }: FlowContext): readonly unknown[] {
  const known = onlyTheServerKnows[field]
  if (known) return known
  if (property?.enum) return property.enum
  if (property?.const !== undefined) return [property.const]
  return facts.confirmedEmail ? [...rightSomewhere, facts.confirmedEmail] : rightSomewhere
}

/**
 * Right answers for a step nobody has described: what is wrong is tried with one thing after another until it is right.
 * `given` stays as it is. Null when nothing known fits.
 */
export function rightAnswers(step: StepDefinition, context: FlowContext, given: Raw = {}): Raw | null {
  const fields = fieldsOf(step)
  const tried = new Map<string, number>()
  let raw = given
  for (;;) {
    const checked = validateStep(step, raw, context)
    if (checked.ok) return raw
    const field = checked.issues.map((issue) => issue.field).find((name) => !(name in given))
    if (!field) return null
    const possible = candidates(field, fields.get(field), context)
    const at = tried.get(field) ?? 0
    if (at >= possible.length) return null
    tried.set(field, at + 1)
    raw = { ...raw, [field]: possible[at] }
  }
}

/** Right answers of a step in all its shapes: once for each value of each choice and each tick, so that hidden fields show. */
export function rightShapes(step: StepDefinition, context: FlowContext): readonly Raw[] {
  const shapes = [rightAnswers(step, context)]
  for (const [field, property] of fieldsOf(step)) {
    const values = property.enum ?? (property.type === 'boolean' ? [true, false] : [])
    for (const value of values) shapes.push(rightAnswers(step, context, { [field]: value }))
  }
  const known = shapes.flatMap((raw) => (raw ? [raw] : []))
  // What is asked only sometimes and may be left out is filled in where a right answer is known.
  const full = known.flatMap((raw) => {
    const filled = fillIn(step, context, raw)
    return filled === raw ? [] : [filled]
  })
  return [...known, ...full]
}

/** The same answers with what may be left out answered as well. */
function fillIn(step: StepDefinition, context: FlowContext, raw: Raw): Raw {
  let filled = raw
  for (const [field, property] of fieldsOf(step)) {
    if (field in filled || property.type === 'boolean') continue
    const fitting = candidates(field, property, context).find((value) => {
      const more = { ...filled, [field]: value }
      return (
        (step.shown[field]?.(more) ?? true) &&
        (validateStep(step, more, context).ok || rightAnswers(step, context, more))
      )
    })
    if (fitting !== undefined) filled = rightAnswers(step, context, { ...filled, [field]: fitting }) ?? filled
  }
  return filled
}
