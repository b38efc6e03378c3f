import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createRouter } from '#server/http/router.ts'
import { openServer } from '#server/http/server.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { createReports, reportRoutes } from './index.ts'

const minute = 60_000

const staff = { kind: 'staff', id: 's', role: 'supervisor', sessionId: 'x' } as const

async function bench(platform: TestPlatform) {
  const reports = createReports({ platform })
  const app = await openServer(platform)
  const router = createRouter(app, platform, { client: async () => null, staff: async () => staff })
  reportRoutes(router, app, reports)
  const post = (url: string, payload: string, type: string, site = 'same-origin') =>
    app.inject({ method: 'POST', url, payload, headers: { 'content-type': type, 'sec-fetch-site': site } })
  return {
    reports,
    envelope: (payload: string, type = 'text/plain;charset=UTF-8', site?: string) =>
      post('/service/errors', payload, type, site),
    funnel: (events: object[]) => post('/service/funnel', JSON.stringify({ events }), 'application/json'),
    steps: async () => (await reports.numbers({ from: new Date(0), until: new Date('2100-01-01') }, 'UTC')).funnel,
    list: async () => (await app.inject({ url: '/service/office/errors' })).json(),
  }
}

/** An envelope as the browser's sender makes it. */
function envelope(...events: object[]): string {
  const lines = [JSON.stringify({ event_id: 'a', sent_at: '2026-03-02T09:00:00Z' })]
  for (const event of events) lines.push(JSON.stringify({ type: 'event' }), JSON.stringify(event))
  return `${lines.join('\n')}\n`
}

const failure = (value: string, more: object = {}) => ({
  release: '1.2.3',
  exception: {
    values: [
      {
        type: 'TypeError',
        value,
        stacktrace: { frames: [{ filename: 'https://lender.example/assets/App-1.js', lineno: 7 }] },
      },
    ],
  },
  ...more,
})

onBothDatabases('Reports of the browser apps', (open) => {
  it('groups errors by message and place, and counts them', async () => {
    const platform = await open()
    const { envelope: send, list } = await bench(platform)
    assert.equal((await send(envelope(failure('x is undefined')))).statusCode, 202)
    platform.clock.advance(minute)
    await send(envelope(failure('x is undefined'), failure('y is undefined')))
    const { items } = await list()
    assert.deepEqual(
      items
        .map(({ message, place, count, release }: Record<string, unknown>) => [message, place, count, release])
        .sort(),
      [
        ['TypeError: x is undefined', '/assets/App-1.js:7', 2, '1.2.3'],
        ['TypeError: y is undefined', '/assets/App-1.js:7', 1, '1.2.3'],
      ],
    )
  })

  it('keeps nothing personal of what a browser sends', async () => {
    const { envelope: send, list } = await bench(await open())
    const token = 'Zt7vQ2mXk9LrB4nWc8YpH3sJd6FgA1uEabc0123'
    const crumbs = [
      { message: 'call +7 999 000-00-01', data: { phone: '+79990000001', details: { passport: '4510 123456' } } },
      { category: 'fetch', data: { url: `https://lender.example/service/x?code=111111&t=${token}` } },
      { message: `session ${token}` },
    ]
    await send(envelope(failure('no 4510 123456 for proba@example.ru', { breadcrumbs: crumbs })))
    const text = JSON.stringify(await list())
    assert.doesNotMatch(text, /999 000|79990000001|123456|proba@|111111|Zt7vQ2mX/)
    assert.match(text, /no \[personal\] for \[personal\]/)
  })

  it('takes an envelope of any shape without a fault', async () => {
    const { envelope: send, list } = await bench(await open())
    const odd = [
      '',
      'not json',
      '{}',
      '{}\n{"type":"event"}',
      '{}\n{"type":"event"}\n[1]',
      '{}\n{"type":"session"}\n{}',
    ]
    const deep = `{}\n{"type":"event"}\n${'['.repeat(5000)}${']'.repeat(5000)}`
    const types = '{}\n{"type":"event"}\n{"message":7,"exception":{"values":"x"},"breadcrumbs":[null,{"data":1}]}'
    for (const body of [...odd, deep, types]) assert.equal((await send(body)).statusCode, 202, body.slice(0, 60))
    assert.equal((await list()).items[0].message, 'Без сообщения')
  })

  it('refuses what is too large, too often or from another site', async () => {
    const { envelope: send } = await bench(await open())
    assert.equal((await send('x'.repeat(200 * 1024 + 1))).statusCode, 413)
    assert.equal((await send(envelope(), 'text/plain', 'cross-site')).statusCode, 403)
    let last = 0
    for (let n = 0; n < 31; n += 1) last = (await send(envelope())).statusCode
    assert.equal(last, 429)
  })

  it('knows the median minutes of a step once enough people have walked it', async () => {
    const platform = await open()
    const { funnel, reports, steps } = await bench(platform)
    const walks = (step: number, count: number) =>
      Array.from({ length: count }, (_, n) => ({ step, what: 'accepted', seconds: 60 + n }))
    const answer = await funnel([...walks(9, 19), ...walks(10, 21), { step: 10, what: 'accepted', seconds: 90_000 }])
    assert.equal(answer.statusCode, 202)
    assert.deepEqual([...(await reports.medians())], [[10, 70 / 60]])
    assert.deepEqual((await steps())[1], { step: 10, opened: 0, accepted: 22, left: 0, medianSeconds: 70 })
  })

  it('forgets what is older than 90 days', async () => {
    const platform = await open()
    const { envelope: send, funnel, list, steps } = await bench(platform)
    await send(envelope(failure('x')))
    await funnel([{ step: 9, what: 'opened' }])
    platform.clock.advance(91 * 24 * 60 * minute)
    await platform.jobs.runSweep('reports.old')
    assert.deepEqual([(await list()).items, await steps()], [[], []])
  })
})
