import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { runServer } from '../e2e/server.ts'
import { figures } from './parts/figures.ts'
import { seeded } from './random.ts'
import { openWalker } from './walker.ts'

const stops = Number(process.env.STOPS ?? 1)
const people = Number(process.env.PEOPLE ?? 4)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test(`drill 18: SIGTERM ${stops} times to the only server under ${people} clients: they go on by themselves`, async (context) => {
  const random = seeded(seed)
  const server = await runServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  const walkers = Array.from({ length: people }, (_, n) =>
    openWalker(server.url, String(9_165_553_000 + n), seeded(seed + n), undefined, {
      'x-forwarded-for': `198.51.100.${n + 1}`,
    }),
  )
  let going = true
  const walks: Promise<void>[] = []
  try {
    for (const walker of walkers) {
      await walker.signUp()
      const walk = walker.walk(1_000_000, () => going)
      walk.catch(() => undefined)
      walks.push(walk)
    }
    const gone: number[] = []
    for (let n = 0; n < stops; n += 1) {
      await pause(300 + random() * 700)
      const started = performance.now()
      const { code } = await server.end()
      assert.equal(code, 0, server.output().slice(-2000))
      await server.restart()
      gone.push(performance.now() - started)
    }
    const lost = (await Promise.all(walkers.map((walker) => walker.lost()))).flat()
    going = false
    for (const walker of walkers) walker.close()
    await Promise.allSettled(walks)
    await server.end()
    const env = { ...process.env, DATA_DIR: server.dataDir }
    const verdict = execFileSync('node', ['server/verify-journal.ts'], { env, encoding: 'utf8' })
    figures(context, {
      drill: 18,
      fault: 'SIGTERM to the only server, started again at once',
      database: 'embedded',
      load: `${people} clients filling`,
      injected: stops,
      acknowledged: walkers.reduce((sum, walker) => sum + walker.acknowledged(), 0),
      lost: lost.length,
      doubled: 0,
      worstMs: Math.max(...gone),
      seed,
      note: `${walkers.reduce((sum, walker) => sum + walker.retries(), 0)} calls asked again; exit code 0 each time; ${verdict.trim()}`,
    })
    assert.deepEqual(lost, [])
  } finally {
    going = false
    for (const walker of walkers) walker.close()
    await server.stop()
  }
})
