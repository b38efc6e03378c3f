import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { withLooseLimits } from '../e2e/loose-limits.ts'
import { staffSession } from '../e2e/reviewer.ts'
import { type Running, runServer } from '../e2e/server.ts'
import { declaredCalls } from './declared.ts'
import { type Staff, type Walked, walkToMoney } from './people.ts'

let server: Running
let staff: Staff
let anna: Walked

before(async () => {
  server = await runServer({ lender: withLooseLimits })
  staff = await staffSession(server.url)
  anna = await walkToMoney(server, '9161234567', staff)
})
after(() => server?.stop())

const pages = [
  '/trial',
  '/',
  '/step2',
  '/step3',
  '/step16',
  '/step38',
  '/docs',
  '/nothing-here',
  '/office/',
  '/office/queue',
  '/office/nothing',
]
const asPage = (path: string) => fetch(`${server.url}${path}`, { headers: { accept: 'text/html' } })
const get = (path: string, headers: Record<string, string> = {}) => anna.client.call('GET', path, undefined, headers)

const mine = () => [
  '/authenticated',
  '/service/profile',
  '/service/loans',
  `/service/loans/${anna.loan}`,
  `/service/requests/${anna.request}`,
  `/service/requests/${anna.request}/offer`,
  `/service/requests/${anna.request}/documents`,
  `/service/requests/${anna.request}/documents/${anna.document}`,
  `/service/uploads/${anna.file}/file`,
  `/service/loans/${anna.loan}/calendar.ics`,
]

describe('between the browser and the server', () => {
  test('D1: every page has a policy of its own nonce, without inline, eval or foreign sources; reports of violations are taken', async (context) => {
    const nonces = new Set<string>()
    for (const path of pages) {
      const answer = await asPage(path)
      const policy = answer.headers.get('content-security-policy') ?? ''
      const parts = new Map(
        policy.split('; ').map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1).join(' ')]),
      )
      assert.equal(parts.get('default-src'), "'none'", path)
      for (const name of ['object-src', 'base-uri', 'frame-ancestors'])
        assert.equal(parts.get(name), "'none'", `${path} ${name}`)
      assert.equal(parts.get('form-action'), path === '/trial' ? "'none'" : "'self'", path)
      assert.equal(parts.get('require-trusted-types-for'), "'script'")
      assert.match(parts.get('script-src') ?? '', /^'nonce-[\w-]{22}' 'strict-dynamic'$/)
      assert.doesNotMatch(policy, /unsafe-|https?:|\*/)
      const nonce = /nonce-([\w-]{22})/.exec(policy)?.[1] ?? ''
      const html = await answer.text()
      for (const [tag] of html.matchAll(/<script\b[^>]*>/g)) assert.ok(tag.includes(`nonce="${nonce}"`), tag)
      assert.ok(!/\son\w+=|[="']javascript:/i.test(html), path)
      nonces.add(nonce)
    }
    assert.equal(nonces.size, pages.length)
    const report = { 'csp-report': { 'document-uri': server.url, 'violated-directive': 'script-src' } }
    const taken = await fetch(`${server.url}/service/csp-reports`, {
      method: 'POST',
      headers: { 'content-type': 'application/csp-report', origin: server.url },
      body: JSON.stringify(report),
    })
    assert.ok(taken.ok, `the report answered ${taken.status}`)
    context.diagnostic(`D1: ${pages.length} pages, ${nonces.size} nonces`)
  })

  test('D2: the fixed headers on every kind of answer', async (context) => {
    const paths = [
      ...mine(),
      ...pages,
      '/service/nothing',
      '/health/live',
      '/service/openapi.json',
      '/assets/nothing.js',
      '/%ff',
      '/service/requests/%00',
    ]
    for (const path of paths) {
      const { headers, status } = await get(path)
      assert.equal(headers.get('x-content-type-options'), 'nosniff', `${path} ${status}`)
      assert.match(headers.get('referrer-policy') ?? '', /no-referrer|same-origin/, path)
      assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin', path)
      assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin', path)
      const camera = pages.includes(path) && status === 200 ? /camera=\(self\)/ : /camera=\(\)/
      assert.match(headers.get('permissions-policy') ?? '', camera, path)
      assert.ok(headers.get('content-security-policy'), path)
      assert.equal(headers.get('server'), null)
      assert.equal(headers.get('x-powered-by'), null)
    }
    context.diagnostic(`D2: ${paths.length} answers`)
  })

  test('D3: every changing call refuses another site, a foreign or absent origin and the bodies of plain forms', async (context) => {
    let refused = 0
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'multipart/form-data; boundary=x' },
    ]
    const before = (await get(`/service/requests/${anna.request}`)).text.replace(/"serverTime":"[^"]+"/, '')
    for (const call of await declaredCalls()) {
      if (call.method === 'GET' || /^report(Errors|Violations)$/.test(call.name)) continue
      const path = call.path.replace(/:(\w+)/g, (_, name: string) => (name === 'step' ? '10' : anna.request))
      for (const headers of foreign) {
        const { status, text } = await anna.client.call(call.method, path, '{}', { ...anna.client.keyed(), ...headers })
        // Another system of the lender has no cookie that a page could use: without its token it is nobody.
        const refusals = call.who === 'machine' ? [401, 415] : [403]
        assert.ok(refusals.includes(status), `${status} ${call.name} ${JSON.stringify(headers)}: ${text}`)
        refused += 1
      }
    }
    const bareCall = await fetch(`${server.url}/service/auth/codes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-mode': '' },
      body: '{"phone":"+79161234567"}',
    })
    assert.ok(bareCall.status === 403 || bareCall.status === 429 || bareCall.status === 202)
    assert.equal((await get(`/service/requests/${anna.request}`)).text.replace(/"serverTime":"[^"]+"/, ''), before)
    context.diagnostic(`D3: ${refused} calls refused`)
  })

  test('D4: reading twice changes nothing that is kept', async (context) => {
    const look = async () => {
      const [request, loan, journal] = [
        await get(`/service/requests/${anna.request}`),
        await get(`/service/loans/${anna.loan}`),
        await staff.must<{ items: { event: string; id: string }[] }>(
          'GET',
          `/service/office/journal?subject=${anna.request}`,
        ),
      ]
      return JSON.stringify([
        request.text.replace(/"serverTime":"[^"]+"/, ''),
        loan.text,
        journal.items.map(({ id }) => id),
      ])
    }
    const before = await look()
    const paths = [
      ...mine(),
      ...pages,
      '/service/requests/findByClientIds',
      '/service/auth/session',
      '/service/auth/codes',
      `/service/requests/${anna.request}/withdraw`,
      `/service/requests/${anna.request}/offer/sign`,
    ]
    for (const path of [...paths, ...paths]) {
      await get(path)
      await anna.client.call('HEAD', path)
    }
    assert.equal((await get('/authenticated')).status, 200)
    assert.equal(await look(), before)
    context.diagnostic(`D4: ${paths.length * 4} readings`)
  })

  test('D5: no answer may be read from another origin', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1', server.url.replace('http', 'https')]) {
      for (const path of [...mine(), '/', '/office/', '/service/nothing']) {
        for (const method of ['GET', 'OPTIONS']) {
          const { headers } = await anna.client.call(method, path, undefined, {
            origin,
            'access-control-request-method': 'POST',
          })
          assert.equal(headers.get('access-control-allow-origin'), null, `${method} ${path} for ${origin}`)
          assert.equal(headers.get('access-control-allow-credentials'), null)
        }
      }
    }
  })

  test('D6: nothing personal is kept by any cache; an address dressed as a file answers 404', async () => {
    for (const path of mine()) assert.match((await get(path)).headers.get('cache-control') ?? '', /no-store/, path)
    for (const page of pages)
      assert.match((await asPage(page)).headers.get('cache-control') ?? '', /no-store|private|no-cache/, page)
    for (const path of mine()) {
      for (const tail of ['/style.css', '/x.js', '.css', ';x.css', '%2Fstyle.css', '/..%2fstyle.css']) {
        const { status, text } = await get(`${path}${tail}`)
        assert.ok(status >= 400, `${path}${tail} answered ${status}`)
        assert.ok(!text.includes('Вымыслова'))
      }
    }
  })

  test('M2: three hundred addresses of the machine: nothing is served', async (context) => {
    const names = [
      '.git/HEAD',
      '.git/config',
      '.env',
      '.env.local',
      '.env.production',
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      'server/main.ts',
      'data/app.key',
      'app.key',
      'config/lender.json',
      'docker-compose.yml',
      'Dockerfile',
      'id_rsa',
      '.ssh/id_rsa',
      'backup.sql',
      'dump.sql',
      'db.sqlite',
      'phpinfo.php',
      'wp-login.php',
      'admin.php',
      'web.config',
      '.htaccess',
      '.DS_Store',
      'server-status',
      'actuator/env',
      'actuator/heapdump',
      'debug/pprof',
      'trace.axd',
      'swagger',
      'graphql',
      'console',
      'node_modules/react/index.js',
      'checks/run.ts',
      'metrics.json',
      'README.md',
    ]
    const ways = [
      '',
      'assets/',
      'office/assets/',
      'service/',
      'assets/../',
      'assets/%2e%2e/',
      'assets/..%2f',
      '%2e%2e/',
    ]
    let tried = 0
    for (const name of names) {
      for (const way of ways) {
        for (const tail of tried % 9 === 0 ? ['', '.bak', '~', '.map', '/'] : ['']) {
          const { status } = await get(`/${way}${name}${tail}`)
          assert.ok(status === 404 || status === 405 || status === 400, `/${way}${name}${tail} answered ${status}`)
          tried += 1
        }
      }
    }
    assert.ok((await anna.client.call('OPTIONS', '/')).status >= 400)
    const behindProxy = await get('/metrics', { 'x-forwarded-for': '203.0.113.1' })
    assert.equal(behindProxy.status, 404)
    context.diagnostic(`M2: ${tried} addresses`)
  })
})
