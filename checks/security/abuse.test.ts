import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'
import { openProduct } from '#server/testing/product.ts'
import { figures } from '../drills/parts/figures.ts'
import { watchSlowness } from '../drills/parts/slowness.ts'
import { openClient } from '../e2e/client.ts'
import { runServer } from '../e2e/server.ts'

/** Connections that send their head slowly, their body slowly, and that do not read: 1000, 1000 and 500 of the requirement. */
const slow = Number(process.env.SLOW ?? 100)

onBothDatabases('limits', (open) => {
  const phoneOf = (n: number) => `+7916${String(1_000_000 + n)}`
  const twentyAnHour = { limits: { signInCode: { ipv4: { most: 20 } } } }

  test('L1: another X-Forwarded-For each time does not make another address', async () => {
    const product = await openProduct(await open(), {}, twentyAnHour)
    const statuses: number[] = []
    for (let n = 0; n < 25; n += 1) {
      const headers = {
        'x-forwarded-for': `198.51.100.${n}`,
        'x-real-ip': `198.51.100.${n}`,
        forwarded: `for=198.51.100.${n}`,
      }
      const browser = product.browser('203.0.113.7')
      statuses.push((await browser.call('POST', '/service/auth/codes', { phone: phoneOf(n) }, headers)).status)
    }
    assert.deepEqual([statuses.filter((status) => status === 202).length, statuses.at(-1)], [20, 429])
  })

  test('L1: behind a trusted proxy the address is the one the proxy saw, not the one the sender wrote before it', async () => {
    const product = await openProduct(await open({ config: { trustedProxies: ['127.0.0.1'] } }), {}, twentyAnHour)
    const send = (n: number, from: string) =>
      product
        .browser('127.0.0.1')
        .call('POST', '/service/auth/codes', { phone: phoneOf(n) }, { 'x-forwarded-for': `10.0.0.${n}, ${from}` })
    const statuses: number[] = []
    for (let n = 0; n < 25; n += 1) statuses.push((await send(n, '203.0.113.7')).status)
    assert.deepEqual([statuses.filter((status) => status === 202).length, statuses.at(-1)], [20, 429])
    assert.equal((await send(99, '203.0.113.8')).status, 202, 'another address is another sender')
  })
})

test(`L2: ${slow} slow heads, ${slow} slow bodies, ${slow / 2} who do not read: others are answered, the slow are gone in thirty seconds`, async (context) => {
  const server = await runServer()
  const port = Number(new URL(server.url).port)
  const sockets: Socket[] = []
  const closed = new Map<Socket, number>()
  const started = performance.now()
  const hold = (head: string, more?: string) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(head))
    if (more) {
      const timer = setInterval(() => socket.writable && socket.write(more), 2000)
      socket.once('close', () => clearInterval(timer))
      socket.resume()
    } else socket.pause()
    socket.on('error', () => undefined)
    socket.once('close', () => closed.set(socket, performance.now() - started))
    sockets.push(socket)
  }
  try {
    const body = `POST /service/auth/codes HTTP/1.1\r\nHost: x\r\nOrigin: ${server.url}\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n{`
    for (let n = 0; n < slow; n += 1) hold('GET / HTTP/1.1\r\nHost: x\r\n', 'X-A: b\r\n')
    for (let n = 0; n < slow; n += 1) hold(body, ' ')
    for (let n = 0; n < slow / 2; n += 1) hold('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(30))
    const client = openClient(server.url)
    const slowness = watchSlowness()
    const times: number[] = []
    while (performance.now() - started < 28_000) {
      const asked = performance.now()
      const { status } = await client.call('GET', '/service/documents')
      assert.equal(status, 200)
      times.push(performance.now() - asked)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    while (closed.size < slow * 2 && performance.now() - started < 40_000)
      await new Promise((resolve) => setTimeout(resolve, 200))
    times.sort((a, b) => a - b)
    const p95 = times[Math.floor(times.length * 0.95)] ?? 0
    const last = Math.max(...sockets.slice(0, slow * 2).map((socket) => closed.get(socket) ?? Number.POSITIVE_INFINITY))
    const slower = await slowness()
    assert.ok(p95 < 1000 * slower, `p95 ${p95} ms, slowness ${slower}`)
    assert.ok(last < 30_000 + 3000 * slower, `the last slow one was closed after ${last} ms`)
    figures(context, {
      drill: 25,
      fault: 'slow heads, slow bodies, answers nobody reads',
      database: 'embedded',
      load: `${times.length} calls of others`,
      injected: sockets.length,
      acknowledged: times.length,
      lost: null,
      doubled: null,
      worstMs: times.at(-1) ?? 0,
      note: `p95 of the others ${p95.toFixed(0)} ms, none refused; the last slow sender closed after ${(last / 1000).toFixed(1)} s`,
    })
    context.diagnostic(
      `L2: ${sockets.length} slow connections; ${times.length} calls of others, p95 ${p95.toFixed(0)} ms, none refused; the last slow sender closed after ${(last / 1000).toFixed(1)} s`,
    )
  } finally {
    for (const socket of sockets) socket.destroy()
    await server.stop()
  }
})
