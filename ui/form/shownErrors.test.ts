import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterAnswer, afterLeaving, afterSending, afterTyping, nothingShown, seenErrors } from './shownErrors.ts'

const wrong = [{ field: 'surname', message: 'Только русские буквы' }]

test('no error is seen while the first characters are typed', () => {
  const showing = afterTyping(nothingShown, ['surname'])
  assert.equal(seenErrors(showing, wrong, { surname: 'I' }).size, 0)
})

test('leaving a field that was typed in shows its error', () => {
  const showing = afterLeaving(afterTyping(nothingShown, ['surname']), 'surname')
  assert.equal(seenErrors(showing, wrong, { surname: 'I' }).get('surname'), 'Только русские буквы')
})

test('passing through an untouched field shows nothing', () => {
  assert.equal(seenErrors(afterLeaving(nothingShown, 'surname'), wrong, {}).size, 0)
})

test('a seen error goes as soon as the value is right and comes back as soon as it is wrong again', () => {
  const showing = afterLeaving(afterTyping(nothingShown, ['surname']), 'surname')
  assert.equal(seenErrors(showing, [], { surname: 'Иванова' }).size, 0)
  assert.equal(seenErrors(showing, wrong, { surname: 'Иваноva' }).size, 1)
})

test('sending shows every wrong field, the first rule of each', () => {
  const issues = [
    ...wrong,
    { field: 'surname', message: 'Слишком длинно' },
    { field: 'name', message: 'Заполните имя' },
  ]
  const seen = seenErrors(afterSending(nothingShown, issues), issues, {})
  assert.deepEqual([...seen.entries()].sort(), [
    ['name', 'Заполните имя'],
    ['surname', 'Только русские буквы'],
  ])
})

test("the server's words stay until the value they were about changes", () => {
  const showing = afterAnswer(nothingShown, [{ field: 'code', message: 'Код не подошёл' }], { code: '111112' })
  assert.equal(seenErrors(showing, [], { code: '111112' }).get('code'), 'Код не подошёл')
  assert.equal(seenErrors(showing, [], { code: '111111' }).size, 0)
})
