import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { workingMs } from './working-time.ts'

const hours = { opens: 9, closes: 20 }
const zone = 'Europe/Moscow'
const minutes = (from: string, to: string) => workingMs(new Date(from), new Date(to), hours, zone) / 60_000

describe('Working time', () => {
  it('counts only while the office is open', () => {
    assert.equal(minutes('2026-03-02T09:00:00Z', '2026-03-02T10:15:00Z'), 75)
    assert.equal(minutes('2026-03-02T17:30:00Z', '2026-03-03T05:30:00Z'), 0)
    assert.equal(minutes('2026-03-02T16:30:00Z', '2026-03-03T06:10:00Z'), 40)
    assert.equal(minutes('2026-03-02T00:00:00Z', '2026-03-04T00:00:00Z'), 2 * 11 * 60)
  })

  it('adds up over any moment between, and never runs faster than the clock', () => {
    const moment = fc.integer({ min: 0, max: 20 * 86_400_000 }).map((ms) => Date.UTC(2026, 2, 1) + ms)
    fc.assert(
      fc.property(fc.tuple(moment, moment, moment), (times) => {
        const [a, b, c] = times.sort((x, y) => x - y) as [number, number, number]
        const between = (x: number, y: number) => workingMs(new Date(x), new Date(y), hours, zone)
        assert.equal(between(a, b) + between(b, c), between(a, c))
        assert.ok(between(a, c) <= c - a && between(a, c) >= 0)
      }),
    )
  })
})
