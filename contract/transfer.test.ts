import assert from 'node:assert/strict'
import { test } from 'node:test'
import json from '#config/lender.json' with { type: 'json' }
import { contractNumber } from './contractNumber.ts'
import { date } from './dates.ts'
import { validateLender } from './lender.ts'
import { requisitesInWords, transferPurpose, transferRequisites } from './transfer.ts'

type Json = typeof json

function read(change: (lender: Json) => unknown = () => {}) {
  const copy = structuredClone(json)
  change(copy)
  return validateLender(copy)
}

const problem = (change: (lender: Json) => unknown) => {
  const verdict = read(change)
  return verdict.ok ? null : verdict.problems[0]
}

test('the purpose of a transfer names the contract as the statement looks for it', () => {
  const number = contractNumber(date('2026-11-23'), 123)
  assert.equal(
    transferPurpose({ number, day: date('2026-11-23') }),
    `Погашение займа по договору ${number} от 23.11.2026, НДС не облагается`,
  )
})

test('M12: the requisites are the lender’s own; without an account there are none', () => {
  const verdict = read()
  assert.ok(verdict.ok)
  const { lender } = verdict
  assert.deepEqual(
    transferRequisites(lender).map(({ value }) => value),
    [
      'ООО МКК «Пример Заявки»',
      '7700000000',
      '40702810900000000001',
      'Банк «Вымышленный», г. Вымышленск',
      '044525000',
      '30101810000000000000',
    ],
  )
  assert.match(requisitesInWords(lender), /Счёт: 40702810900000000001; Банк: /)
  assert.deepEqual(transferRequisites({ ...lender, accounts: [] }), [])
})

test('a wrong digit of an account is named before anybody pays there', () => {
  assert.deepEqual(
    problem((lender) => Object.assign(lender.accounts[0]!, { account: '40702810900000000002' })),
    {
      field: 'accounts.0.account',
      message: 'does not fit the bik: a digit is wrong',
    },
  )
  assert.equal(problem((lender) => Object.assign(lender.accounts[0]!, { bik: '144525000' }))?.field, 'accounts.0.bik')
  assert.equal(
    problem((lender) => Object.assign(lender.accounts[0]!, { correspondent: '30101810000000000001' }))?.field,
    'accounts.0.correspondent',
  )
})
