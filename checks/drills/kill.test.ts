import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runServer } from '../e2e/server.ts'
import { aftermath } from './parts/aftermath.ts'
import { openCrowd } from './parts/crowd.ts'
import { figures } from './parts/figures.ts'
import { trustsUs } from './parts/ground.ts'
import { seeded } from './random.ts'

const kills = Number(process.env.KILLS ?? 10)
const people = 6
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

test(`drill 1: SIGKILL at ${kills} random moments of the walk loses nothing acknowledged`, async (context) => {
  const random = seeded(seed)
  const server = await runServer({ env: trustsUs })
  const crowd = await openCrowd(server.url, { people, phones: 9_165_550_100, seed })
  crowd.begin(200)
  const starts: number[] = []
  const lost: string[] = []
  try {
    for (let n = 0; n < kills; n += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50 + random() * 500))
      await server.kill()
      starts.push(await server.restart())
      lost.push(...(await crowd.lost()))
    }
    await crowd.finish()
    lost.push(...(await crowd.lost()))
    const twice = await crowd.doubled()
    await server.kill()
    const left = await aftermath({ DATA_DIR: server.dataDir })
    const doubled = twice + left.doubled
    starts.sort((a, b) => a - b)
    figures(context, {
      drill: 1,
      fault: 'kill -9 of the server at random moments',
      database: 'embedded',
      load: `${people} clients filling`,
      injected: kills,
      acknowledged: crowd.acknowledged(),
      lost: lost.length,
      doubled,
      worstMs: starts.at(-1) ?? 0,
      seed,
      note: `${crowd.retries()} calls asked again; ready in ${Math.round(starts[kills >> 1] ?? 0)} ms median; ${left.verdict}`,
    })
    assert.deepEqual(lost, [], `seed ${seed}`)
    assert.equal(doubled, 0, `seed ${seed}`)
    assert.equal(left.whole, left.files)
  } finally {
    crowd.leave()
    await server.stop()
  }
})
