import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type MaskitoOptions, maskitoTransform } from '@maskito/core'
import { dateMask, phoneMask } from './masks.ts'

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

/** As the browser does: each letter goes by the readers into the mask, at the end of what is there */
function typed(text: string, mask: MaskitoOptions): string {
  let value = ''
  for (const letter of text) {
    const selection = [value.length, value.length] as [number, number]
    let state = { elementState: { value, selection }, data: letter }
    for (const read of mask.preprocessors ?? []) {
      state = read(state as Parameters<typeof read>[0], 'insert') as typeof state
    }
    const expression = typeof mask.mask === 'function' ? mask.mask : () => mask.mask as RegExp
    value = maskitoTransform(state.elementState.value + state.data, { ...mask, mask: expression as never })
  }
  return value
}

const asWritten = [
  '10.05.1990',
  '10.5.1990',
  '10/5/1990',
  '10-05-1990',
  '10 5 1990',
  '10051990',
  '1990-05-10',
  '10 мая 1990',
]

test('B11: a date typed letter by letter, pasted or filled in whole is the one that is meant', () => {
  for (const text of asWritten) {
    assert.equal(typed(text, dateMask), '10.05.1990', `${text}, typed`)
    assert.equal(maskitoTransform(text, dateMask), '10.05.1990', `${text}, whole`)
  }
  assert.equal(typed('1.5.1990', dateMask), '01.05.1990')
  assert.equal(typed('31.12.19', dateMask), '31.12.19', 'a beginning stays as it is')
})
