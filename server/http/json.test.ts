import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Failure } from '#server/platform/failure.ts'
import { parseJsonBody } from './json.ts'

const refused = (text: string) =>
  assert.throws(
    () => parseJsonBody(text),
    (e) => e instanceof Failure && e.code === 'bad_request',
  )

describe('bodies', () => {
  test('plain JSON comes through as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value)
        if (/"(__proto__|constructor|prototype)":/.test(text)) return
        assert.deepEqual(parseJsonBody(text), JSON.parse(text))
      }),
    )
  })

  test('broken text, NaN and numbers beyond range are refused', () => {
    for (const text of ['', '{', '{"a":NaN}', '{"a":1e999}', "{'a':1}", '{"a":1,}', 'undefined']) refused(text)
  })

  test('duplicate keys are refused, also when spelt differently', () => {
    refused('{"a":1,"a":2}')
    refused('{"a":1,"\\u0061":2}')
    assert.deepEqual(parseJsonBody('{"a":{"a":1},"b":["a","a"]}'), { a: { a: 1 }, b: ['a', 'a'] })
  })

  test('keys that reach for prototypes are refused at any depth', () => {
    refused('{"__proto__":{"polluted":1}}')
    refused('{"a":[{"\\u005f_proto__":{}}]}')
    refused('{"constructor":{"prototype":{}}}')
    assert.equal(({} as { polluted?: unknown }).polluted, undefined)
  })

  test('too deep, too many keys, too long a list', () => {
    refused('['.repeat(21) + ']'.repeat(21))
    refused(JSON.stringify(Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`k${i}`, 1]))))
    refused(JSON.stringify(Array.from({ length: 501 }, () => 0)))
    assert.ok(parseJsonBody('['.repeat(20) + ']'.repeat(20)))
  })

  test('100 kB of brackets, quotes or backslashes are answered at once', () => {
    for (const piece of ['[', '"', '\\', '{"a":', '"\\"']) {
      const started = performance.now()
      assert.throws(() => parseJsonBody(piece.repeat(100_000 / piece.length)))
      assert.ok(performance.now() - started < 500)
    }
  })
})
