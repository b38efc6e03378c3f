import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { migratedPostgres } from '#server/testing/fresh-postgres.ts'
import { figures } from './parts/figures.ts'
import { postgresOfFile } from './parts/postgres.ts'
import { watchSlowness } from './parts/slowness.ts'
import { seeded } from './random.ts'
import { appKey } from './stored-requests.ts'

/** RELAYED=2000 messages and RELAY_KILLS=200 for the drill; they are written in batches of twenty. */
const messages = Number(process.env.RELAYED ?? 60)
const kills = Number(process.env.RELAY_KILLS ?? 2)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
/** No more wait at a time: how long one waits is then what deaths cost, not how many there are. */
const mostWaiting = 30

const postgresHere = postgresOfFile()

/** A gateway that sends once for each key of ours, as SMS providers with a client's id do. */
async function openGateway() {
  const arrived = new Map<string, { times: number; text: string }>()
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { key, text } = JSON.parse(Buffer.concat(parts).toString()) as { key: string; text: string }
    arrived.set(key, { text, times: (arrived.get(key)?.times ?? 0) + 1 })
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

/** Requests whose messages did not arrive as they were written: 0, 1, 2, 3. */
function turned(arrived: Iterable<{ text: string }>): string[] {
  const lines = new Map<string, string>()
  for (const { text } of arrived) {
    const [request = '', place = ''] = text.split(' ')
    lines.set(request, `${lines.get(request) ?? ''}${place}`)
  }
  return [...lines].filter(([, line]) => line !== '0123').map(([request, line]) => `request ${request}: ${line}`)
}

test(`drill 15: three relays, killed ${kills}× between sending and marking: ${messages} messages go out in order, one effect each`, async (context) => {
  const postgres = postgresHere()
  if (postgres.url === null) return context.skip(postgres.reason)
  const { url, drop } = await migratedPostgres(postgres.url)
  const random = seeded(seed)
  const gateway = await openGateway()
  const relays = new Set<ChildProcess>()
  let killed = 0
  let over = false

  async function relay(): Promise<void> {
    const armed = killed < kills ? { CRASH_AT: `message-sent:${1 + Math.floor(random() * 6)}` } : {}
    const env = { ...process.env, DATABASE_URL: url, APP_KEY: appKey, GATEWAY: gateway.url, ...armed }
    const child = fork(fileURLToPath(new URL('./relay-process.ts', import.meta.url)), { env, stdio: 'ignore' })
    child.on('error', () => {})
    // Each batch waits for a message or the exit of one of them.
    child.setMaxListeners(0)
    child.on('exit', (_code, signal) => {
      relays.delete(child)
      if (over) return
      if (signal === 'SIGKILL') killed += 1
      void relay()
    })
    await Promise.race([once(child, 'message'), once(child, 'exit')])
    if (child.exitCode === null && child.signalCode === null) relays.add(child)
  }

  const client = new pg.Client({ connectionString: url })
  const one = async (question: string) => Number((await client.query(question)).rows[0].n)
  const waiting = () => one("select count(*) as n from message where state = 'waiting'")

  /** Some relay writes the next batch; one that dies over it wrote all of it or nothing. */
  async function put(batch: number): Promise<void> {
    while ((await one(`select count(*) as n from message where request_id = '${batch * 5}'`)) === 0) {
      const [child] = relays
      if (!child) await pause(50)
      else if (child.send(batch)) await Promise.race([once(child, 'message'), once(child, 'exit')])
    }
  }

  try {
    const began = Date.now()
    await relay()
    await Promise.all([relay(), relay()])
    await client.connect()
    const slowness = watchSlowness()
    const end = Date.now() + 120_000 + kills * 15_000
    for (let batch = 0; batch * 20 < messages; batch += 1) {
      while ((await waiting()) > mostWaiting && Date.now() < end) await pause(100)
      await put(batch)
    }
    while ((await waiting()) > 0 && Date.now() < end) await pause(100)
    const slow = await slowness()
    const { rows } = await client.query(
      'select id, state, extract(epoch from sent_at - created_at) * 1000 as waited from message',
    )
    const lost = rows.filter(({ id, state }) => !/sent|delivered/.test(state) || !gateway.arrived.has(id))
    const marked = await one("select count(*) as n from journal where event = 'message.sent'")
    const again = [...gateway.arrived.values()].filter(({ times }) => times > 1).length
    const worstMs = Math.max(...rows.map(({ waited }) => Number(waited)))
    const overtaken = turned(gateway.arrived.values())
    figures(context, {
      drill: 15,
      fault: 'kill -9 of a relay between sending and marking, three relays at once',
      database: 'PostgreSQL',
      load: `${rows.length} messages, 4 to a request`,
      injected: killed,
      acknowledged: rows.length,
      lost: lost.length,
      doubled: marked - (rows.length - lost.length) + gateway.arrived.size - rows.length,
      worstMs,
      seed,
      note:
        `${again} were given to the gateway twice, under the same key: it sends one; ${overtaken.length} of ${rows.length / 4} requests had ` +
        `messages overtake each other; the machine ${slow.toFixed(1)} times slower than idle; all out after ${Math.round((Date.now() - began) / 1000)} s`,
    })
    assert.deepEqual(lost, [], `seed ${seed}`)
    assert.deepEqual(overtaken, [], `seed ${seed}`)
    assert.equal(marked, rows.length, 'marked as sent once each')
    assert.equal(gateway.arrived.size, rows.length)
    assert.ok(rows.length >= messages)
    assert.ok(killed >= Math.min(kills, 1), 'no relay was killed at that point')
    assert.ok(worstMs <= 60_000 * slow, `a message waited for ${worstMs} ms, slowness ${slow}`)
  } finally {
    over = true
    for (const child of relays) child.kill('SIGKILL')
    await client.end().catch(() => undefined)
    gateway.close()
    await drop().catch(() => undefined)
  }
})
