import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { runServer } from '../e2e/server.ts'
import { aftermath } from './parts/aftermath.ts'
import { openCrowd } from './parts/crowd.ts'
import { figures } from './parts/figures.ts'
import { trustsUs } from './parts/ground.ts'
import { watchSlowness } from './parts/slowness.ts'

const seconds = Number(process.env.SECONDS ?? 3)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

/** Every program of ours that opens the data. */
const programs = [['server/main.ts'], ['server/zayavka.ts', 'verify-journal']]

interface Ended {
  readonly code: number | null
  readonly said: string
  readonly ms: number
}

function run(args: readonly string[], dataDir: string): Promise<Ended> {
  const started = performance.now()
  return new Promise((resolve) => {
    const env = { ...process.env, DATA_DIR: dataDir, PORT: '0' }
    const child = spawn('node', args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (bytes: Buffer) => {
      said += bytes.toString('utf8')
    })
    const tooLong = setTimeout(() => child.kill('SIGKILL'), 120_000)
    child.once('exit', (code) => {
      clearTimeout(tooLong)
      resolve({ code, said, ms: performance.now() - started })
    })
  })
}

test(`drill 4: ${seconds} times a second process on the same folder: it names the holder and goes, nothing is lost`, async (context) => {
  const server = await runServer({ env: trustsUs })
  const crowd = await openCrowd(server.url, { people: 1, phones: 9_165_550_200, seed })
  crowd.begin(1_000_000)
  try {
    const refused: number[] = []
    const slowness = watchSlowness()
    for (let n = 0; n < seconds; n += 1) {
      const { code, said, ms } = await run(programs[n % programs.length] ?? [], server.dataDir)
      assert.ok(code, said)
      assert.match(said, new RegExp(`is in use by process ${server.pid()}: stop it first`))
      refused.push(ms)
    }
    const slow = await slowness()
    const lost = await crowd.lost()
    // A lock nobody holds any more does not stop the next start.
    await server.kill()
    const again = await server.restart()
    lost.push(...(await crowd.lost()))
    await crowd.halt()
    const twice = await crowd.doubled()
    await server.kill()
    const doubled = twice + (await aftermath({ DATA_DIR: server.dataDir })).doubled
    figures(context, {
      drill: 4,
      fault: 'a second server, journal check or staff program on the same folder',
      database: 'embedded',
      load: '1 client filling',
      injected: seconds,
      acknowledged: crowd.acknowledged(),
      lost: lost.length,
      doubled,
      worstMs: again,
      seed,
      note: `refused after ${Math.max(...refused).toFixed(0)} ms at most (the machine ${slow.toFixed(1)} times slower than idle); started ${again.toFixed(0)} ms after kill -9`,
    })
    assert.deepEqual(lost, [])
    assert.equal(doubled, 0)
    assert.ok(Math.max(...refused) <= 5000 * slow, `refused after ${Math.max(...refused)} ms, slowness ${slow}`)
  } finally {
    crowd.leave()
    await server.stop()
  }
})
