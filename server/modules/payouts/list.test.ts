import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import type { CallAnswer } from '#contract/call.ts'
import type { officePayouts } from '#contract/calls/office/payouts.ts'
import { createRouter } from '#server/http/router.ts'
import { openServer } from '#server/http/server.ts'
import { sandboxRail } from '#server/providers/payout/sandbox.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { staffActor } from '#server/testing/roles.ts'
import { shortName, surnameKey } from '../verification/index.ts'
import { payoutRoutes } from './index.ts'
import { payoutsBench } from './payouts-bench.ts'

async function overHttp(platform: TestPlatform) {
  const bench = payoutsBench(platform, sandboxRail(platform.db, platform.clock))
  const app = await openServer(platform)
  const router = createRouter(app, platform, {
    client: async () => null,
    staff: async () => staffActor('anna', 'supervisor'),
  })
  const names = new Map([['anna', 'Анна']])
  payoutRoutes({ ...bench, router, platform, staffNames: async () => names, shortName, surnameKey })
  const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const headers = { 'sec-fetch-site': 'same-origin', 'idempotency-key': crypto.randomUUID() }
    const url = `/service/office/payouts${path}`
    const reply = await app.inject({ method, url, headers, ...(body && { payload: body }) })
    return { status: reply.statusCode, body: reply.json() as CallAnswer<typeof officePayouts> }
  }
  const index = async (id: string, kind: 'phone' | 'surname', text: string) => {
    await sql`insert into review (request_id, client_id, round, sent_at, waited_ms) select id, client_id, 1, ${platform.clock.now()}, 0 from request where id = ${id}
      on conflict do nothing`.execute(platform.db)
    await sql`insert into review_index (request_id, client_id, kind, value)
      select id, client_id, ${kind}, ${platform.sealing.indexes(`review ${kind}`, text)[0]} from request where id = ${id}`.execute(
      platform.db,
    )
  }
  return { bench, call, index }
}

onBothDatabases('The list of payouts', (open) => {
  it('O8: names whom, where to and what waits for us; is narrowed to a state and searched by a person', async () => {
    const platform = await open()
    const { bench, call, index } = await overHttp(platform)
    const paid = await bench.intended('+79000000055')
    platform.clock.advance(1000)
    const poor = await bench.intended('+79000000007')
    await platform.jobs.runDue()
    await index(poor.id, 'surname', surnameKey('Выдумкина'))
    await index(paid.id, 'phone', '+79000000055')

    const { items, ours } = (await call('GET', '')).body
    assert.deepEqual(
      items.map(({ requestId, name, payee, state }) => [requestId, name, payee, state]),
      [
        [poor.id, 'Выдумкина\u00a0П.\u00a0Т.', 'Пример-банк, +7\u00a0***\u00a0***-00-07', 'unfunded'],
        [paid.id, 'Выдумкина\u00a0П.\u00a0Т.', 'Пример-банк, +7\u00a0***\u00a0***-00-55', 'succeeded'],
      ],
    )
    assert.deepEqual(ours, { count: 1, amount: items[0]?.amount })

    const ids = async (query: string) => (await call('GET', query)).body.items.map((one) => one.requestId)
    assert.deepEqual(await ids('?state=ours'), [poor.id])
    assert.deepEqual(await ids('?state=succeeded'), [paid.id])
    assert.deepEqual(await ids('?state=sent'), [])
    assert.equal((await call('GET', '?state=lost')).status, 400)

    const found = async (search: string, more: object = {}) =>
      (await call('POST', '/search', { search, ...more })).body.items.map((one) => one.requestId)
    assert.deepEqual(await found(' ВЫДУМКИНА '), [poor.id])
    assert.deepEqual(await found('8 900 000-00-55'), [paid.id])
    assert.deepEqual(await found(paid.id.slice(-8).toUpperCase()), [paid.id])
    assert.deepEqual(await found(items[0]?.id ?? ''), [poor.id])
    assert.deepEqual(await found('Выдумкина', { state: 'succeeded' }), [])
    assert.deepEqual(await found("' or 1=1 --"), [])
    assert.equal((await call('POST', '/search', {})).status, 400)

    // A payout that has not arrived has no loan: the contract is found by the offer that was signed.
    const { rows } = await sql<{ number: string }>`select number from offer where request_id = ${poor.id}`.execute(
      platform.db,
    )
    assert.deepEqual(await found(rows[0]?.number ?? ''), [poor.id])

    // The sandbox's account is filled by the next attempt.
    await bench.retry(poor.id)
    await platform.jobs.runDue()
    assert.deepEqual((await call('GET', '?state=ours')).body.items, [])
    assert.deepEqual((await call('GET', '')).body.ours, { count: 0, amount: 0 })
  })
})
