import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { declaredCalls } from '#checks/security/declared.ts'
import type { Call } from '#contract/call.ts'
import type { Role } from '#contract/review.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { machineClient } from '#server/testing/machine.ts'
import { codeOf, openProduct, type TestBrowser } from '#server/testing/product.ts'
import { signedInStaff } from '#server/testing/staff.ts'

const ids: Record<string, string> = { step: '10', kind: 'bank', version: '1' }
const address = (call: Call) =>
  call.path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '00000000-0000-4000-8000-000000000000')

const everyRole: readonly Role[] = [
  'verifier',
  'collector',
  'accountant',
  'compliance',
  'auditor',
  'supervisor',
  'administrator',
]

type Who = 'nobody' | 'client' | 'machine' | Role

/** Whom each call lets in, by what it declares: the matrix the tests below walk. */
const lets: Record<Call['who'], readonly Who[]> = {
  anyone: ['nobody', 'client', 'machine', ...everyRole],
  client: ['client'],
  staff: everyRole,
  verifier: ['verifier', 'supervisor', 'administrator'],
  loanReader: everyRole.filter((role) => role !== 'verifier'),
  collector: ['collector', 'supervisor', 'administrator'],
  accountant: ['accountant', 'supervisor', 'administrator'],
  compliance: ['compliance', 'administrator'],
  rightsDesk: ['compliance', 'supervisor', 'administrator'],
  rightsReader: ['compliance', 'auditor', 'supervisor', 'administrator'],
  supervisor: ['supervisor', 'administrator'],
  administrator: ['administrator'],
  machine: ['machine'],
}

describe('C1: the contract and the server', () => {
  test('names and addresses of calls are unique', async () => {
    const calls = await declaredCalls()
    assert.ok(calls.length > 40)
    assert.equal(new Set(calls.map(({ name }) => name)).size, calls.length)
    assert.equal(new Set(calls.map(({ method, path }) => `${method} ${path}`)).size, calls.length)
  })
})

onBothDatabases('C1: every call × everybody', (open) => {
  test('a call that is not bound fails here; each lets in exactly whom it declares', async () => {
    const platform = await open()
    const product = await openProduct(platform)
    const client = product.browser()
    await client.signUp('+79161234567')
    const staff = {} as Record<Role, TestBrowser>
    for (const role of everyRole) staff[role] = (await signedInStaff(platform, product, `test-${role}`, role)).browser
    const people: Record<Who, Pick<TestBrowser, 'call' | 'key'>> = {
      nobody: product.browser(),
      client,
      machine: await machineClient(platform, product),
      ...staff,
    }
    const streams = new Set(['live', 'officeLive'])
    for (const call of await declaredCalls()) {
      assert.ok(product.app.hasRoute({ method: call.method, url: call.path }), `${call.name} is not bound`)
      if (call.name.endsWith('ignOut')) continue
      for (const [who, browser] of Object.entries(people) as [Who, TestBrowser][]) {
        const allowed = lets[call.who].includes(who)
        if (allowed && (streams.has(call.name) || call.who === 'anyone')) continue
        const body = call.body ? {} : undefined
        const answer = await browser.call(call.method, address(call), body, browser.key())
        const refused = answer.status === 401 || codeOf(answer) === 'forbidden'
        assert.equal(
          refused,
          !allowed,
          `${who} → ${call.method} ${call.path}: ${answer.status} ${answer.text.slice(0, 200)}`,
        )
      }
    }
  })

  test('D2, G5: every answer carries the fixed headers, errors and 404 too; nothing tells the version', async () => {
    const product = await openProduct(await open())
    const browser = product.browser()
    for (const answer of [
      await browser.call('GET', '/'),
      await browser.call('GET', '/health/live'),
      await browser.call('GET', '/nothing-here.php'),
      await browser.call('POST', '/service/auth/codes', '{'),
      await browser.call('GET', '/service/office/queue'),
    ]) {
      assert.equal(answer.headers['x-content-type-options'], 'nosniff')
      assert.equal(answer.headers['cross-origin-opener-policy'], 'same-origin')
      assert.equal(answer.headers['cross-origin-resource-policy'], 'same-origin')
      assert.match(String(answer.headers['referrer-policy']), /no-referrer|same-origin/)
      assert.match(String(answer.headers['content-security-policy']), /default-src 'none'/)
      assert.equal(answer.headers.server, undefined)
      assert.equal(answer.headers['x-powered-by'], undefined)
      assert.equal(answer.headers['access-control-allow-origin'], undefined)
    }
  })

  test('D2: under https the browser is told to stay there, for a year at least', async () => {
    const product = await openProduct(await open({ config: { publicUrl: 'https://zayavka.example' } }))
    for (const path of ['/', '/nothing', '/service/profile']) {
      const { headers } = await product.browser().call('GET', path)
      const [, seconds = '0'] =
        /max-age=(\d+); includeSubDomains/.exec(String(headers['strict-transport-security'])) ?? []
      assert.ok(Number(seconds) >= 31_536_000, path)
    }
  })

  test('M2: nothing of the machine is served', async () => {
    const product = await openProduct(await open())
    const browser = product.browser()
    for (const path of [
      '/.git/config',
      '/.env',
      '/package.json',
      '/server/main.ts',
      '/assets/../package.json',
      '/assets/%2e%2e/package.json',
      '/debug',
      '/assets/',
      '/data/app.key',
      '/metrics.bak',
      '/index.html.bak',
    ]) {
      const { status } = await browser.call('GET', path)
      assert.ok(status === 404 || status === 405 || status === 400, `${path} answered ${status}`)
    }
    const outside = product.browser('203.0.113.5')
    assert.equal((await outside.call('GET', '/metrics')).status, 404)
  })
})
