import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import json from '#config/lender.json' with { type: 'json' }
import { deadlinesOf } from './appeals.ts'
import { date } from './dates.ts'
import { ruleTableSchema } from './rules/table.ts'

const rules = z.parse(ruleTableSchema, json.rules)
const calendar = { daysOff: [], workingWeekends: [] }
const on = (kind: Parameters<typeof deadlinesOf>[0], day: string) => deadlinesOf(kind, date(day), rules, calendar)

test('a holiday has the clock of the law from 2024-01-01, and none before', () => {
  assert.throws(() => on('holiday', '2023-12-31'), /no holiday/)
  // Monday, five working days; ten days of silence are a yes
  assert.deepEqual(on('holiday', '2024-01-01'), { answerBy: '2024-01-08', silenceOn: '2024-01-11' })
})

test('a complaint is answered in 15 working days from 2024-07-01, and has no clock before', () => {
  assert.throws(() => on('complaint', '2024-06-30'), /no complaints/)
  assert.deepEqual(on('complaint', '2024-07-01'), { answerBy: '2024-07-22', silenceOn: null })
})

test('requests about personal data and new terms have clocks of their own', () => {
  assert.equal(on('dataCopy', '2026-11-23').answerBy, '2026-12-07')
  assert.equal(on('dataCorrection', '2026-11-23').answerBy, '2026-12-02')
  assert.equal(on('dataDeletion', '2026-11-23').answerBy, '2026-12-23')
  assert.equal(on('restructuring', '2026-11-23').answerBy, '2026-12-09')
})
