import assert from 'node:assert/strict'
import { test } from 'node:test'
import { found, questions } from './questions.ts'

const titles = (typed: string) => found(questions, typed).map(({ question }) => question)

test('nothing typed: every question', () => {
  assert.equal(titles('').length, questions.length)
})

test('a word is found whatever its ending, case and ё', () => {
  assert.ok(titles('ВИДЕОЗАПИСЬ').length === 0)
  assert.ok(titles('заёма').includes('Как вернуть заём раньше?'))
  assert.ok(titles('согласия отозвать').includes('Как отозвать согласие?'))
})

test('all words count', () => {
  assert.deepEqual(titles('согласие телескоп'), [])
})
