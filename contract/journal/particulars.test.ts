import assert from 'node:assert/strict'
import { test } from 'node:test'
import { particularsText } from './particulars.ts'

test('the data of an entry reads in Russian; what is not known stays as it is', () => {
  assert.equal(particularsText({}), '')
  assert.equal(
    particularsText(
      { from: { role: 'verifier', disabled: false }, to: { role: 'open', disabled: true } },
      { roles: { verifier: 'Верификатор' } },
    ),
    'было: (роль: Верификатор, вход закрыт: нет), стало: (роль: open, вход закрыт: да)',
  )
  assert.equal(
    particularsText(
      { takenFrom: 's-1', from: 'InReview' },
      {
        others: new Map([
          ['s-1', 'Анна Первая'],
          ['InReview', 'на проверке'],
        ]),
      },
    ),
    'взято у: Анна Первая, было: на проверке',
  )
  assert.equal(particularsText({ grant: 'g1', kind: 'role' }), 'просьба о правах: g1, вид: роль')
  assert.equal(
    particularsText({ reasons: ['glare', 'other'], somethingNew: null }),
    'причины: glare, other, somethingNew: —',
  )
})
