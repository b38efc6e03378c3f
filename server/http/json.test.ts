import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { seeded } from '#checks/drills/random.ts'
import { pick } from '#checks/steps/values.ts'
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

  test('what is let through is within the bounds as JSON.parse reads it, of a thousand odd texts', () => {
    const random = seeded(19)
    const names = [
      'a',
      '__proto__',
      '\\u005f_proto__',
      '__pr\\u006fto__',
      'constructor',
      'c\\u006Fnstructor',
      'a\\"',
      '\\\\',
      ':',
      '{',
      '"',
    ]
    const pieces = [
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      '"',
      '\\',
      '\\u',
      ' ',
      '\n',
      '\ufeff',
      '1',
      '"x"',
      '1e999',
      '-',
      'null',
    ]
    const name = () => `"${pick(random, names)}"`
    const made = (depth: number): string => {
      if (depth > 22 || random() < 0.3) return pick(random, ['1', '"x"', '"\\""', 'null', '"{"', name()])
      const parts = Array.from({ length: Math.floor(random() * 3) }, () => made(depth + 1))
      return random() < 0.4
        ? `[${parts}]`
        : `{${parts.map((part) => `${name()}${pick(random, [':', ' :', '\n:'])}${part}`)}}`
    }
    let taken = 0
    for (let n = 0; n < 1000; n += 1) {
      let text = '['.repeat(Math.floor(random() * 22)) + made(0)
      text += ']'.repeat(/^\[*/.exec(text)?.[0].length ?? 0)
      const at = Math.floor(random() * text.length)
      if (random() < 0.4) text = text.slice(0, at) + pick(random, pieces) + text.slice(at + (random() < 0.5 ? 1 : 0))
      try {
        parseJsonBody(text)
      } catch (error) {
        assert.equal((error as { code?: string }).code, 'bad_request', text)
        continue
      }
      taken += 1
      within(JSON.parse(text), 0, text)
    }
    assert.ok(taken > 100, `${taken} were let through`)
  })
})

/** Fails for a value that has what the body's reader refuses. */
function within(value: unknown, depth: number, text: string): void {
  assert.ok(depth <= 20, text)
  if (typeof value !== 'object' || value === null) return
  for (const key of Object.keys(value)) assert.doesNotMatch(key, /^(__proto__|constructor|prototype)$/, text)
  for (const part of Object.values(value)) within(part, depth + 1, text)
}
