import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import { openLine } from './line.ts'

describe('a room and the line before it', () => {
  let at = 0
  const open = () =>
    openLine({
      room: 2,
      length: { burst: 3, standing: 1 },
      reserved: 1,
      patience: { burst: 1000, standing: 20, after: 500 },
      now: () => at,
    })

  beforeEach(() => {
    at = 0
    mock.timers.enable({ apis: ['setTimeout'] })
  })
  afterEach(() => mock.timers.reset())
  const pass = (ms: number) => {
    at += ms
    mock.timers.tick(ms)
  }

  test('a burst gets in, in its order; beyond the line one is turned away at once', async () => {
    const line = open()
    const found: number[] = []
    const six = Array.from({ length: 6 }, (_, n) =>
      Promise.resolve(line.enter()).then((inside) => inside && found.push(n)),
    )
    assert.equal(await six[5], false)
    await six[1]
    assert.deepEqual([line.inside(), line.waiting(), found], [2, 3, [0, 1]])
    pass(900)
    for (let n = 2; n < 5; n += 1) {
      line.leave()
      await six[n]
    }
    assert.deepEqual([line.inside(), line.waiting(), found], [2, 0, [0, 1, 2, 3, 4]])
  })

  test('in a line that does not end one waits shortly; once there was room again, long', async () => {
    const line = open()
    await Promise.all([line.enter(), line.enter()])
    pass(501)
    const short = line.enter()
    assert.equal(line.full(), true)
    assert.equal(line.full(true), false)
    assert.equal(await line.enter(), false)
    pass(20)
    assert.equal(await short, false)
    line.leave()
    assert.equal(await line.enter(), true)
    const shortAgain = line.enter()
    pass(20)
    assert.equal(await shortAgain, false)
    pass(501)
    line.leave()
    assert.equal(await line.enter(), true)
    const long = line.enter()
    pass(999)
    line.leave()
    assert.equal(await long, true)
    const longest = line.enter()
    pass(1000)
    assert.equal(await longest, false)
  })

  test('what is important has a place and a place in line of its own, and goes first', async () => {
    const line = open()
    await Promise.all([line.enter(), line.enter()])
    const usual = [line.enter(), line.enter(), line.enter()]
    assert.equal(await line.enter(true), true)
    assert.equal(await line.enter(), false)
    const important = line.enter(true)
    line.leave()
    assert.equal(await important, true)
    assert.equal(line.waiting(), 3)
    line.leave()
    line.leave()
    assert.equal(await usual[0], true)
    assert.equal(line.inside(), 2)
  })
})
