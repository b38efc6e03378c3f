import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runServer } from '../e2e/server.ts'
import { openCrowd } from './parts/crowd.ts'
import { figures } from './parts/figures.ts'
import { grounds, program, start, trustsUs } from './parts/ground.ts'
import { look } from './parts/look.ts'
import { seeded } from './random.ts'

const clients = Number(process.env.ROTATION_CLIENTS ?? 2)
const kills = Number(process.env.ROTATION_KILLS ?? 1)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const project = fileURLToPath(new URL('../../', import.meta.url))

const oldKey = 'mJ4tWq8ZrV1xKc7LbN3yHd6GfS9uPo2E'
const newKey = 'Xp5Ke9RwTa2LzVn8QhCy4BdJ7mGu3sFo'
const strangeKey = 'Bv6Nh3YqLs9DkXw2RtFz7PjC4gMe8aUo'

/** Starts the command and ends it as power does. */
async function killedInTheMiddle(env: Record<string, string>, after: number): Promise<void> {
  const child = spawn('node', ['server/zayavka.ts', 'rotate-keys'], { cwd: project, env: { ...process.env, ...env } })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  await sleep(after)
  child.kill('SIGKILL')
  await gone
}

for (const { kind, fresh } of grounds) {
  test(`drill 29: keys are changed under load, the command killed on the way (${kind})`, async (context) => {
    const random = seeded(seed)
    const ground = await fresh()
    const env: Record<string, string> = { ...ground.env, ...trustsUs, APP_KEY: oldKey }
    const server = await runServer({ env })
    const crowd = await openCrowd(server.url, { people: clients, phones: 9_165_553_000, seed })
    try {
      await crowd.walkers[0]?.walk(0, () => false)
      crowd.begin(1000, 1)

      Object.assign(env, { APP_KEY: newKey, APP_KEY_OLD: oldKey })
      await server.kill()
      await server.restart()
      const place: Record<string, string> = { ...env, DATA_DIR: server.dataDir }
      for (let n = 0; n < kills; n += 1) await killedInTheMiddle(place, 600 + random() * 900)
      const started = performance.now()
      const said = await program('rotate-keys', place)
      const took = performance.now() - started
      await sleep(500)
      assert.match(said, /keys retired/)
      const failures = crowd.failures()

      // The earlier key is gone for good from here on.
      await server.kill()
      delete env.APP_KEY_OLD
      await server.restart()
      await sleep(500)
      await crowd.halt()
      const lost = await crowd.lost()
      const twice = await crowd.doubled()
      assert.deepEqual(lost, [], `seed ${seed}`)
      assert.equal(failures, 0, 'the server answered 5xx while keys were changed')
      await server.kill()
      const { APP_KEY_OLD: _gone, ...now } = place
      const found = await look(now)
      assert.equal(found.whole, found.files)

      const refused = await start({ ...now, APP_KEY: strangeKey }).catch((error: unknown) => error)
      const { code, stderr } = refused as { code: number; stderr: string }
      assert.equal(code, 78)
      assert.match(stderr, /^Data here is sealed with a key that is neither APP_KEY nor in APP_KEY_OLD.*\n$/)
      figures(context, {
        drill: 29,
        fault: `APP_KEY changed, rotate-keys killed ${kills} times, the earlier key thrown away`,
        database: kind,
        load: `${clients} clients filling`,
        injected: kills + 1,
        acknowledged: crowd.acknowledged(),
        lost: lost.length,
        doubled: twice + found.doubled,
        worstMs: took,
        seed,
        note: `${failures} answers 5xx; ${found.files} files open; a missing key is one line and exit 78`,
      })
    } finally {
      crowd.leave()
      await server.stop()
      await ground.drop()
    }
  })
}
