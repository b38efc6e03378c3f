import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { figures } from './parts/figures.ts'
import type { Walked } from './simulation/walk.ts'

/** SIMULATED=10000 for the drill; SEED with SIMULATED=1 repeats one walk. */
const walks = Number(process.env.SIMULATED ?? 40)
const seed = Number(process.env.SEED ?? 1 + (Date.now() % 1_000_000) * 1000)

type Told = Omit<Walked, 'history'> & { lines: number }

/** Walks the seeds from the first on, each so many apart, in a process of their own. */
async function walked(from: number, count: number, stride: number): Promise<Told[]> {
  const told: Told[] = []
  if (count === 0) return told
  const env = { ...process.env, FROM: String(from), COUNT: String(count), STRIDE: String(stride) }
  const child = fork(fileURLToPath(new URL('./simulation/process.ts', import.meta.url)), { env })
  child.on('message', (one: Told) => void told.push(one))
  const [code] = (await once(child, 'exit')) as [number | null]
  assert.equal(code, 0, 'a simulation ended before its time')
  return told
}

test(`drill 30: ${walks} simulated walks with deaths, lost answers and leaps of time: nothing is lost, paid twice or torn`, async (context) => {
  const started = performance.now()
  const atOnce = Math.min(availableParallelism(), walks)
  const share = (n: number) => Math.floor((walks + atOnce - 1 - n) / atOnce)
  const parts = Array.from({ length: atOnce }, (_, n) => walked(seed + n, share(n), atOnce))
  const all = (await Promise.all(parts)).flat().sort((a, b) => a.seed - b.seed)
  const walking = performance.now() - started
  const wrong = all.filter((one) => one.wrong.length > 0)
  assert.equal(all.length, walks)
  assert.deepEqual(
    wrong.map((one) => `SEED=${one.seed}: ${one.wrong.join('; ')}`),
    [],
  )
  const sum = (count: (one: Told) => number) => all.reduce((total, one) => total + count(one), 0)
  const repeated = await walked(seed, Math.min(walks < 1000 ? 4 : 50, walks), 1)
  const alike = repeated.filter((one) => all.find((first) => first.seed === one.seed)?.sha256 === one.sha256)
  assert.equal(alike.length, repeated.length, 'a seed did not repeat its history')
  const digest = createHash('sha256')
  for (const { sha256 } of all) digest.update(sha256)
  const ends = new Map<string, number>()
  for (const { ended } of all) ends.set(ended, (ends.get(ended) ?? 0) + 1)
  figures(context, {
    drill: 30,
    fault: 'deaths between any two awaits, lost and late answers of bank, SMS and bureau, repeats, leaps of time',
    database: 'embedded',
    load: `${walks} random walks`,
    injected: sum(({ crashes }) => crashes),
    acknowledged: sum(({ acknowledged }) => acknowledged),
    lost: sum(({ wrong }) => wrong.filter((line) => line.includes('lost')).length),
    doubled: sum(({ wrong }) => wrong.filter((line) => line.includes('paid')).length),
    seed,
    note:
      `histories of ${sum(({ lines }) => lines)} lines, SHA-256 ${digest.digest('hex').slice(0, 16)}; ${alike.length} walked again, the same bytes; ` +
      `ends ${[...ends]
        .sort()
        .map(([state, count]) => `${state}: ${count}`)
        .join(', ')}; ${Math.round((performance.now() - started) / 1000)} s, ${Math.round(walking / walks)} ms a walk`,
  })
})
