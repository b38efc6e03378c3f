import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { runServer } from '../e2e/server.ts'
import { aftermath } from './parts/aftermath.ts'
import { openCrowd } from './parts/crowd.ts'
import { figures } from './parts/figures.ts'
import { trustsUs } from './parts/ground.ts'
import { watchSlowness } from './parts/slowness.ts'
import { seeded } from './random.ts'

const stops = Number(process.env.STOPS ?? 1)
const people = Number(process.env.PEOPLE ?? 4)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

test(`drill 18: SIGTERM ${stops} times to the only server under ${people} clients: they go on by themselves`, async (context) => {
  const random = seeded(seed)
  const server = await runServer({ env: trustsUs })
  const crowd = await openCrowd(server.url, { people, phones: 9_165_553_000, seed })
  crowd.begin(1_000_000)
  try {
    const slowness = watchSlowness()
    const gone: number[] = []
    const stopped: number[] = []
    for (let n = 0; n < stops; n += 1) {
      await pause(300 + random() * 700)
      const started = performance.now()
      const { code, ms } = await server.end()
      stopped.push(ms)
      assert.equal(code, 0, server.output().slice(-2000))
      await server.restart()
      gone.push(performance.now() - started)
    }
    const slow = await slowness()
    const lost = await crowd.lost()
    await crowd.halt()
    const twice = await crowd.doubled()
    await server.end()
    const left = await aftermath({ DATA_DIR: server.dataDir })
    const doubled = twice + left.doubled
    figures(context, {
      drill: 18,
      fault: 'SIGTERM to the only server, started again at once',
      database: 'embedded',
      load: `${people} clients filling`,
      injected: stops,
      acknowledged: crowd.acknowledged(),
      lost: lost.length,
      doubled,
      worstMs: Math.max(...gone),
      seed,
      note: `${crowd.retries()} calls asked again; stopped in ${Math.round(Math.max(...stopped))} ms, the machine ${slow.toFixed(1)} times slower than idle; exit code 0 each time; ${left.verdict}`,
    })
    assert.deepEqual(lost, [])
    assert.equal(doubled, 0, `seed ${seed}`)
    assert.ok(Math.max(...gone) <= 5000 * slow, `away for ${Math.max(...gone)} ms, slowness ${slow}`)
  } finally {
    crowd.leave()
    await server.stop()
  }
})
