import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { openLimits } from './limits.ts'
import type { Rate } from './rate.ts'
import { openRate } from './rate.ts'

/** The limits over a rate that counts how often the database is asked. */
function counting({ db, clock, sealing }: TestPlatform) {
  const rate = openRate({ db, clock, sealing })
  let asked = 0
  const counted: Rate = {
    ...rate,
    hit: (...given) => {
      asked += 1
      return rate.hit(...given)
    },
  }
  return { limits: openLimits({ rate: counted, clock }), asked: () => asked }
}

onBothDatabases('limits counted in the database', (open) => {
  test('N4 a caller who is over costs no query until the window ends', async () => {
    const platform = await open()
    const { limits, asked } = counting(platform)
    const { limit, window } = limits.figureOf('signInCode', 'hourly')
    const hit = () => limits.hit('signInCode', 'hourly', '+79990000001')
    for (let n = 0; n < limit; n += 1) assert.equal((await hit()).allowed, true)
    const first = await hit()
    assert.deepEqual([first.allowed, first.passed], [false, true])
    const before = asked()
    platform.clock.advance(20_500)
    for (let n = 0; n < 50; n += 1) {
      const { allowed, passed, retryAfter } = await hit()
      assert.deepEqual([allowed, passed, retryAfter], [false, false, Math.ceil((window - 20_500) / 1000)])
    }
    assert.equal(asked(), before)
    assert.equal((await limits.hit('signInCode', 'hourly', '+79990000002')).allowed, true)
    platform.clock.advance(window)
    assert.equal((await hit()).allowed, true)
  })

  test('a figure that a right code sets back is asked anew each time', async () => {
    const { limits } = counting(await open())
    const hit = () => limits.hit('signInCode', 'pause', '+79990000001')
    assert.deepEqual([(await hit()).allowed, (await hit()).allowed], [true, false])
    await limits.forget('signInCode', 'pause', '+79990000001')
    assert.equal((await hit()).allowed, true)
    await assert.rejects(limits.forget('signInCode', 'hourly', '+79990000001'), /set back by time alone/)
  })
})
