import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Raw, type StepDefinition, validateStep } from '#contract/step.ts'
import { hasForbiddenCharacter } from '#contract/typedText.ts'
import { seeded } from '../drills/random.ts'
import { context, steps } from './lender.ts'
import { fieldsOf, rightShapes } from './right.ts'
import { anyValue, inheritedNames, pick, slipped } from './values.ts'

const seed = Number(process.env.SEED ?? 20_261_121)
const valuesEach = Number(process.env.VALUES ?? 10_000)

/** What a screen and the office do with answers, right or wrong: a verdict in words, then the summary and the facts. */
function use(step: StepDefinition, raw: Raw): void {
  const checked = validateStep(step, raw, context)
  if (!checked.ok) {
    assert.ok(checked.issues.length > 0)
    for (const { field, message } of checked.issues) {
      assert.ok(field in step.labels || fieldsOf(step).has(field.split('.')[0] ?? ''), `nobody asks for ${field}`)
      assert.match(message, /[а-яё]/i)
    }
    return
  }
  for (const { label, value } of step.summary(checked.answers, context)) {
    assert.equal(typeof label, 'string')
    assert.equal(typeof value, 'string')
    assert.ok(value.length < 2000, `${label} is ${value.length} characters long`)
    assert.ok(!hasForbiddenCharacter(value), JSON.stringify(value))
  }
  JSON.stringify(step.facts(checked.answers))
}

const shown = (value: unknown) => {
  try {
    return JSON.stringify(value)?.slice(0, 200)
  } catch {
    return String(value)
  }
}

describe('whatever is in a field, a step answers and never throws', () => {
  for (const step of steps) {
    test(`step ${step.number}: ${valuesEach} values in each field`, () => {
      const random = seeded(seed + step.number)
      const shapes = rightShapes(step, context)
      assert.ok(shapes.length > 0, 'no right answers are known')
      for (const raw of shapes) assert.ok(validateStep(step, raw, context).ok, shown(raw))
      for (const field of fieldsOf(step).keys()) {
        for (let n = 0; n < valuesEach; n += 1) {
          const base = pick(random, shapes)
          const right = base[field]
          const value = typeof right === 'string' && random() < 0.3 ? slipped(random, right) : anyValue(random)
          try {
            use(step, { ...base, [field]: value })
          } catch (error) {
            throw new Error(`seed ${seed}, ${field} = ${shown(value)}: ${(error as Error).stack}`)
          }
        }
      }
    })
  }

  test('names every object inherits are fields like any other nobody asks for', () => {
    for (const step of steps) {
      for (const raw of rightShapes(step, context)) {
        for (const name of inheritedNames) {
          const odd = JSON.parse(`{${JSON.stringify(name)}:"x"}`) as Raw
          const answered = validateStep(step, Object.assign(Object.create(null), raw, odd) as Raw, context)
          assert.ok(answered.ok, `step ${step.number}, ${name}`)
        }
      }
    }
  })

  test('no answers at all, and answers of another step', () => {
    for (const step of steps) {
      use(step, {})
      for (const other of steps) for (const raw of rightShapes(other, context)) use(step, raw)
    }
  })
})
