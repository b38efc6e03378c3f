import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { figureText, secondsText } from './figures.ts'

const spaced = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

describe('figures of a report', () => {
  it('write seconds as a person says them', () => {
    const told = [0, 45, 60, 185, 3600, 7800].map(secondsText).map(spaced)
    assert.deepEqual(told, ['0 с', '45 с', '1 мин', '3 мин 05 с', '1 ч', '2 ч 10 мин'])
  })

  it('write each kind in its own way, and a dash for nothing', () => {
    const told = [
      figureText(null, 'count'),
      figureText(12_345, 'count'),
      figureText(33.3, 'percent'),
      figureText(1_000_050, 'money'),
      figureText('Паспорт', 'text'),
    ]
    assert.deepEqual(told.map(spaced), ['—', '12 345', '33,3 %', '10 000,50 ₽', 'Паспорт'])
  })
})
