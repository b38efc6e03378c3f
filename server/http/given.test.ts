import assert from 'node:assert/strict'
import { test } from 'node:test'
import type * as z from 'zod/mini'
import { declaredCalls } from '#checks/security/declared.ts'

interface Definition {
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>
  readonly innerType?: z.ZodMiniType
  readonly element?: z.ZodMiniType
}

/** Every text somebody outside may write into a call, by its place. */
function* texts(schema: z.ZodMiniType, place: string): Generator<readonly [string, z.ZodMiniType]> {
  if (schema._zod.def.type === 'string') yield [place, schema]
  const { shape = {}, innerType, element } = schema._zod.def as unknown as Definition
  for (const [name, inner] of Object.entries(shape)) yield* texts(inner, `${place}.${name}`)
  for (const inner of [innerType, element]) if (inner) yield* texts(inner, place)
}

const takes = (schema: z.ZodMiniType, text: string) => schema.safeParse(text).success

const forms = [
  { right: '2026-12-01', unlike: 'word-of-no', none: ['2026-02-30', '2026-13-01', '2026-99-99', '0001-01-01'] },
  {
    right: '2026-12-01T09:00:00Z',
    unlike: 'word-of-noTword-of-no',
    none: [
      '2026-02-30T09:00:00Z',
      '2026-13-45T99:99:00Z',
      '2026-12-01T09:00:00+99:99',
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:59:59-14:00',
    ],
  },
]

test('a day or a moment of a call of the staff or of a machine is one there is', async () => {
  const calls = (await declaredCalls()).filter(({ path }) => /^\/service\/(office|machine)\//.test(path))
  let seen = 0
  for (const { name, body, query, params } of calls)
    for (const given of [body, query, params])
      for (const [place, schema] of given ? texts(given as z.ZodMiniType, name) : [])
        for (const { right, unlike, none } of forms) {
          if (!takes(schema, right) || takes(schema, unlike)) continue
          seen += 1
          for (const wrong of none) assert.equal(takes(schema, wrong), false, `${place} takes ${wrong}`)
        }
  assert.ok(seen > 15, `${seen} found`)
})
