import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { withBreaker } from './breaker.ts'
import { testClock } from './clock.ts'
import { type Outbound, OutboundError, type OutboundReply } from './outbound.ts'

const reply: OutboundReply = { status: 200, headers: {}, text: '{}', bytes: Buffer.from('{}'), json: () => ({}) }

function bench() {
  const clock = testClock()
  const state = { answers: false, calls: 0 }
  const told: string[] = []
  const outbound: Outbound = async () => {
    state.calls += 1
    if (!state.answers) throw new OutboundError('outbound_timeout', 'no reply in time')
    return reply
  }
  const call = withBreaker(outbound, { clock, told: (host, cut) => void told.push(`${host} ${cut}`) })
  return { clock, state, told, call: (url = 'https://one.example/a') => call({ url }) }
}

describe('the breaker of a provider’s line', () => {
  test('after five calls without a reply nobody waits for the sixth', async () => {
    const { call, state, told } = bench()
    for (let n = 0; n < 5; n += 1) await assert.rejects(call(), { code: 'outbound_timeout' })
    await assert.rejects(call(), { code: 'outbound_unreachable' })
    assert.equal(state.calls, 5)
    assert.deepEqual(told, ['one.example true'])
  })

  test('one try after the rest; answered, it mends the line for everybody', async () => {
    const { call, state, clock, told } = bench()
    for (let n = 0; n < 5; n += 1) await assert.rejects(call())
    clock.advance(10_000)
    const tries = await Promise.allSettled([call(), call(), call()])
    assert.deepEqual(
      tries.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected'],
    )
    assert.equal(state.calls, 6, 'one tried, the others did not wait')
    state.answers = true
    await assert.rejects(call(), { code: 'outbound_unreachable' })
    clock.advance(10_000)
    await call()
    await Promise.all([call(), call()])
    assert.deepEqual(told, ['one.example true', 'one.example false'])
  })

  test('hosts are cut apart from each other, and a refusal of ours cuts nothing', async () => {
    const { call, state } = bench()
    for (let n = 0; n < 5; n += 1) await assert.rejects(call())
    state.answers = true
    await call('https://two.example/')
    const refusing = withBreaker(
      async () => {
        throw new OutboundError('outbound_refused', 'only https')
      },
      { clock: testClock() },
    )
    for (let n = 0; n < 9; n += 1)
      await assert.rejects(refusing({ url: 'http://three.example/' }), { code: 'outbound_refused' })
  })
})
