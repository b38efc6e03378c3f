import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { withBreaker } from '#server/platform/breaker.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openOutbound } from '#server/platform/outbound.ts'
import type { SmsGateway } from '#server/providers/sms/port.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { openProduct, type TestBrowser } from '#server/testing/product.ts'
import { doubledIn } from './parts/doubled.ts'
import { figures } from './parts/figures.ts'

/** HANGING=200 for the drill: people who come while nobody outside answers. */
const people = Number(process.env.HANGING ?? 8)
const patience = 400
const rest = 1500

/** A provider that takes the connection and says nothing, until it is told to answer. */
async function openHanging() {
  const sockets = new Set<Socket>()
  const state = { answers: false, taken: 0 }
  const server = createServer((socket) => {
    sockets.add(socket)
    state.taken += 1
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', () => {
      if (state.answers) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/`,
    state,
    open: () => sockets.size,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

onBothDatabases('drill 26: what is outside hangs for ever', (open) => {
  test(`${people} people meanwhile: none waits; the line is cut and mended by itself, nothing piles up`, async (context) => {
    const platform = await open()
    const outside = await openHanging()
    const told: boolean[] = []
    const call = withBreaker(openOutbound({ production: false }), {
      clock: systemClock,
      restMs: rest,
      told: (_host, cut) => void told.push(cut),
    })
    const gateway: SmsGateway = {
      name: 'hanging',
      async send({ key }) {
        await call({ url: outside.url, method: 'POST', body: { key }, timeout: patience })
        return key
      },
      delivery: async () => ({ state: 'sent' }),
    }
    const product = await openProduct(platform, { sms: [gateway] })
    try {
      const took: number[] = []
      const browsers: TestBrowser[] = []
      const jobs: number[] = []
      const timed = async (into: number[], work: () => Promise<unknown>) => {
        const began = performance.now()
        await work()
        into.push(performance.now() - began)
      }
      for (let n = 0; n < people; n += 1) {
        const browser = product.browser(`198.51.${n >> 8}.${n & 255}`)
        await timed(took, () => browser.signUp(`916${String(6_000_000 + n)}`))
        await timed(took, () => browser.create())
        browsers.push(browser)
        await timed(jobs, () => platform.jobs.runDue())
      }
      assert.deepEqual(told, [true], 'the line was cut once')
      const taken = outside.state.taken
      assert.ok(taken < people * 3, `${taken} calls went out`)
      await new Promise((resolve) => setTimeout(resolve, patience))
      assert.equal(outside.open(), 0, 'connections are left open')
      outside.state.answers = true
      const began = performance.now()
      for (;;) {
        const answered = await call({ url: outside.url }).then(
          () => true,
          () => false,
        )
        if (answered) break
        assert.ok(performance.now() - began < 30_000, 'the line is not mended')
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      const worstMs = performance.now() - began
      assert.deepEqual(told, [true, false])
      assert.ok(Math.max(...took) < 10_000)
      const there = await Promise.all(browsers.map((browser) => browser.call('POST', '/service/requests/current', {})))
      const lost = there.filter(({ body }) => (body as { data: unknown } | null)?.data == null).length
      const doubled = await doubledIn(platform.db)
      figures(context, {
        drill: 26,
        fault: 'the SMS provider takes connections and never answers',
        database: platform.database.kind === 'postgres' ? 'PostgreSQL' : 'embedded',
        load: `${people} people sign up and begin a request`,
        injected: taken,
        acknowledged: people * 2,
        lost,
        doubled,
        worstMs,
        note: `slowest answer to a person ${Math.round(Math.max(...took))} ms, slowest turn of jobs ${Math.round(Math.max(...jobs))} ms`,
      })
      assert.equal(lost, 0)
      assert.equal(doubled, 0)
    } finally {
      outside.close()
      await product.close()
    }
  })
})
