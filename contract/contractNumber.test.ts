import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contractNumber, isContractNumber } from './contractNumber.ts'
import { date } from './dates.ts'

test('M18: a contract’s number tells its day and shows every wrong or swapped digit', () => {
  const number = contractNumber(date('2026-11-23'), 123)
  assert.match(number, /^261123-000123-\d\d$/)
  assert.ok(isContractNumber(number) && isContractNumber(number.replaceAll('-', ' ')))
  const digits = number.replaceAll('-', '')
  for (let at = 0; at < digits.length; at += 1) {
    for (let other = 0; other < 10; other += 1) {
      const wrong = `${digits.slice(0, at)}${other}${digits.slice(at + 1)}`
      assert.equal(isContractNumber(wrong), wrong === digits, wrong)
    }
    const swapped = `${digits.slice(0, at)}${digits[at + 1] ?? ''}${digits[at]}${digits.slice(at + 2)}`
    if (swapped.length === 14) assert.equal(isContractNumber(swapped), swapped === digits, swapped)
  }
  for (const nobody of ['770708389312', '1234567890123', '', '00000000000000']) assert.ok(!isContractNumber(nobody))
})
