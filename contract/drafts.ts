import type { Raw, StepDefinition } from './step.ts'

/** The fields a step asks for. Throws for a step whose answers are not one object: nothing of it could be kept by field. */
export function fieldsOf({ number, answers }: Pick<StepDefinition, 'number' | 'answers'>): ReadonlySet<string> {
  if (!answers) return new Set()
  const shape: unknown = 'shape' in answers ? answers.shape : undefined
  if (typeof shape !== 'object' || shape === null) throw new Error(`the answers of step ${number} are to be one object`)
  return new Set(Object.keys(shape))
}

/**
 * What was typed under an older shape of a step's answers (all of it, or the fields that changed), in this release's: fields
 * the step no longer has are left out. Typed under this release's shape it stays as it is.
 */
export function broughtUp(step: StepDefinition, raw: Raw, version: number): Raw {
  if (version >= step.version) return raw
  const known = fieldsOf(step)
  return Object.fromEntries(Object.entries(step.migrate(raw, version)).filter(([field]) => known.has(field)))
}
