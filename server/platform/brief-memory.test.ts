import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openBriefMemory } from './brief-memory.ts'
import { testClock } from './clock.ts'

function memory(most = 10) {
  const clock = testClock()
  const kept = openBriefMemory<string>({ clock, lifeMs: 5000, most })
  let asked = 0
  const read = (key = 'anna') =>
    kept.read(key, async () => {
      asked += 1
      return `${key} ${asked}`
    })
  return { clock, kept, read }
}

describe('brief memory', () => {
  test('answers the same while nothing changed, for its short life', async () => {
    const { clock, read } = memory()
    assert.equal(await read(), 'anna 1')
    assert.equal(await read(), 'anna 1')
    clock.advance(5000)
    assert.equal(await read(), 'anna 2')
  })

  test('asks again what was forgotten, and nothing else', async () => {
    const { kept, read } = memory()
    await read('anna')
    await read('boris')
    kept.forget('anna')
    assert.equal(await read('boris'), 'boris 2')
    assert.equal(await read('anna'), 'anna 3')
    kept.forgetWhere((value) => value.startsWith('boris'))
    assert.equal(await read('anna'), 'anna 3')
    assert.equal(await read('boris'), 'boris 4')
    kept.forgetAll()
    assert.equal(await read('anna'), 'anna 5')
  })

  test('does not keep a reading that a change overtook', async () => {
    const { kept } = memory()
    const overtaken = await kept.read('anna', async () => {
      kept.forget('anna')
      return 'before the change'
    })
    assert.equal(overtaken, 'before the change')
    assert.equal(await kept.read('anna', async () => 'after it'), 'after it')
  })

  test('keeps no more than it may: the oldest goes', async () => {
    const { read } = memory(2)
    await read('anna')
    await read('boris')
    await read('vera')
    assert.equal(await read('vera'), 'vera 3')
    assert.equal(await read('anna'), 'anna 4')
  })
})
