import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import type { JournalEntry } from '#contract/journal.ts'
import { createRouter } from '#server/http/router.ts'
import { openServer } from '#server/http/server.ts'
import type { OutboundCall } from '#server/platform/outbound.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { staffActor } from '#server/testing/roles.ts'
import { createReports, reportRoutes } from './index.ts'

const minute = 60_000

/** REPORTS=10000 for the whole attack. */
const hostile = Number(process.env.REPORTS ?? 600)

/** A report at the limit of size, of text that quadratic patterns choke on. */
function heaviest(n: number): string {
  const parts = ['-877', '/', 'a-', '8 (', 'a+', '"?', '_-', "/?'"]
  const text = (parts[(n / 50) % parts.length] ?? '/').repeat(40_000).slice(0, 40_000)
  const crumbs = Array.from({ length: 30 }, () => ({
    message: text.slice(0, 1500),
    data: { url: text.slice(0, 1200) },
  }))
  return envelope(failure(text, { breadcrumbs: crumbs }))
}

const staff = staffActor('s', 'supervisor')

async function bench(platform: TestPlatform) {
  const reports = createReports({ platform, steps: new Set([9, 10]), kept: 90 * 24 * 60 * minute })
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
    for (let n = 0; n < 301; n += 1) last = (await send(envelope())).statusCode
    assert.equal(last, 429)
  })

  /** A request of a person, whose steps are accepted so many seconds after what was before them. */
  async function walk(platform: TestPlatform, person: string, request: string, ...walked: [number, number][]) {
    const entry = (event: string, data: Record<string, unknown>) =>
      platform.transact(async (tx) =>
        tx.journal({
          event,
          actor: { kind: 'client', id: person },
          subject: { kind: 'request', id: request },
          data,
        } as JournalEntry),
      )
    await entry('request.create', {})
    for (const [step, seconds] of walked) {
      platform.clock.advance(seconds * 1000)
      await entry('step.accept', { step })
    }
  }

  it('N11: knows the median minutes of a step from what the server accepted, each person once', async () => {
    const platform = await open()
    const { reports, steps } = await bench(platform)
    for (let n = 0; n < 21; n += 1) {
      // The second time it is a correction; lunch and what was carried over say nothing.
      const second: [number, number][] = n < 19 ? [[9, 30]] : [[9, 4000]]
      await walk(platform, `p${n}`, `r${n}`, [10, 60 + n], ...second, [10, 900], [11, 0])
    }
    for (let n = 0; n < 100; n += 1) await walk(platform, 'p0', `again${n}`, [10, 1700])
    assert.deepEqual([...(await reports.medians())], [[10, 71 / 60]])
    const ten = (await steps()).find(({ step }) => step === 10)
    assert.deepEqual(ten, { step: 10, opened: 0, accepted: 142, left: 0, medianSeconds: 71 })
  })

  it('N11: nothing anybody sends without a session moves the minutes, and it makes no more rows than steps and hours', async () => {
    const platform = await open()
    const { funnel, reports, steps } = await bench(platform)
    const claims = Array.from({ length: 50 }, () => ({ step: 10, what: 'accepted', seconds: 1800, request: 'x' }))
    for (let n = 0; n < 8; n += 1) assert.equal((await funnel(claims)).statusCode, 202)
    assert.deepEqual([...(await reports.medians())], [])
    for (let n = 0; n < 20; n += 1)
      await funnel([10, 10, 9, 77, 1e9, 1.5].map((step) => ({ step, what: n % 2 ? 'left' : 'opened' })))
    assert.deepEqual(
      (await steps()).map(({ step, opened, accepted, left }) => [step, opened, accepted, left]),
      [
        [9, 10, 0, 10],
        [10, 20, 0, 20],
      ],
    )
    const { rows } = await sql`select 1 from funnel_hour`.execute(platform.db)
    assert.equal(rows.length, 4)
  })

  it(`N12: ${hostile} reports each of a kind of its own: groups, bytes and time are bounded, nothing answers 5xx`, async (context) => {
    const platform = await open()
    const { envelope: send } = await bench(platform)
    const statuses = new Map<number, number>()
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    for (let n = 0; n < hostile; n += 1) {
      if (n % 30 === 0) platform.clock.advance(minute)
      const body = n % 50 === 0 ? heaviest(n) : envelope(failure(`x${n} is undefined`))
      const { statusCode } = await send(body)
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    }
    delay.disable()
    assert.deepEqual([...statuses.keys()], [202])
    const { rows } = await sql<{ groups: number; bytes: number; reports: number }>`
      select count(*)::integer as groups, sum(length(message) + length(breadcrumbs::text))::integer as bytes,
        sum(count)::integer as reports from error_group`.execute(platform.db)
    const [found = { groups: 0, bytes: 0, reports: 0 }] = rows
    assert.ok(
      found.groups <= 1001 && found.groups <= 301 * (1 + Math.ceil(hostile / 30 / 1440)),
      `${found.groups} groups`,
    )
    assert.ok(found.bytes < 20_000_000, `${found.bytes} bytes`)
    assert.ok(found.reports >= hostile, 'each is counted')
    context.diagnostic(
      `N12: ${hostile} reports, ${found.groups} groups, ${(found.bytes / 1e6).toFixed(1)} MB; event loop p99 ${(delay.percentile(99) / 1e6).toFixed(0)} ms, longest ${(delay.max / 1e6).toFixed(0)} ms`,
    )
  })

  it('N12: what no longer fits is counted in one group for all the rest, and known groups go on counting', async () => {
    const platform = await open()
    const { envelope: send, list } = await bench(platform)
    await send(envelope(failure('known')))
    for (let n = 0; n < 310; n += 1) {
      if (n % 20 === 0) platform.clock.advance(minute)
      await send(envelope(failure(`kind ${n}`)))
    }
    platform.clock.advance(minute)
    await send(envelope(failure('known')))
    const { items } = (await list()) as { items: { message: string; count: number }[] }
    assert.deepEqual([items[0]?.message, items[0]?.count], ['TypeError: known', 2])
    assert.deepEqual(items.find(({ message }) => message.startsWith('Прочие'))?.count, 11)
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

  describe('S2: handed on to the error service of the configuration', () => {
    const dsn = 'https://publickey@errors.example/group/7'

    async function service() {
      const calls: OutboundCall[] = []
      const state = { status: 200 }
      const platform = await open({
        config: { sentryDsn: dsn },
        outbound: async (call) => {
          calls.push(call)
          return { status: state.status, headers: {}, text: '{}', bytes: Buffer.from('{}'), json: () => ({}) }
        },
      })
      const sent = () =>
        calls.map(({ body }) =>
          String(body)
            .split('\n')
            .slice(0, 3)
            .map((line) => JSON.parse(line)),
        )
      return { ...(await bench(platform)), calls, state, sent }
    }

    it('goes to that address only, whatever the envelope names', async () => {
      const { envelope: send, calls, sent } = await service()
      const body = envelope(failure('x is undefined', { event_id: 'a'.repeat(32) }))
      await send(body.replace('"event_id":"a"', '"event_id":"a","dsn":"https://other@evil.example/1"'))
      assert.deepEqual(
        calls.map(({ url, method }) => [url, method]),
        [['https://errors.example/group/api/7/envelope/', 'POST']],
      )
      const [[head, item, event] = []] = sent()
      assert.equal(head.dsn, dsn)
      assert.deepEqual(
        [item.type, event.event_id, event.exception.values[0].value],
        ['event', 'a'.repeat(32), 'x is undefined'],
      )
    })

    it('without personal data: the user, the request and what was typed stay here', async () => {
      const { envelope: send, calls } = await service()
      const more = {
        user: { ip_address: '10.1.2.3', email: 'proba@example.ru' },
        request: { url: 'https://lender.example/step2?phone=79990000001', headers: { cookie: 'session=1' } },
        extra: { surname: 'Примерова' },
        contexts: { place: { place: 'x', details: { phone: '+79990000001' } }, device: { name: 'Телефон Анны' } },
      }
      await send(envelope(failure('no 4510 123456', more)))
      assert.doesNotMatch(String(calls[0]?.body), /10\.1\.2|proba|79990000001|session=1|Примерова|Анны|123456/)
    })

    it('waits while the service is away, 64 at most, the oldest giving way', async () => {
      const { envelope: send, state, sent } = await service()
      state.status = 503
      for (let n = 0; n < 70; n += 1) await send(envelope(failure(`fault ${n}`)))
      state.status = 200
      const tried = sent().length
      await send(envelope(failure('the last')))
      const values = sent()
        .slice(tried)
        .map(([, , event]) => event.exception.values[0].value)
      assert.deepEqual([values.length, values[0], values.at(-1)], [64, 'fault 7', 'the last'])
    })
  })
})
