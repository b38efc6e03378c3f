import { answerParent } from '#server/platform/worker-program.ts'
import { conclude } from '../conclude.ts'
import type { DecisionInputs } from '../inputs.ts'
import { type DecisionRules, type Evaluate, openEvaluator, rulesOf } from '../rules.ts'
import { checkRows } from './checking.ts'
import { type Made, madeOf } from './comparing.ts'
import type { Order } from './trying.ts'

let evaluator = openEvaluator()
let evaluating = ''

/** One engine as long as the table is the same. */
function evaluateBy({ content }: DecisionRules): Evaluate {
  if (evaluating !== content) {
    evaluator.close()
    evaluator = openEvaluator()
    evaluating = content
  }
  return evaluator.evaluate
}

async function decide(inputs: DecisionInputs, rules: DecisionRules, evaluate: Evaluate): Promise<Made | null> {
  try {
    return madeOf((await conclude(inputs, rules, evaluate)).result)
  } catch {
    // no row fits, or the bureaus had not answered all: there is no decision to compare
    return null
  }
}

function said(value: unknown) {
  return { answer: null, bytes: Buffer.from(JSON.stringify(value)) }
}

await answerParent(async (order: Order, bytes) => {
  if (order.do === 'check') return said(checkRows(order.rows, order.law))
  const rules = rulesOf(order.version, order.content)
  const evaluate = evaluateBy(rules)
  const all = JSON.parse(bytes.toString('utf8')) as DecisionInputs[]
  return said(await Promise.all(all.map((inputs) => decide(inputs, rules, evaluate))))
})
