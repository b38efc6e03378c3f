import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Running } from '../e2e/server.ts'
import { startStack } from '../stack/stack.ts'
import { figures } from './parts/figures.ts'
import { startLoad } from './parts/load.ts'
import { look } from './parts/look.ts'

const restarts = Number(process.env.RESTARTS ?? 1)
const perSecond = Number(process.env.RATE ?? 60)
/** nginx sends nobody to a server for six seconds after it went, in whole seconds: deploy/nginx.conf, fail_timeout. */
const forgottenAfter = 8000

test(`drill 17: ${restarts} rolling restarts under ${perSecond} calls a second: none fails`, async (context) => {
  const stack = await startStack()
  if ('reason' in stack) return context.skip(stack.reason)
  const load = await startLoad(stack.url, { perSecond, people: 12, door: stack.servers[0].url })
  try {
    const stops: number[] = []
    const starts: number[] = []
    await pause(1000)
    const restart = async (server: Running) => {
      const ended = await server.end()
      assert.equal(ended.code, 0, server.output().slice(-2000))
      assert.ok(ended.ms <= 30_000, `stopped after ${ended.ms} ms`)
      stops.push(ended.ms)
      starts.push(await server.restart())
    }
    for (let n = 0; n < restarts; n += 1) {
      if (n > 0) await pause(forgottenAfter)
      await restart(stack.servers[n % 2 === 0 ? 0 : 1])
    }
    await pause(1000)
    const { calls, failed, lost, saved, doubled: twice, worstMs } = await load.stop()
    const doubled = twice + (await look({ ...stack.env })).doubled
    figures(context, {
      drill: 17,
      fault: 'SIGTERM to one of two servers behind nginx, then to the other',
      database: 'PostgreSQL',
      load: `${calls} calls, ${perSecond} a second asked for`,
      injected: restarts,
      acknowledged: saved,
      lost: lost.length,
      doubled,
      worstMs: Math.max(...starts),
      note: `${failed.length} failed; stopped in ${(Math.max(...stops) / 1000).toFixed(1)} s at most, code 0; slowest call ${worstMs.toFixed(0)} ms`,
    })
    assert.deepEqual(failed, [])
    assert.deepEqual(lost, [])
    assert.equal(doubled, 0)
  } finally {
    load.leave()
    await stack.stop()
  }
})
