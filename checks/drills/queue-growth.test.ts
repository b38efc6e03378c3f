import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { migratedPostgres } from '#server/testing/fresh-postgres.ts'
import { type Asking, askQueue, staffSession } from '../e2e/reviewer.ts'
import { type Running, runServer } from '../e2e/server.ts'
import { type TemporaryPostgres, temporaryPostgres } from '../setup/postgres.ts'
import { appKey, phoneOf, storeRequests, surnameOf } from './stored-requests.ts'

const few = 1000
const many = Number(process.env.STORED ?? 10_000)
const rounds = Number(process.env.ROUNDS ?? (many > 20_000 ? 200 : 40))
/** The promise, and what a short run on a busy machine may show of it. */
const most = many > 20_000 ? 1.5 : 2
/** A short run is too short for its 95th percentile: what looks slow is measured again. */
const tries = many > 20_000 ? 1 : 3

interface Office {
  readonly server: Running
  readonly stored: number
  readonly session: Awaited<ReturnType<typeof staffSession>>
  readonly drop: () => Promise<unknown>
}

let postgres: TemporaryPostgres
let offices: readonly Office[] = []

async function openOffice(url: string, stored: number): Promise<Office> {
  const database = await migratedPostgres(url)
  const server = await runServer({ env: { DATABASE_URL: database.url, APP_KEY: appKey } })
  await storeRequests(database.url, 0, stored)
  return { server, stored, session: await staffSession(server.url), drop: database.drop }
}

before(async () => {
  postgres = await temporaryPostgres()
  if (postgres.url === null) return
  offices = [await openOffice(postgres.url, few), await openOffice(postgres.url, many)]
})
after(async () => {
  for (const { server, drop } of offices) {
    await server.stop()
    await drop()
  }
  await postgres?.stop()
})

/** What a reviewer asks of the queue all day long; `n` makes each asking another one. */
const askings: Readonly<Record<string, (n: number, stored: number) => Asking>> = {
  'tab «ждут»': () => ({ tab: 'queued' }),
  'tab «мои»': () => ({ tab: 'mine' }),
  'tab «на исправлении»': () => ({ tab: 'returned' }),
  'tab «все»': () => ({ tab: 'all' }),
  'search by phone': (n, stored) => ({ tab: 'all', search: phoneOf((n * 7919) % stored) }),
  'search by surname': (n, stored) => ({ tab: 'all', search: surnameOf(n * 7919, stored) }),
  'search by id': (n, stored) => ({
    tab: 'all',
    search: `00000000-0000-4000-8000-${String((n * 7919) % stored).padStart(12, '0')}`,
  }),
}

const p95 = (times: number[]) => times.sort((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? 0

/** Milliseconds of each office's answers, one office after the other: whatever else the machine does falls on both. */
async function measure(name: string, asking: (n: number, stored: number) => Asking): Promise<number[][]> {
  const times = offices.map(() => [] as number[])
  for (let n = -5; n < rounds; n += 1) {
    for (const [at, { session, stored }] of offices.entries()) {
      const asked = performance.now()
      const { items } = await askQueue(session, asking(n + 5, stored))
      if (n >= 0) times[at]?.push(performance.now() - asked)
      if (name !== 'tab «мои»') assert.ok(items.length > 0, `${name} found nothing`)
    }
  }
  return times
}

test(`drill: the queue with ${many} requests stored answers as with ${few}`, async (context) => {
  if (postgres.url === null) return context.skip(postgres.reason)
  const all = offices.map(() => [] as number[])
  const worst: string[] = []
  for (const [name, asking] of Object.entries(askings)) {
    for (let left = tries; left > 0; left -= 1) {
      const times = await measure(name, asking)
      const [small = 0, large = 0] = times.map(p95)
      if (large > small * most && left > 1) continue
      times.forEach((own, at) => void all[at]?.push(...own))
      const growth = (large / small).toFixed(2)
      context.diagnostic(
        `${name}: p95 ${small.toFixed(1)} ms with ${few}, ${large.toFixed(1)} ms with ${many}, ${growth}×`,
      )
      if (large > small * most) worst.push(name)
      break
    }
  }
  const [small = 0, large = 0] = all.map(p95)
  context.diagnostic(`all: p95 ${small.toFixed(1)} ms, ${large.toFixed(1)} ms, ${(large / small).toFixed(2)}×`)
  assert.deepEqual(worst, [], `slower than ${most}×`)
})
