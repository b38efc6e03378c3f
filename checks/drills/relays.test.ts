import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { freshPostgres } from '#server/testing/bench.ts'
import { figures } from './parts/figures.ts'
import { postgresOfFile } from './parts/postgres.ts'
import { seeded } from './random.ts'
import { appKey } from './stored-requests.ts'

/** RELAYED=2000 messages and RELAY_KILLS=200 for the drill. */
const messages = Number(process.env.RELAYED ?? 60)
const kills = Number(process.env.RELAY_KILLS ?? 2)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

const postgresHere = postgresOfFile()

/** A gateway that sends once for each key of ours, as SMS providers with a client's id do. */
async function openGateway() {
  const arrived = new Map<string, { times: number; text: string; order: number }>()
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { key, text } = JSON.parse(Buffer.concat(parts).toString()) as { key: string; text: string }
    const known = arrived.get(key) ?? { times: 0, text, order: arrived.size }
    arrived.set(key, { ...known, times: known.times + 1 })
    response.end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    arrived,
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`,
    close: () => server.close(),
  }
}

test(`drill 15: three relays, killed ${kills}× between sending and marking: ${messages} messages go out, one effect each`, async (context) => {
  const postgres = postgresHere()
  if (postgres.url === null) return context.skip(postgres.reason)
  const { url } = await freshPostgres(postgres.url)
  const random = seeded(seed)
  const gateway = await openGateway()
  const relays = new Set<ChildProcess>()
  let killed = 0
  let lastAt = Date.now()
  let over = false

  async function relay(more: Record<string, string> = {}): Promise<void> {
    const env = {
      ...process.env,
      DATABASE_URL: url,
      APP_KEY: appKey,
      GATEWAY: gateway.url,
      // The lease of the dead ends soon, where few are killed and nobody wants to wait.
      ...(kills < 10 && { LEASE_MS: '2000' }),
      ...more,
    }
    const child = fork(fileURLToPath(new URL('./relay-process.ts', import.meta.url)), { env, stdio: 'ignore' })
    relays.add(child)
    child.on('exit', (_code, signal) => {
      relays.delete(child)
      if (over) return
      if (signal === 'SIGKILL') {
        killed += 1
        lastAt = Date.now()
      }
      void relay(armed())
    })
    await once(child, 'message')
  }
  const armed = (): Record<string, string> =>
    killed < kills ? { CRASH_AT: `message-sent:${1 + Math.floor(random() * 6)}` } : {}

  const client = new pg.Client({ connectionString: url })
  try {
    const began = Date.now()
    await relay({ PUT: String(messages) })
    await Promise.all([relay(armed()), relay(armed())])
    await client.connect()
    const left = async () =>
      Number((await client.query("select count(*) as left from message where state = 'waiting'")).rows[0].left)
    for (const end = Date.now() + 300_000 + kills * 8000; (await left()) > 0; ) {
      if (Date.now() > end) break
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    const { rows } = await client.query('select id, state from message')
    const lost = rows.filter(({ id, state }) => state === 'waiting' || state === 'failed' || !gateway.arrived.has(id))
    const again = [...gateway.arrived.values()].filter(({ times }) => times > 1).length
    const marked = Number(
      (await client.query("select count(*) as n from journal where event = 'message.sent'")).rows[0].n,
    )
    const byRequest = new Map<string, number[]>()
    for (const { text, order } of gateway.arrived.values()) {
      const [request = '', place = ''] = text.split(' ')
      const orders = byRequest.get(request) ?? []
      orders[Number(place)] = order
      byRequest.set(request, orders)
    }
    const turned = [...byRequest.values()].filter((orders) =>
      orders.some((at, n) => n > 0 && at < (orders[n - 1] ?? 0)),
    )
    figures(context, {
      drill: 15,
      fault: 'kill -9 of a relay between sending and marking, three relays at once',
      database: 'PostgreSQL',
      load: `${messages} messages`,
      injected: killed,
      acknowledged: rows.length,
      lost: lost.length,
      doubled: marked - rows.filter(({ state }) => state !== 'waiting').length,
      worstMs: Date.now() - lastAt,
      seed,
      note:
        `${again} were given to the gateway twice, under the same key: it sends one; ${turned.length} of ${byRequest.size} requests had ` +
        `messages overtake each other; all out after ${Math.round((Date.now() - began) / 1000)} s`,
    })
    assert.deepEqual(lost, [])
    assert.equal(marked, rows.length, 'marked as sent once each')
    assert.equal(gateway.arrived.size, messages)
    assert.ok(killed >= Math.min(kills, 1), 'no relay was killed at that point')
  } finally {
    over = true
    for (const child of relays) child.kill('SIGKILL')
    await client.end().catch(() => undefined)
    gateway.close()
  }
})
