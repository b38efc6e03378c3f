import demo from '#config/lender.json' with { type: 'json' }
import { withFacts } from '#contract/facts.ts'
import { publicLender, validateLender } from '#contract/lender.ts'
import { type FlowContext, type StepDefinition, validateStep } from '#contract/step.ts'
import { dateInZone } from '#contract/zones.ts'
import { flow } from '#steps/flow.ts'
import { email } from '../e2e/borrower.ts'
import { rightAnswers } from './right.ts'

/** The filling steps as data, in their order. */
export const steps: readonly StepDefinition[] = await Promise.all(
  flow.map(async (folder) => ((await import(`../../steps/${folder}/step.ts`)) as { step: StepDefinition }).step),
)

/** What is known of the person before the first step: the phone, and an e-mail confirmed by a code. */
const signedIn = { phone: '+79161234567', confirmedEmail: email }

function demoContext(): FlowContext {
  const verdict = validateLender(demo)
  if (!verdict.ok) throw new Error('the demo lender is not valid')
  const lender = publicLender(verdict.lender)
  return { type: 'loan', today: dateInZone(new Date(), lender.zone), lender, firstLoan: true, facts: signedIn }
}

/** What a step may look at, after all the others have been accepted with right answers. */
export const context: FlowContext = afterAll(demoContext())

function afterAll(empty: FlowContext): FlowContext {
  let filled = empty
  for (const step of steps) {
    const raw = rightAnswers(step, filled)
    const checked = raw && validateStep(step, raw, filled)
    if (checked?.ok) filled = { ...filled, facts: withFacts(filled.facts, step.facts(checked.answers)) }
  }
  return filled
}
