import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byEdition } from './byEdition.ts'

const paper = (id: string, kind: string, title: string, day: number) => ({
  id,
  kind,
  title,
  createdAt: `2026-11-${day}T10:00:00Z`,
})

test('B22: after a return the later set stands and the earlier is apart; papers of one kind with other titles are two', () => {
  const documents = [
    paper('a', 'application', 'Заявление', 10),
    paper('b', 'consent', 'Согласие на запрос истории', 10),
    paper('c', 'consent', 'Согласие на обработку', 10),
    paper('d', 'consent', 'Согласие на запрос истории', 12),
    paper('e', 'application', 'Заявление', 12),
    paper('f', 'contract', 'Договор', 13),
  ]
  const { current, earlier } = byEdition(documents)
  assert.deepEqual(current.map(({ id }) => id).join(''), 'cdef')
  assert.deepEqual(earlier.map(({ id }) => id).join(''), 'ab')
})
