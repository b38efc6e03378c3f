import { createHash } from 'node:crypto'
import pg from 'pg'
import { appKey, storeRequests } from '../drills/stored-requests.ts'
import { openClient } from '../e2e/client.ts'
import { withLooseLimits } from '../e2e/loose-limits.ts'
import { type Running, runServer } from '../e2e/server.ts'
import { type Figure, median } from './figures.ts'
import type { FloorTask } from './floors.ts'
import type { LoadOutcome, LoadTask } from './load.ts'
import { outcomeOf, startFloor } from './program.ts'

const rounds = 5
export const ask = {
  method: 'POST',
  path: '/service/requests/findByClientIds',
  body: '{"options":{"output":"all"}}',
  connections: 32,
  seconds: 2,
}

async function load(task: LoadTask): Promise<number> {
  const { perSecond, failed } = await outcomeOf<LoadOutcome>('load.ts', task)
  if (failed > 0) throw new Error(`${failed} polls of ${task.url} were refused`)
  return perSecond
}

/** Both in turn, so that whatever else the machine does falls on both: medians of requests a second. */
export async function inTurn(tasks: readonly [LoadTask, LoadTask]): Promise<[number, number]> {
  const [floor, ours]: [number[], number[]] = [[], []]
  for (let round = -1; round < rounds; round += 1) {
    const from = (round + 1) * 50_000
    const pair = [await load({ ...tasks[0], from }), await load({ ...tasks[1], from })] as const
    if (round < 0) continue
    floor.push(pair[0])
    ours.push(pair[1])
  }
  return [median(floor), median(ours)]
}

const tokenOf = (n: number) => `bench-${n}`
const clientOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
export const sessionCookie = (n: number) => `__Host-zayavka=${clientOf(n)}.${tokenOf(n)}`

/** Signs in the invented clients `from` to `to` of `storeRequests`. */
export async function storeSessions(url: string, from: number, to: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const numbers = Array.from({ length: to - from }, (_, n) => from + n)
  const now = new Date()
  await client.query(
    `insert into session (id, token_hash, client_id, device, created_at, seen_at, confirmed_at)
      select id, token, client, 'bench', $4, $4, $4 from unnest($1::text[], $2::bytea[], $3::text[]) as t(id, token, client)`,
    [
      numbers.map((n) => `bench-${n}`),
      numbers.map((n) => createHash('sha256').update(tokenOf(n)).digest()),
      numbers.map(clientOf),
      now,
    ],
  )
  await client.query('vacuum analyze session')
  await client.end()
}

/** The same client asks again and nothing has changed, against bare `node:http` answering the same bytes. */
export async function unchangedPoll(name: string, server: Running): Promise<Figure> {
  const client = openClient(server.url)
  await client.signUp()
  await client.create()
  const { text, headers } = await client.call('POST', ask.path, JSON.parse(ask.body))
  const sent = Object.fromEntries(
    [...headers].filter(([name]) => !/^(connection|keep-alive|date|content-length)$/.test(name)),
  )
  const floor = await startFloor({ kind: 'bytes', headers: sent, body: text } satisfies FloorTask)
  const cookies = [[...client.jar].map(([name, value]) => `${name}=${value}`).join('; ')]
  try {
    const [bare, ours] = await inTurn([
      { ...ask, url: floor.url, cookies },
      { ...ask, url: server.url, cookies },
    ])
    return { what: `status poll, unchanged, ${name}`, unit: '/s', floor: bare, ours, budget: { atLeast: 0.6 } }
  } finally {
    await floor.stop()
  }
}

/** Every time another client: nothing is at hand, the database is asked, against a bare handler with the same question. */
export async function coldPoll(server: Running, database: string, stored: number): Promise<Figure> {
  const floor = await startFloor({ kind: 'query', database } satisfies FloorTask)
  const cookies = Array.from({ length: Math.min(stored, 20_000) }, (_, n) => sessionCookie(n))
  try {
    const [bare, ours] = await inTurn([
      { ...ask, url: floor.url, cookies },
      { ...ask, url: server.url, cookies },
    ])
    return {
      what: 'status poll after a change, PostgreSQL',
      unit: '/s',
      floor: bare,
      ours,
      budget: { atLeast: 0.6 },
    }
  } finally {
    await floor.stop()
  }
}

export interface Stocked {
  readonly server: Running
  readonly database: string
  readonly stored: number
}

/** A server over a database with so many requests stored, the clients of some signed in. */
export async function openStocked(database: string, stored: number): Promise<Stocked> {
  const server = await runServer({
    lender: withLooseLimits,
    env: { DATABASE_URL: database, APP_KEY: appKey, TRUSTED_PROXIES: '127.0.0.1' },
  })
  await storeRequests(database, 0, stored)
  await storeSessions(database, 0, Math.min(stored, 20_000))
  return { server, database, stored }
}

/** The cold poll with few and with many requests stored. */
export async function growthOfPoll(few: Stocked, many: Stocked): Promise<Figure> {
  const cookies = Array.from({ length: Math.min(few.stored, many.stored) }, (_, n) => sessionCookie(n))
  const [small, large] = await inTurn([
    { ...ask, url: few.server.url, cookies },
    { ...ask, url: many.server.url, cookies },
  ])
  return {
    what: `poll with ${many.stored} stored, against ${few.stored}`,
    unit: 'ms',
    floor: (ask.connections / small) * 1000,
    ours: (ask.connections / large) * 1000,
    budget: { atMost: 1.2 },
  }
}
