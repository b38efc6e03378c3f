import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as z from 'zod/mini'
import { currentStep, neededSteps, nextStep, openSteps } from './flow.ts'
import { defineStep, type FlowContext, relevant, type StepDefinition, validateStep } from './step.ts'

const context: FlowContext = {
  type: 'loan',
  today: '2026-11-21',
  lender: {} as FlowContext['lender'],
  firstLoan: true,
  facts: {},
}

const work = defineStep({
  number: 24,
  title: 'Работа',
  mode: 'verification',
  answers: z.object({
    kind: z.enum(['employed', 'retired'], 'Выберите занятость'),
    employer: z.optional(z.string().check(z.minLength(2, 'Слишком коротко'))),
  }),
  labels: { kind: 'Занятость', employer: 'Работодатель' },
  shown: { employer: (raw) => raw.kind === 'employed' },
  check: (answers) => (answers.employer === 'ООО' ? [{ field: 'employer', message: 'Укажите название' }] : []),
})

describe('raw, accepted and relevant answers', () => {
  test('a hidden field is kept in the raw answers and left out of the relevant ones', () => {
    const raw = { kind: 'retired', employer: 'Завод' }
    assert.deepEqual(relevant(work as unknown as StepDefinition, raw), { kind: 'retired' })
    const checked = validateStep(work, raw, context)
    assert.deepEqual(checked.ok && checked.answers, { kind: 'retired' })
  })

  test('a shown field is required, with its label in the message', () => {
    const checked = validateStep(work, { kind: 'employed' }, context)
    assert.deepEqual(!checked.ok && checked.issues, [{ field: 'employer', message: 'Заполните поле «Работодатель»' }])
  })

  test('each wrong field is named once, with what to do', () => {
    const checked = validateStep(work, { kind: 'employed', employer: 'x' }, context)
    assert.deepEqual(!checked.ok && checked.issues, [{ field: 'employer', message: 'Слишком коротко' }])
    const nothing = validateStep(work, {}, context)
    assert.deepEqual(!nothing.ok && nothing.issues.map((i) => i.field), ['kind'])
  })

  test('rules across fields come after the schema', () => {
    const checked = validateStep(work, { kind: 'employed', employer: 'ООО' }, context)
    assert.deepEqual(!checked.ok && checked.issues, [{ field: 'employer', message: 'Укажите название' }])
  })

  test('what a rule finds in right fields is told together with the fields wrong by themselves', () => {
    const both = defineStep({
      number: 25,
      title: 'Срок',
      mode: 'verification',
      answers: z.object({ name: z.string().check(z.minLength(2, 'Укажите имя')), from: z.number(), to: z.number() }),
      labels: { name: 'Имя', from: 'С', to: 'По' },
      check: [
        ({ from, to }) => (from > to ? [{ field: 'to', message: 'Раньше начала' }] : []),
        ({ name, to }) => (name && to > 9 ? [{ field: 'to', message: 'Слишком поздно' }] : []),
      ],
    })
    const messages = (raw: Record<string, unknown>) => {
      const checked = validateStep(both, raw, context)
      return checked.ok ? [] : checked.issues.map(({ message }) => message)
    }
    assert.deepEqual(messages({ name: '', from: 3, to: 1 }), ['Укажите имя', 'Раньше начала'])
    assert.deepEqual(messages({ name: '', from: 3, to: 20 }), ['Укажите имя'], 'a rule that reads a wrong field waits')
    assert.deepEqual(messages({ name: 'Анна', from: 30, to: 20 }), ['Раньше начала'], 'one a field')
    assert.deepEqual(messages({ name: 'Анна', from: 3, to: 5 }), [])
  })

  test('a step that asks nothing is always valid', () => {
    const check = defineStep({ number: 36, title: 'Проверка', mode: 'verification' })
    assert.equal(validateStep(check, {}, context).ok, true)
  })
})

describe('which steps are needed and open', () => {
  const step = (number: number, when = true) =>
    defineStep({ number, title: `${number}`, mode: 'verification', when: () => when }) as unknown as StepDefinition
  const accepted = (...numbers: number[]) => numbers.map((number) => ({ number, accepted: true, returned: false }))

  test('a step this request does not need is not in the list', () => {
    assert.deepEqual(
      neededSteps([step(34), step(24, false), step(9)], context).map((s) => s.number),
      [34, 9],
    )
  })

  test('New: what is filled and the first that is not; signing only when all is there', () => {
    assert.deepEqual(openSteps('New', [34, 10, 9], accepted(34)), [5, 34, 10])
    assert.deepEqual(openSteps('New', [34, 10, 9], accepted(34, 10, 9)), [5, 34, 10, 9, 36, 37])
    assert.equal(currentStep('New', [34, 10, 9], accepted(34)), 10)
  })

  test('the photo of the passport may be taken before its turn, once there is a request; then the first open step is next', () => {
    assert.deepEqual(openSteps('New', [34, 10, 28], []), [5, 34])
    assert.deepEqual(openSteps('New', [34, 10, 28], accepted(34)), [5, 34, 10, 28])
    assert.equal(nextStep(28, [34, 10, 28, 29], accepted(34, 28)), 10)
    assert.equal(nextStep(28, [34, 10, 28, 29], accepted(34, 10, 28)), 29)
  })

  test('New: all filled', () => {
    assert.equal(currentStep('New', [34, 10, 9], accepted(34, 10, 9)), 36)
  })

  test('RollbackVerification: only the returned steps and 5, 36, 37', () => {
    const known = [
      { number: 34, accepted: true, returned: false },
      { number: 10, accepted: false, returned: true },
      { number: 9, accepted: true, returned: true },
    ]
    assert.deepEqual(openSteps('RollbackVerification', [34, 10, 9], known), [5, 10, 9])
    const again = known.map((s) => ({ ...s, accepted: true }))
    assert.deepEqual(openSteps('RollbackVerification', [34, 10, 9], again), [5, 10, 9, 36, 37])
  })

  test('Approved 38, 39, 32; Cooldown 38, 32; Payout 32; nothing while others act', () => {
    assert.deepEqual(openSteps('Approved', [34], []), [38, 39, 32])
    assert.deepEqual(openSteps('Cooldown', [34], []), [38, 32])
    assert.deepEqual(openSteps('Payout', [34], []), [32])
    for (const state of ['Queued', 'InReview', 'Hyb_Verification_Approved', 'Processed', 'Rejected'] as const) {
      assert.deepEqual(openSteps(state, [34], []), [])
      assert.equal(currentStep(state, [34], []), null)
    }
  })

  test('next: the first unfinished after this one, else before it, else the check page', () => {
    assert.equal(nextStep(34, [34, 10, 9], accepted(34)), 10)
    assert.equal(nextStep(9, [34, 10, 9], accepted(34, 9)), 10)
    assert.equal(nextStep(10, [34, 10, 9], accepted(34, 10, 9)), 36)
  })
})
