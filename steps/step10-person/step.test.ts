import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FlowContext, validateStep } from '#contract/step.ts'
import { step } from './step.ts'

test('B9: a missing name, an age too young and a missing number are told at once', () => {
  const raw = { surname: 'Вымыслова', name: '', patronymic: 'Петровна', birthDate: '10.05.2015', sex: 'female' }
  const checked = validateStep(step, raw, { today: '2026-11-22', facts: {} } as FlowContext)
  assert.deepEqual(!checked.ok && checked.issues.map(({ field }) => field), ['name', 'birthDate', 'inn'])
})
