import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReviewItem } from '#contract/calls/office/review.ts'
import { lacks, nextUnmarked, notApprovable, notReturnable, whole } from './marks.ts'

const item = (step: number, parts: Partial<ReviewItem> = {}): ReviewItem => ({
  step,
  title: `Шаг ${step}`,
  rows: [],
  files: [],
  warnings: [],
  open: true,
  opened: true,
  ...parts,
})
const ok = { verdict: { verdict: 'ok' } } as const
const fix = { verdict: { verdict: 'fix', reason: 'glare' } } as const

test('approval waits for every open item: looked at and right', () => {
  assert.equal(notApprovable({ items: [item(9, ok), item(10, ok)] }), '')
  assert.match(notApprovable({ items: [item(9, ok), item(10)] }), /Осталось проверить: 1/)
  assert.match(notApprovable({ items: [item(9, { ...ok, opened: false })] }), /Осталось проверить: 1/)
  assert.match(notApprovable({ items: [item(9, ok), item(10, fix)] }), /верните/)
})

test('an item accepted in an earlier round is not asked for again', () => {
  assert.equal(notApprovable({ items: [item(9, { ...ok, open: false, opened: false }), item(10, ok)] }), '')
})

test('a return needs something to correct', () => {
  assert.notEqual(notReturnable({ items: [item(9, ok)] }), '')
  assert.equal(notReturnable({ items: [item(9, ok), item(10, fix)] }), '')
})

test('after the last item the first without a verdict comes', () => {
  const items = [item(9), item(10, ok), item(25)]
  assert.equal(nextUnmarked(items, 25)?.step, 9)
  assert.equal(nextUnmarked(items, 9)?.step, 25)
  assert.equal(nextUnmarked([item(9), item(10, ok)], 9), null)
})

test('«другое» needs words for the client, a doubt needs words for the staff', () => {
  assert.notEqual(lacks({ verdict: 'fix', reason: 'other', comment: '  ' }), '')
  assert.equal(lacks({ verdict: 'fix', reason: 'other', comment: 'Снимите ещё раз' }), '')
  assert.notEqual(lacks({ verdict: 'fraud' }), '')
  assert.equal(lacks({ verdict: 'fraud', internal: 'Буквы разной высоты' }), '')
})

test('words for the client do not go with «верно»', () => {
  const draft = { verdict: 'ok', reason: 'glare', comment: 'Блик', internal: 'Перепроверено' } as const
  assert.deepEqual(whole(draft), { verdict: 'ok', internal: 'Перепроверено' })
})
