import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { openFileSealing } from './files.ts'
import { openKeys } from './keys.ts'
import { Secret } from './secret.ts'

const key = () => new Secret(randomBytes(32).toString('base64url'))
const sealing = openFileSealing(openKeys(key()))
const from = (sealed: Buffer) => async (start: number, end: number) => sealed.subarray(start, end)

test('any part of a sealed file opens to the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 300_000 }), fc.nat(), fc.nat(), async (size, a, b) => {
      const bytes = randomBytes(size)
      const sealed = await sealing.seal('a', bytes)
      const [start = 0, end = 0] = [a % (size + 1), b % (size + 1)].sort((x, y) => x - y)
      assert.deepEqual(await sealing.open('a', size, start, end, from(sealed)), bytes.subarray(start, end))
    }),
    { numRuns: 40 },
  )
})

test('nothing of the open bytes is in the sealed ones', async () => {
  const sealed = await sealing.seal('a', Buffer.from('\xff\xd8\xff\xe0JFIF a photo'.repeat(5000), 'latin1'))
  assert.equal(sealed.includes('JFIF'), false)
})

test('a changed byte, another id, a shortened file or a foreign key does not open', async () => {
  const bytes = randomBytes(150_000)
  const sealed = await sealing.seal('a', bytes)
  const changed = Buffer.from(sealed)
  changed[70_000] = changed[70_000]! ^ 1
  await assert.rejects(sealing.open('a', bytes.length, 0, bytes.length, from(changed)))
  await assert.rejects(sealing.open('b', bytes.length, 0, bytes.length, from(sealed)))
  await assert.rejects(sealing.open('a', 65_536, 0, 65_536, from(sealed)))
  await assert.rejects(openFileSealing(openKeys(key())).open('a', bytes.length, 0, 10, from(sealed)))
})
