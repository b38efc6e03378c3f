import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cityElsewhere } from './address.ts'

test('B10: a city that is a region by itself is doubted under another region, and nowhere else', () => {
  const doubted = (region: string, city: string) => cityElsewhere({ region, city }).map(({ field }) => field)
  for (const city of ['Москва', 'г Москва', 'г. Москва', 'город москва'])
    assert.deepEqual(doubted('Тверская область', city), ['region'], city)
  assert.deepEqual(doubted('Ленинградская область', 'Санкт-Петербург'), ['region'])
  assert.deepEqual(doubted('г Москва', 'Москва'), [])
  assert.deepEqual(doubted('Москва', 'Зеленоград'), [])
  assert.deepEqual(doubted('Тверская область', 'Тверь'), [])
  assert.deepEqual(cityElsewhere({ region: undefined, city: 'Москва' }), [])
})
