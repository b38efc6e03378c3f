import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPreparing } from './preparing.ts'

const times = <T>(n: number, work: () => T) => Array.from({ length: n }, work).at(-1)

test('a question is named from its fifth time on, by one name', () => {
  const nameOf = openPreparing()
  const text = 'select a from t where a = $1'
  assert.equal(
    times(4, () => nameOf(text)),
    undefined,
  )
  const name = nameOf(text)
  assert.ok(name)
  assert.equal(nameOf(text), name)
  assert.notEqual(
    times(5, () => nameOf('select b from t where a = $1')),
    name,
  )
})

test('a question for every column is never named, nor one without values; counting rows is no such question', () => {
  const nameOf = openPreparing()
  const asked = (text: string) => times(9, () => nameOf(text))
  assert.equal(asked('select * from t where a = $1'), undefined)
  assert.equal(asked('select "t".* from t where a = $1'), undefined)
  assert.equal(asked('update t set a = $1 returning *'), undefined)
  assert.equal(asked('begin'), undefined)
  assert.ok(asked('select count(*) from t where a = $1'))
})

test('a question about a list, which has many lengths, does not fill the connections with names', () => {
  const nameOf = openPreparing()
  const names = new Set<string | undefined>()
  for (let length = 1; length <= 400; length += 1)
    names.add(times(6, () => nameOf(`select a from t where a in (${Array.from({ length }, (_, n) => `$${n + 1}`)})`)))
  assert.equal(names.size, 251, 'two hundred and fifty names, and none')
})
