import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { openKeys } from './keys.ts'
import { openPartialSealing } from './partial-files.ts'
import { Secret } from './secret.ts'

const keys = (name: string, ...old: string[]) =>
  openPartialSealing(
    openKeys(
      new Secret(name.repeat(40)),
      old.map((each) => new Secret(each.repeat(40))),
    ),
  )

const through = async (stream: ReturnType<ReturnType<typeof keys>['stream']>, bytes: Buffer) => {
  assert.ok(stream)
  const parts: Buffer[] = []
  stream.end(bytes)
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const passport = Buffer.from('4510 235857 Вымыслова Анна Петровна '.repeat(50))

describe('sealing of partial files', () => {
  test('pieces of any length, sealed where they stand, open together; the file is as long as its bytes', async () => {
    const sealing = keys('a')
    const head = sealing.head()
    const cuts = [0, 1, 15, 16, 17, 700, 1500, passport.length]
    const pieces = await Promise.all(
      cuts.slice(1).map((to, n) => through(sealing.stream('one', head, cuts[n] ?? 0), passport.subarray(cuts[n], to))),
    )
    const sealed = Buffer.concat(pieces)
    assert.equal(sealed.length, passport.length)
    assert.equal(sealed.includes('4510'), false)
    assert.deepEqual(await through(sealing.stream('one', head, 0), sealed), passport)
    assert.notDeepEqual(await through(sealing.stream('another', head, 0), sealed), passport)
  })

  test('begun anew it has another key; opened with a key of the ring only', async () => {
    const sealing = keys('a')
    const [first, second] = [sealing.head(), sealing.head()]
    const sealed = await through(sealing.stream('one', first, 0), passport)
    assert.notDeepEqual(await through(sealing.stream('one', second, 0), passport), sealed)
    assert.deepEqual(await through(keys('b', 'a').stream('one', first, 0), sealed), passport)
    assert.equal(keys('b').stream('one', first, 0), null)
    assert.equal(sealing.stream('one', Buffer.from('ffd8ffe000104a46494600010101006000600000ff', 'hex'), 0), null)
    assert.equal(await text(sealing.stream('one', first, 0)!.end()), '')
  })
})
