import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorText } from '#contract/errors.ts'
import { CallError } from '#ui/callError.ts'
import { staffKeyProblem } from './me/keyWords.ts'
import { countText } from './queue/countText.ts'
import { staffWords } from './staff/words.ts'

const failed = (code: string) =>
  new CallError({ code, status: 409, message: errorText(code), issues: [], details: {}, traceId: undefined })

test('a failed passkey of the staff speaks of the authenticator, never of an SMS', () => {
  for (const error of [failed('passkey_wrong'), new Error('odd'), new DOMException('', 'SecurityError')])
    assert.match(staffKeyProblem(error), /Войдите с кодом из приложения/)
})

test('a conflict about staff does not speak of a request', () => {
  for (const code of ['state_conflict', 'second_person', 'not_found'])
    assert.doesNotMatch(staffWords[code] ?? errorText(code), /[Зз]аявк|рабочий стол/)
})

test('a count that stopped says so', () => {
  assert.deepEqual([0, 999, 1000].map(countText), ['0', '999', '1000+'])
})
