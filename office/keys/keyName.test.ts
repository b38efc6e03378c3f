import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyName } from './keyName.ts'

const name = (code: string, shiftKey = false) => keyName({ code, shiftKey })

test('letters and digits are named by what is printed on a Latin keyboard', () => {
  assert.equal(name('KeyN'), 'n')
  assert.equal(name('Digit1'), '1')
  assert.equal(name('Numpad1'), '1')
})

test('other keys keep their names', () => {
  assert.equal(name('ArrowDown'), 'arrowDown')
  assert.equal(name('NumpadEnter'), 'numpadEnter')
  assert.equal(name('Slash', true), 'shift+slash')
})
