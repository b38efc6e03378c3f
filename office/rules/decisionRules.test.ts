import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cellText, foldConditions } from './decisionRules.ts'

test('only the conditions that count are shown', () => {
  const columns = ['Правило', 'Возраст', 'ПДН, %', 'Есть кредитная история', 'Исход', 'Код']
  const rows = [
    ['Молод', '< 18', '', '', '"reject"', '"young"'],
    ['Долги', '', '> 50', 'true', '"offer"', '"debts"'],
    ['Остальные', '', '', '', '"offer"', 'null'],
  ]
  assert.deepEqual(foldConditions({ columns, rows }), {
    columns: ['Правило', 'Когда', 'Исход', 'Код'],
    rows: [
      ['Молод', 'Возраст: < 18', 'отказ', 'young'],
      ['Долги', 'ПДН, %: > 50; Есть кредитная история: да', 'предложение', 'debts'],
      ['Остальные', 'во всех остальных случаях', 'предложение', '—'],
    ],
  })
})

test('a table without outcomes is shown as it is', () => {
  const table = { columns: ['Правило', 'Значение'], rows: [['Одно', '2']] }
  assert.deepEqual(foldConditions(table), table)
})

test('ranges are written with a dash', () => {
  assert.equal(cellText('[450..580]'), '450–580')
})
