import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskitoTransform } from '@maskito/core'
import { phoneMask } from './masks.ts'

test('a phone that arrives whole is read, whatever it begins with', () => {
  for (const whole of ['9001002030', '89001002030', '79001002030', '+79001002030', '+7 (900) 100-20-30'])
    assert.equal(maskitoTransform(whole, phoneMask), '+7 (900) 100-20-30', whole)
})

test('the same typed letter by letter: "+7", "8", "7" or nothing in front', () => {
  for (const typed of [
    '9001002030',
    '89001002030',
    '79001002030',
    '+79001002030',
    '+7 (900) 100-20-30',
    '+9001002030',
  ]) {
    let value = ''
    for (const data of typed) {
      let state = { elementState: { value, selection: [value.length, value.length] as [number, number] }, data }
      for (const read of phoneMask.preprocessors ?? [])
        state = read(state as Parameters<typeof read>[0], 'insert') as typeof state
      value = maskitoTransform(state.elementState.value + state.data, { ...phoneMask, preprocessors: [] })
    }
    assert.equal(value, '+7 (900) 100-20-30', typed)
  }
})
