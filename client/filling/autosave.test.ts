import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import type { Raw } from '#contract/step.ts'
import { type AutosaveState, createAutosave, difference, type SaveResult } from './autosave.ts'

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** Lets so many milliseconds pass, one after the other, and everything that follows from each: no machine is too slow for it. */
async function pass(ms: number): Promise<void> {
  for (let gone = 0; gone < ms; gone += 1) {
    mock.timers.tick(1)
    await new Promise(setImmediate)
  }
}

function setUp(answers: SaveResult[], slow = 0) {
  const saves: { patch: Raw; revision: number }[] = []
  const states: AutosaveState[] = []
  let inFlight = 0
  let mostInFlight = 0
  let kept: Raw | null = null
  const autosave = createAutosave({
    raw: {},
    revision: 1,
    quiet: 5,
    again: 10,
    async save(patch, revision) {
      saves.push({ patch, revision })
      mostInFlight = Math.max(mostInFlight, ++inFlight)
      await wait(slow)
      inFlight--
      return answers.shift() ?? { is: 'saved', revision: revision + 1 }
    },
    keep: async (raw) => {
      kept = raw
    },
    drop: () => {
      kept = null
    },
    onState: (state) => states.push(state),
  })
  return { autosave, saves, states, kept: () => kept, mostInFlight: () => mostInFlight }
}

describe('saving what is typed', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
  afterEach(() => mock.timers.reset())

  test('a burst of typing is one save of what changed', async () => {
    const { autosave, saves, kept } = setUp([])
    for (const name of ['А', 'Ан', 'Анна']) autosave.change({ name })
    assert.deepEqual(kept(), { name: 'Анна' })
    await pass(30)
    assert.deepEqual(saves, [{ patch: { name: 'Анна' }, revision: 1 }])
    assert.equal(kept(), null)
  })

  test('typing during a save waits for it and goes with the new revision', async () => {
    const { autosave, saves, mostInFlight } = setUp([], 15)
    autosave.change({ name: 'А' })
    await pass(10)
    autosave.change({ name: 'А', surname: 'П' })
    await pass(60)
    assert.deepEqual(saves.at(-1), { patch: { surname: 'П' }, revision: 2 })
    assert.equal(mostInFlight(), 1)
  })

  test('without a network it stays on the device and is tried again', async () => {
    const { autosave, saves, states, kept } = setUp([{ is: 'offline' }])
    autosave.change({ name: 'А' })
    await pass(8)
    assert.deepEqual(kept(), { name: 'А' })
    await pass(40)
    assert.equal(saves.length, 2)
    assert.deepEqual(states, ['saving', 'offline', 'saving', 'saved'])
  })

  test('after a conflict nothing is saved until the person chose', async () => {
    const { autosave, saves } = setUp([{ is: 'conflict', raw: { name: 'Мария' }, revision: 7 }])
    autosave.change({ name: 'А' })
    await pass(20)
    autosave.change({ name: 'Анна' })
    await pass(20)
    assert.equal(saves.length, 1)
    autosave.resume({ name: 'Мария' }, 7)
    await pass(20)
    assert.deepEqual(saves[1], { patch: { name: 'Анна' }, revision: 7 })
  })

  test('a save whose answer was lost is recognised as ours: no conflict with oneself', async () => {
    const held = { is: 'conflict', raw: { name: 'А' }, revision: 2 } as const
    const { autosave, saves, states, kept } = setUp([{ is: 'offline' }, held])
    autosave.change({ name: 'А' })
    await pass(8)
    autosave.change({ name: 'Анна' })
    await pass(40)
    assert.deepEqual(saves.at(-1), { patch: { name: 'Анна' }, revision: 2 })
    assert.ok(!states.includes('conflict'))
    assert.equal(kept(), null)
  })

  test('what an earlier page sent is recognised too; what another window saved is not', async () => {
    for (const [held, conflict] of [
      [{ name: 'Ан' }, false],
      [{ name: 'Мария' }, true],
    ] as const) {
      const { autosave, states } = setUp([{ is: 'conflict', raw: held, revision: 3 }])
      autosave.reopen({ raw: { name: 'Анна' }, revision: 1, tried: [{ name: 'Ан' }] })
      await pass(40)
      assert.equal(states.includes('conflict'), conflict)
      assert.equal(autosave.revision(), conflict ? 1 : 4)
    }
  })

  test('typed and taken back: nothing is sent, nothing stays on the device', async () => {
    const { autosave, saves, kept } = setUp([])
    autosave.change({ name: 'А' })
    autosave.change({})
    await pass(20)
    assert.deepEqual(saves, [])
    assert.equal(kept(), null)
  })

  test('a field that is gone is sent as null', () => {
    assert.deepEqual(difference({ a: '1', b: '2' }, { a: '1' }), { b: null })
    assert.deepEqual(difference({ a: ['x'] }, { a: ['x'] }), {})
  })
})
