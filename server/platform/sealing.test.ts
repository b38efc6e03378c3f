import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openKeys } from './keys.ts'
import { openSealing } from './sealing.ts'
import { Secret } from './secret.ts'

const first = new Secret('Zt7vQ2mXk9LrB4nWc8YpH3sJd6FgA1uE')
const second = new Secret('b5XwK1zTq8Vn3RyCf7MsG2hPj9LdE4uA')
const sealing = openSealing(openKeys(first))
const place = { table: 'answers', id: '1', column: 'passport' }

test('what is sealed opens in its place, and never looks the same twice', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const plain: unknown = JSON.parse(JSON.stringify(value))
      const sealed = sealing.seal(plain, place)
      assert.deepEqual(sealing.unseal(sealed, place), plain)
      assert.notDeepEqual(sealed, sealing.seal(plain, place))
    }),
  )
})

test('moved to another row, column or table it does not open', () => {
  const sealed = sealing.seal({ number: 'invented' }, place)
  for (const other of [
    { ...place, id: '2' },
    { ...place, column: 'phone' },
    { ...place, table: 'clients' },
  ]) {
    assert.throws(() => sealing.unseal(sealed, other), { code: 'seal_broken' })
  }
})

test('a flipped bit anywhere is noticed', () => {
  const sealed = sealing.seal({ number: 'invented' }, place)
  for (let at = 0; at < sealed.length; at += 1) {
    const flipped = Buffer.from(sealed)
    flipped[at] = sealed[at]! ^ 1
    assert.throws(() => sealing.unseal(flipped, place), { name: 'UnsealError' }, `byte ${at}`)
  }
  assert.throws(() => sealing.unseal(sealed.subarray(0, 20), place), { code: 'seal_broken' })
})

test('old data opens while the old key is listed; without it there is one clean error', () => {
  const sealed = sealing.seal('invented', place)
  const rotated = openSealing(openKeys(second, [first]))
  assert.equal(rotated.unseal(sealed, place), 'invented')
  assert.deepEqual([rotated.isCurrent(sealed), rotated.isCurrent(rotated.seal(1, place))], [false, true])
  assert.deepEqual(rotated.indexes('phone', '1')[1], sealing.index('phone', '1'))
  assert.throws(() => openSealing(openKeys(second)).unseal(sealed, place), { code: 'seal_key_missing' })
  assert.throws(() => openKeys(first, [first]), { name: 'StartRefused' })
})

test('a blind index is equal for equal values of one purpose only', () => {
  assert.deepEqual(sealing.index('phone', '1'), sealing.index('phone', '1'))
  assert.notDeepEqual(sealing.index('phone', '1'), sealing.index('phone', '2'))
  assert.notDeepEqual(sealing.index('phone', '1'), sealing.index('email', '1'))
})
