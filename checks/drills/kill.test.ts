import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { runServer } from '../e2e/server.ts'
import { figures } from './parts/figures.ts'
import { seeded } from './random.ts'
import { openWalker } from './walker.ts'

const kills = Number(process.env.KILLS ?? 10)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

test(`drill 1: SIGKILL at ${kills} random moments of the walk loses nothing acknowledged`, async (context) => {
  const random = seeded(seed)
  const server = await runServer()
  const walkers = Array.from({ length: 6 }, (_, n) => openWalker(server.url, `916555010${n}`, seeded(seed + n)))
  for (const walker of walkers) await walker.signUp()
  let going = true
  const walks = walkers.map((walker) => walker.walk(200, () => going))
  for (const walk of walks) walk.catch(() => undefined)
  const starts: number[] = []
  try {
    for (let n = 0; n < kills; n += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50 + random() * 500))
      await server.kill()
      starts.push(await server.restart())
      const lost = (await Promise.all(walkers.map((walker) => walker.lost()))).flat()
      assert.deepEqual(lost, [], `seed ${seed}, after kill ${n + 1}`)
    }
    going = false
    await Promise.all(walks)
    assert.deepEqual((await Promise.all(walkers.map((walker) => walker.lost()))).flat(), [])
    await server.kill()
    const env = { ...process.env, DATA_DIR: server.dataDir }
    const verdict = execFileSync('node', ['server/verify-journal.ts'], { env, encoding: 'utf8' })
    const retries = walkers.reduce((sum, walker) => sum + walker.retries(), 0)
    starts.sort((a, b) => a - b)
    figures(context, {
      drill: 1,
      fault: 'kill -9 of the server at random moments',
      database: 'embedded',
      load: `${walkers.length} clients filling`,
      injected: kills,
      acknowledged: walkers.reduce((sum, walker) => sum + walker.acknowledged(), 0),
      lost: 0,
      doubled: 0,
      worstMs: starts.at(-1) ?? 0,
      seed,
      note: `${retries} calls asked again; ready in ${Math.round(starts[kills >> 1] ?? 0)} ms median; ${verdict.trim()}`,
    })
  } finally {
    going = false
    for (const walker of walkers) walker.close()
    await server.stop()
  }
})
