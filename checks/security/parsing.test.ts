import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { watchSlowness } from '../drills/parts/slowness.ts'
import { type Client, openClient } from '../e2e/client.ts'
import { staffSession } from '../e2e/reviewer.ts'
import { type Running, runServer } from '../e2e/server.ts'
import { bare, type Staff } from './people.ts'
import { sendRaw } from './raw.ts'

let server: Running
let staff: Staff
let client: Client
let request: string

before(async () => {
  server = await runServer()
  staff = await staffSession(server.url)
  client = openClient(server.url)
  await client.signUp('9161234567')
  request = (await client.create())._id
})
after(() => server?.stop())

const draft = (body: unknown) => client.call('PUT', `/service/requests/${request}/steps/10/draft`, body)
const look = async () =>
  (await client.call('GET', `/service/requests/${request}`)).text.replace(/"serverTime":"[^"]+"/, '')
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const started = performance.now()
  return { value: await work(), ms: performance.now() - started }
}

describe('what the server reads', () => {
  test('E1: bodies too large, deep, wide or doubled are refused at once', async (context) => {
    const slowness = watchSlowness()
    const before = await look()
    const bodies: [string, string, number][] = [
      ['101 kB', JSON.stringify({ revision: 0, patch: { name: 'x'.repeat(103_000) } }), 413],
      ['21 deep', `{"revision":0,"patch":${nested(20)}}`, 400],
      ['1001 keys', `{"revision":0,"patch":{${Array.from({ length: 1001 }, (_, n) => `"k${n}":1`).join(',')}}}`, 400],
      ['501 items', `{"revision":0,"patch":{"a":[${Array(501).fill(1).join(',')}]}}`, 400],
      ['a key twice', '{"revision":0,"revision":1,"patch":{}}', 400],
      ['a key twice, spelt otherwise', '{"revision":0,"rev\\u0069sion":1,"patch":{}}', 400],
      ['NaN', '{"revision":NaN,"patch":{}}', 400],
      ['1e999', '{"revision":0,"patch":{"a":1e999}}', 400],
      ['99 kB of brackets', '['.repeat(99_000), 400],
    ]
    const times: number[] = []
    for (const [name, body, status] of bodies) {
      const { value, ms } = await timed(() => draft(body))
      assert.equal(value.status, status, `${name}: ${value.text}`)
      times.push(ms)
    }
    assert.equal(await look(), before)
    const worst = Math.max(...times)
    const slow = await slowness()
    assert.ok(worst < 500 * slow, `${worst} ms, slowness ${slow}`)
    context.diagnostic(`E1: ${bodies.length} bodies, the slowest refused in ${worst.toFixed(0)} ms`)
  })

  test('E2: nothing that reaches for a prototype gets in, by body, query or upload', async () => {
    for (const body of [
      '{"revision":0,"patch":{"__proto__":{"polluted":true}}}',
      '{"revision":0,"patch":{"a":{"constructor":{"prototype":{"polluted":true}}}}}',
      '{"revision":0,"patch":{"\\u005f_proto__":{"polluted":true}}}',
      '{"__proto__":{"polluted":true},"revision":0,"patch":{}}',
    ]) {
      const { status } = await draft(body)
      assert.equal(status, 400, body)
    }
    for (const query of [
      '__proto__[polluted]=1',
      'constructor.prototype.polluted=1',
      '__proto__=1',
      'after[__proto__]=1',
    ]) {
      const { status } = await staff.call('GET', `/service/office/queue?${query}`)
      assert.ok(status < 500, query)
    }
    const upload = await fetch(`${server.url}/service/uploads`, {
      method: 'POST',
      headers: {
        origin: server.url,
        cookie: [...client.jar].map((pair) => pair.join('=')).join('; '),
        'tus-resumable': '1.0.0',
        'upload-length': '10',
        'upload-metadata': `__proto__ ${Buffer.from('x').toString('base64')},constructor ${Buffer.from('y').toString('base64')}`,
      },
    })
    assert.ok(upload.status >= 400 && upload.status < 500)
    const profile = await client.must<Record<string, unknown>>('GET', '/service/profile')
    assert.equal('polluted' in profile, false)
    assert.doesNotMatch(await look(), /polluted/)
    assert.doesNotMatch(server.output(), /unexpected error/)
  })

  test('E4: repeated parameters, cookies and headers have one meaning or are refused', async () => {
    for (const query of ['after=1&after=2', 'tab=mine&tab=all', 'find=a&find=b', 'format=csv&format=jsonl']) {
      for (const path of ['queue', 'journal', 'messages', 'payouts', 'journal/export', 'reports']) {
        const { status } = await fetch(`${server.url}/service/office/${path}?${query}`, { headers: { cookie: '' } })
        assert.ok(status === 401 || status === 400)
      }
    }
    const port = Number(new URL(server.url).port)
    const cookie = [...client.jar].map((pair) => pair.join('=')).join('; ')
    const head = (lines: string[]) =>
      `GET /authenticated HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n${lines.join('\r\n')}\r\n\r\n`
    const twoCookies = await sendRaw(port, head([`Cookie: ${cookie}`, 'Cookie: __Host-zayavka=other']))
    const cookieAfter = await sendRaw(port, head([`Cookie: __Host-zayavka=other; ${cookie}`]))
    for (const { text } of [twoCookies, cookieAfter]) assert.match(text, /^HTTP\/1\.1 (200|401|400)/)
    const twoHosts = await sendRaw(port, `GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n`)
    assert.match(twoHosts.text, /^HTTP\/1\.1 (200|400)/)
    const twoOrigins = await sendRaw(
      port,
      `POST /service/auth/codes HTTP/1.1\r\nHost: x\r\nOrigin: ${server.url}\r\nOrigin: https://evil.example\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    )
    assert.match(twoOrigins.text, /^HTTP\/1\.1 (403|400)/)
  })

  const sqls = [
    "'",
    "''",
    "';--",
    "' or '1'='1",
    "') or ('1'='1",
    "'; select pg_sleep(5);--",
    "' || pg_sleep(5) || '",
    '1; drop table request',
    '%27%20or%201=1',
    "\\'; --",
    '1) union select null--',
    '$$;select pg_sleep(5);$$',
    "'||(select pg_sleep(5))||'",
    '*/ or 1=1 /*',
    '%',
    '_',
    '\\',
  ]

  test('E5: SQL in searches, cursors, ids and answers changes neither rows nor time', async (context) => {
    const slowness = watchSlowness()
    let slowest = 0
    let tried = 0
    for (const sql of sqls) {
      const quoted = encodeURIComponent(sql)
      for (const path of [
        `queue?after=${quoted}`,
        `queue?tab=${quoted}`,
        `queue?sort=${quoted}`,
        `journal?subject=${quoted}`,
        `journal?after=${quoted}`,
        `messages?after=${quoted}`,
        `payouts?after=${quoted}`,
        `errors?after=${quoted}`,
        `requests/${quoted}`,
        `reports?from=${quoted}`,
      ]) {
        const { value, ms } = await timed(() => staff.call('GET', `/service/office/${path}`))
        assert.ok(value.status < 500, `${path} answered ${value.status}`)
        slowest = Math.max(slowest, ms)
        tried += 1
      }
      for (const path of ['queue/search', 'loans/search', 'payouts/search', 'clients/search']) {
        const { value, ms } = await timed(() =>
          staff.call('POST', `/service/office/${path}`, { search: sql, tab: 'all' }),
        )
        const { items } = (value.body ?? {}) as { items?: unknown[] }
        assert.ok(value.status === 400 || items?.length === 0, `${path}: ${value.status} ${JSON.stringify(value.body)}`)
        slowest = Math.max(slowest, ms)
        tried += 1
      }
      const { ms } = await timed(() => client.call('GET', `/service/requests/${quoted}`))
      slowest = Math.max(slowest, ms)
    }
    const slow = await slowness()
    assert.ok(slowest < 4000 * slow, `${slowest} ms, slowness ${slow}`)
    context.diagnostic(`E5: ${tried} queries with SQL, the slowest ${slowest.toFixed(0)} ms`)
  })

  test('E7: long adversarial strings are answered at once', async (context) => {
    const slowness = watchSlowness()
    const longs = [
      '1'.repeat(49_000),
      `${'a'.repeat(49_000)}@`,
      '-'.repeat(49_000),
      `${' '.repeat(49_000)}x`,
      'а-'.repeat(24_000),
      `+7${'('.repeat(48_000)}`,
      '0.'.repeat(24_000),
      '\u0301'.repeat(24_000),
    ]
    const calls: [string, string, (text: string) => unknown][] = [
      ['POST', '/service/auth/codes', (phone) => ({ phone })],
      ['POST', '/service/profile/email/codes', (email) => ({ email })],
      ['POST', '/service/suggest/address', (query) => ({ query })],
      [
        'PUT',
        `/service/requests/${request}/steps/10`,
        (text) => ({
          revision: 0,
          raw: { surname: text, name: text.slice(0, 100), snils: text.slice(0, 20), birthDate: text.slice(0, 20) },
        }),
      ],
    ]
    let slowest = 0
    for (const long of longs) {
      for (const [method, path, body] of calls) {
        const { value, ms } = await timed(() => client.call(method, path, body(long)))
        assert.ok(value.status >= 400 && value.status < 500, `${path} answered ${value.status}`)
        slowest = Math.max(slowest, ms)
      }
    }
    const slow = await slowness()
    assert.ok(slowest < 1000 * slow, `${slowest} ms, slowness ${slow}`)
    context.diagnostic(
      `E7: ${longs.length * calls.length} strings of 50 kB, the slowest answered in ${slowest.toFixed(0)} ms`,
    )
  })

  test('E8: smuggled requests are refused and their connection closed', async (context) => {
    const port = Number(new URL(server.url).port)
    const inner = 'GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n'
    const requests = [
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
      `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n5c\r\n${inner}0\r\n\r\n`,
      `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${inner}`,
      `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n${inner}`,
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 40\r\n\r\n${inner}`,
      `POST / HTTP/1.1\nHost: x\nContent-Length: 0\n\n${inner}`,
      `GET / HTTP/1.1\r\nHost: x\r\nX: a\rb\r\n\r\n`,
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
      `GET / HTTP/1.1\r\n Host: x\r\n\r\n`,
      `GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n`,
    ]
    for (const bytes of requests) {
      const { text, closed } = await sendRaw(port, bytes)
      assert.match(text, /^HTTP\/1\.1 4\d\d/, JSON.stringify(bytes.slice(0, 90)))
      assert.equal((text.match(/HTTP\/1\.1 /g) ?? []).length, 1, `one answer to ${JSON.stringify(bytes.slice(0, 90))}`)
      assert.ok(closed, `left open: ${JSON.stringify(bytes.slice(0, 90))}`)
    }
    context.diagnostic(`E8: ${requests.length} requests`)
  })

  test('G5: no refusal and no fault shows the inside', async (context) => {
    const tried = [
      await client.call('GET', '/service/requests/%00'),
      await client.call('GET', `/service/requests/${'a'.repeat(500)}`),
      await client.call('POST', '/service/auth/codes', '{'),
      await client.call('GET', '/assets/.env'),
      await client.call('GET', '/%ff'),
      await client.call('PUT', `/service/requests/${request}/steps/10`, { revision: 1e308, raw: [] }),
      await client.call('POST', '/service/requests', { raw: null }, client.keyed()),
    ]
    for (const { text, status } of tried) {
      assert.ok(status < 500)
      assert.doesNotMatch(text, /\bat \/|node_modules|\.ts:\d|select |insert |SQLSTATE|stack|FST_ERR|fastify/i)
      assert.match(text, /"traceId":"[0-9a-f]{32}"/)
    }
    assert.equal((bare(tried[0] as never)[0] as number) >= 400, true)
    context.diagnostic(`G5: ${tried.length} faults forced`)
  })
})
