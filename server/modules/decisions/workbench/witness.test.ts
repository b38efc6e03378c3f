import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { fits, readCondition } from '#contract/decisionTable/conditions.ts'
import { conditionField, conditionFields } from '#contract/decisionTable/fields.ts'
import { contentOf, type RuleRow, rowsOf, settled } from '#contract/decisionTable/table.ts'
import { openEvaluator, rulesOf } from '../rules.ts'
import { witness } from './witness.ts'

const wanted = Number(process.env.WITNESS ?? 4000)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const perTable = 400

const file = readFileSync(new URL('../../../../config/decision-rules/loan-2026-01-01.json', import.meta.url), 'utf8')
const words = ['payday', 'instalments', 'other']

const numbers = (min: number, max: number, fraction?: true) => {
  const few = fc.integer({ min, max: Math.min(max, min + 120) })
  const whole = fc.oneof(few, few, fc.integer({ min, max: Math.min(max, 1000) }))
  return fraction
    ? fc.oneof(
        whole,
        fc.integer({ min: min * 100, max: min * 100 + 15_000 }).map((one) => one / 100),
      )
    : whole
}

const valueFor = (path: string): fc.Arbitrary<unknown> => {
  const field = conditionField(path)
  if (field?.kind === 'number') return numbers(field.min, field.max, field.fraction)
  return field?.kind === 'yes' ? fc.boolean() : fc.constantFrom(...words)
}

const cellOf = (path: string): fc.Arbitrary<string> => {
  const field = conditionField(path)
  if (field?.kind === 'yes') return fc.constantFrom('true', 'false')
  if (field?.kind === 'words') return fc.constantFrom('"payday"', '"payday", "other"', '"nothing"')
  if (field?.kind !== 'number') return fc.constant('')
  const one = numbers(field.min, field.max, field.fraction)
  const pair = fc.tuple(one, one).map(([a, b]) => (a < b ? [a, b] : [b, a + 1]))
  return fc.oneof(
    fc.tuple(fc.constantFrom('<', '<=', '>', '>='), one).map(([sign, bound]) => `${sign} ${bound}`),
    one.map(String),
    fc
      .tuple(fc.constantFrom('[', '('), pair, fc.constantFrom(']', ')'))
      .map(([a, [low, high], b]) => `${a}${low}..${high}${b}`),
  )
}

const context = fc.record(Object.fromEntries(conditionFields.map(({ path }) => [path, valueFor(path)])))

function told(values: Readonly<Record<string, unknown>>): object {
  const root: Record<string, Record<string, unknown>> = {}
  for (const [path, value] of Object.entries(values)) {
    const [first = '', second] = path.split('.')
    if (second === undefined) root[first] = value as Record<string, unknown>
    else root[first] = { ...root[first], [second]: value }
  }
  return root
}

const row = (code: string): fc.Arbitrary<RuleRow> =>
  fc
    .tuple(
      fc.subarray(
        conditionFields.map(({ path }) => path as string),
        { maxLength: 4 },
      ),
      fc.constantFrom<RuleRow['outcome']>('offer', 'reject', 'refer'),
      fc.integer({ min: 1, max: 100 }),
    )
    .chain(([paths, outcome, share]) =>
      fc.record(Object.fromEntries(paths.map((path) => [path, cellOf(path)]))).map((when) => ({
        code,
        text: `Проба ${code}`,
        when,
        outcome,
        ...(outcome === 'offer' && { share }),
        ...(outcome === 'reject' && { reason: 'credit' as const }),
      })),
    )

const table = fc
  .integer({ min: 1, max: 12 })
  .chain((length) => fc.tuple(...Array.from({ length }, (_, at) => row(`row${at}`))))
  .map((rows) => [...rows, { code: 'otherwise', text: 'Иначе', when: {}, outcome: 'refer' as const }])

/** By what checks drafts: the third opinion. */
const checked = (rows: readonly RuleRow[], values: Readonly<Record<string, unknown>>) =>
  rows.find(({ when }) =>
    Object.entries(when).every(([path, cell]) => {
      const read = readCondition(conditionField(path)!, cell)
      return typeof read !== 'string' && fits(read, values[path])
    }),
  )?.code

test(`the engine, an independent one and the check of drafts agree on ${wanted} generated inputs`, async (report) => {
  const count = Math.max(1, Math.round(wanted / perTable))
  const tables = [file, ...fc.sample(table, { numRuns: count - 1 || 1, seed }).map((rows) => contentOf(settled(rows)))]
  let inputs = 0
  const outcomes = new Map<string, number>()
  for (const [at, content] of tables.slice(0, count).entries()) {
    const rows = rowsOf(content) ?? []
    const { evaluate, close } = openEvaluator()
    try {
      for (const values of fc.sample(context, { numRuns: perTable, seed: seed + at })) {
        const asked = told(values)
        const { answer } = await evaluate(rulesOf('loan-2026-01-01', content), asked)
        const second = witness(content, asked)
        const where = `seed ${seed}, table ${at}: ${JSON.stringify(values)}`
        assert.deepEqual(
          [answer.row, answer.outcome, answer.reasonClass ?? null, answer.share ?? null, answer.dailyRate ?? null],
          [second?.row, second?.outcome, second?.reasonClass ?? null, second?.share ?? null, second?.dailyRate ?? null],
          where,
        )
        assert.equal(checked(rows, values), answer.row, where)
        outcomes.set(answer.outcome, (outcomes.get(answer.outcome) ?? 0) + 1)
        inputs += 1
      }
    } finally {
      close()
    }
  }
  assert.ok(inputs >= wanted * 0.9)
  for (const outcome of ['offer', 'reject', 'refer']) assert.ok(outcomes.get(outcome), `seed ${seed}: no ${outcome}`)
  report.diagnostic(`seed ${seed}: ${inputs} inputs on ${count} tables, all three agree`)
})

test('the witness would notice: one bound moved, one row moved, one answer changed', () => {
  const inputs = told({ ...Object.fromEntries(conditionFields.map(({ path }) => [path, 0])), 'person.age': 76 })
  assert.equal(witness(file, inputs)?.row, 'tooOld')
  assert.notEqual(witness(file.replace('> 75', '> 76'), inputs)?.row, 'tooOld')
  const rows = rowsOf(file) ?? []
  assert.notEqual(witness(contentOf([...rows.slice(-1), ...rows.slice(0, -1)]), inputs)?.row, 'tooOld')
})
