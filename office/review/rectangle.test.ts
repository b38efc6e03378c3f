import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { between, firstRectangle, nudged, type Turns, unturned } from './rectangle.ts'

const share = fc.double({ min: -0.5, max: 1.5, noNaN: true })
const arrow = fc.constantFrom('ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown')

const within = ({ x, y, width, height }: typeof firstRectangle) =>
  x >= 0 && y >= 0 && width >= 0 && height >= 0 && x + width <= 1 + 1e-9 && y + height <= 1 + 1e-9

test('a rectangle stays inside the picture however it is drawn', () => {
  fc.assert(fc.property(share, share, share, share, (x, y, z, w) => within(between({ x, y }, { x: z, y: w }))))
})

test('arrow keys never push it out', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(arrow, fc.boolean()), { maxLength: 200 }), (keys) =>
      within(keys.reduce((rectangle, [key, resize]) => nudged(rectangle, key, resize), firstRectangle)),
    ),
  )
})

test('the corner that was at the top left is found on the turned picture', () => {
  const shownAt = [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0, y: 1 },
  ]
  shownAt.forEach((point, turns) => {
    const { x, y } = unturned(point, turns as Turns)
    assert.deepEqual([x, y], [0, 0])
  })
})
