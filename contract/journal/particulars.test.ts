import assert from 'node:assert/strict'
import { test } from 'node:test'
import { particularsText } from './particulars.ts'

test('the data of an entry reads in Russian; what is not known stays as it is', () => {
  assert.equal(particularsText({}), '')
  assert.equal(
    particularsText(
      { from: { role: 'verifier', disabled: false }, to: { role: 'open', disabled: true } },
      { verifier: 'Верификатор' },
    ),
    'было: (роль: Верификатор, вход закрыт: нет), стало: (роль: open, вход закрыт: да)',
  )
  assert.equal(particularsText({ grant: 'g1', kind: 'role' }), 'просьба о правах: g1, вид: роль')
  assert.equal(
    particularsText({ reasons: ['glare', 'other'], somethingNew: null }),
    'причины: glare, other, somethingNew: —',
  )
})
