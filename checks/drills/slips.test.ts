import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openClient, until } from '../e2e/client.ts'
import { runServer } from '../e2e/server.ts'
import { figures } from './parts/figures.ts'
import { look } from './parts/look.ts'
import { watchSlowness } from './parts/slowness.ts'
import { appKey } from './stored-requests.ts'

const personal = ['9161234567', '235857']

/** Left behind in the fortieth answer; whether the process lives on. */
const slips = { reject: true, throw: false } as const

for (const [how, survives] of Object.entries(slips))
  test(`drill 28: ${how} that nobody waits for, in a running server: one report, others served, well within 3 s`, async (context) => {
    const slowness = watchSlowness()
    const env = { APP_KEY: appKey }
    const server = await runServer({ env: { ...env, CRASH_AT: `before-answer:40:${how}` } })
    try {
      const clients = await Promise.all(
        [0, 1, 2, 3].map(async (n) => {
          const client = openClient(server.url)
          await client.signUp(`916880200${n}`)
          return { client, id: (await client.create())._id, revision: 0, failed: 0 }
        }),
      )
      const saves = async (one: (typeof clients)[number]) => {
        for (let n = 0; n < 15 && !server.died(); n += 1) {
          const path = `/service/requests/${one.id}/steps/10/draft`
          const body = { revision: one.revision, patch: { formerSurname: String(one.revision) } }
          const answer = await one.client.call('PUT', path, body).catch(() => null)
          if (answer?.status === 200) one.revision += 1
          else one.failed += 1
        }
      }
      await Promise.all(clients.map(saves))
      const reports = () =>
        server
          .output()
          .split('\n')
          .filter((line) => /unhandled rejection|uncaught exception/.test(line) && line.includes('"err"'))
      await until('the report', async () => reports().length > 0, 30)
      let worstMs = 0
      if (!survives) {
        await until('the end of the process', async () => server.died(), 30)
        worstMs = await server.restart({ CRASH_AT: '' })
      }
      assert.equal(server.died(), false)
      let lost = 0
      for (const { client, id, revision } of clients) {
        type Kept = { number: number; revision: number }
        const { steps } = await client.must<{ steps: Kept[] }>('GET', `/service/requests/${id}`)
        if ((steps.find(({ number }) => number === 10)?.revision ?? 0) < revision) lost += 1
      }
      const slow = await slowness()
      const told = reports()
      const output = server.output()
      await server.end()
      const { doubled } = await look({ ...env, DATA_DIR: server.dataDir })
      figures(context, {
        drill: 28,
        fault: `${how} that nobody waits for, in a running server`,
        database: 'embedded',
        load: '4 clients saving',
        injected: 1,
        acknowledged: clients.reduce((sum, { revision }) => sum + revision, 0),
        lost,
        doubled,
        worstMs,
        note: `${survives ? 'the process lived on' : 'the process ended and was started again'}; ${clients.reduce((sum, { failed }) => sum + failed, 0)} calls not answered; programs ran ${slow.toFixed(1)} times slower than idle`,
      })
      assert.equal(told.length, 1, told.join('\n'))
      assert.match(told[0] ?? '', /"(traceId|trace_id|trace)":"[0-9a-f]{32}"/)
      for (const datum of personal) assert.ok(!output.includes(datum), `the output says ${datum}`)
      assert.equal(lost, 0)
      assert.equal(doubled, 0)
      if (survives)
        assert.deepEqual(
          clients.map(({ failed }) => failed),
          [0, 0, 0, 0],
        )
      assert.ok(worstMs <= 3000 * slow, `ready again after ${worstMs} ms, slowness ${slow}`)
    } finally {
      await server.stop()
    }
  })
