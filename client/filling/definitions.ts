import type { StepDefinition } from '#contract/step.ts'
import { flow } from '#steps/flow.ts'

// What a request is filled with: known whole before its first screen. The others (sign-in, desk, profile…) stay out of this chunk.
const definitions = import.meta.glob<StepDefinition>(
  ['../../steps/*/step.ts', '!../../steps/step{02,03,16,18,19,20,35}-*/step.ts'],
  { eager: true, import: 'step' },
)

/** The filling steps in their order */
export const flowSteps: readonly StepDefinition[] = flow.flatMap((folder) => {
  const step = definitions[`../../steps/${folder}/step.ts`]
  return step ? [step] : []
})
