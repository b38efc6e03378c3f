import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { declaredCalls } from '#checks/security/declared.ts'
import type { Call } from '#contract/call.ts'
import { type Role, rightNames, usualRoles } from '#contract/roles.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { machineClient } from '#server/testing/machine.ts'
import { codeOf, openProduct, type TestBrowser } from '#server/testing/product.ts'
import { withRoles } from '#server/testing/roles.ts'
import { signedInStaff } from '#server/testing/staff.ts'

const ids: Record<string, string> = { step: '10', kind: 'bank', version: '1' }
const address = (call: Call) =>
  call.path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '00000000-0000-4000-8000-000000000000')

type OpenedProduct = Awaited<ReturnType<typeof openProduct>>
type Browser = Pick<TestBrowser, 'call' | 'key'>

/** Whom a call lets in, by what it declares and the lender's table of roles. */
const lets = ({ who }: Call, caller: string, roles: readonly Role[]): boolean => {
  if (who === 'anyone') return true
  if (who === 'client' || who === 'machine') return caller === who
  const role = roles.find(({ id }) => id === caller)
  return role !== undefined && (who === 'staff' || role.rights.includes(who))
}

/** Roles of a lender who cuts the work in another way: each right is somebody's, none of the names is the product's. */
const inventedRoles: readonly Role[] = [
  { id: 'front', title: 'Фронт', rights: ['requests.review', 'clients.read', 'messages.read'] },
  { id: 'accounts', title: 'Учётные записи', rights: ['staff.manage'] },
  { id: 'cash', title: 'Касса', rights: ['loans.read', 'money.manage', 'payouts.read', 'payouts.retry'] },
  {
    id: 'author',
    title: 'Методолог',
    rights: ['rules.read', 'rules.edit', 'appeals.read', 'appeals.answer', 'appeals.terms'],
  },
  {
    id: 'second',
    title: 'Второе слово',
    rights: ['rules.read', 'rules.approve', 'appeals.read', 'appeals.answer', 'appeals.confirm'],
  },
  {
    id: 'head',
    title: 'Начальник',
    rights: [
      ...([
        'requests.review',
        'requests.assign',
        'clients.read',
        'clients.whole',
        'clients.join',
        'clients.signOut',
      ] as const),
      ...(['cases.end', 'lists.manage', 'tasks.work', 'loans.read', 'loans.call', 'contacts.stop'] as const),
      ...(['reports.read', 'journal.read', 'errors.read', 'connections.manage', 'jobs.manage'] as const),
    ],
  },
]

const streams = new Set(['live', 'officeLive'])

/** Asks every call as everybody: refused is exactly who is not let in. */
async function walk(
  calls: readonly Call[],
  people: Readonly<Record<string, Browser>>,
  roles: readonly Role[],
): Promise<void> {
  for (const call of calls) {
    if (call.name.endsWith('ignOut')) continue
    for (const [who, browser] of Object.entries(people)) {
      const allowed = lets(call, who, roles)
      if (allowed && (streams.has(call.name) || call.who === 'anyone')) continue
      const body = call.body ? {} : undefined
      const answer = await browser.call(call.method, address(call), body, browser.key())
      const refused = answer.status === 401 || codeOf(answer) === 'forbidden'
      const said = `${who} → ${call.method} ${call.path}: ${answer.status} ${answer.text.slice(0, 200)}`
      assert.equal(refused, !allowed, said)
    }
  }
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
  /** A browser of each role, signed in. */
  async function staffOf(platform: TestPlatform, product: OpenedProduct, roles: readonly Role[]) {
    const staff: Record<string, TestBrowser> = {}
    for (const { id } of roles) staff[id] = (await signedInStaff(platform, product, `test-${id}`, id)).browser
    return staff
  }

  test('a call that is not bound fails here; each lets in exactly whom it declares', async () => {
    const platform = await open()
    const product = await openProduct(platform)
    const client = product.browser()
    await client.signUp('+79161234567')
    const calls = await declaredCalls()
    for (const call of calls)
      assert.ok(product.app.hasRoute({ method: call.method, url: call.path }), `${call.name} is not bound`)
    const people = {
      nobody: product.browser(),
      client,
      machine: await machineClient(platform, product),
      ...(await staffOf(platform, product, usualRoles)),
    }
    await walk(calls, people, usualRoles)
  })

  test('roles of a lender’s own: each lets its members into exactly what it names', async () => {
    const platform = await open()
    const given = new Set(inventedRoles.flatMap(({ rights }) => rights))
    assert.deepEqual(
      rightNames.filter((right) => !given.has(right)),
      [],
      'rights no invented role has',
    )
    const product = await openProduct(platform, {}, { roles: withRoles(inventedRoles) })
    const calls = (await declaredCalls()).filter(({ path }) => path.startsWith('/service/office/'))
    await walk(calls, await staffOf(platform, product, inventedRoles), inventedRoles)
    const { body } = await product.browser().call('GET', '/service/office/me')
    assert.equal((body as { error: { code: string } }).error.code, 'not_signed_in')
  })

  test('I5: a role with other rights after a restart counts from the next call of who is signed in', async () => {
    const platform = await open()
    const before = await openProduct(platform)
    await signedInStaff(platform, before, 'boss', 'administrator')
    const { browser } = await signedInStaff(platform, before, 'vera', 'verifier')
    assert.equal((await browser.call('GET', '/service/office/queue')).status, 200)
    assert.equal(codeOf(await browser.call('GET', '/service/office/reports')), 'forbidden')
    const changed = usualRoles.map(
      (role): Role => (role.id === 'verifier' ? { ...role, title: 'Читатель', rights: ['reports.read'] } : role),
    )
    const after = await openProduct(platform, {}, { roles: withRoles(changed) })
    const same = after.browser()
    for (const [name, value] of browser.jar) same.jar.set(name, value)
    assert.equal(codeOf(await same.call('GET', '/service/office/queue')), 'forbidden')
    assert.equal(codeOf(await same.call('GET', '/service/office/live')), 'forbidden')
    assert.notEqual(codeOf(await same.call('GET', '/service/office/reports')), 'forbidden')
    const me = (await same.call('GET', '/service/office/me')).body as { roleTitle: string; rights: string[] }
    assert.deepEqual([me.roleTitle, me.rights], ['Читатель', ['reports.read']])
  })

  test('who has a role the lender names no more may do nothing; a staff nobody could manage stops the start', async () => {
    const platform = await open()
    const before = await openProduct(platform)
    await signedInStaff(platform, before, 'boss', 'administrator')
    const { browser } = await signedInStaff(platform, before, 'audit', 'auditor')
    const without = usualRoles.filter(({ id }) => id !== 'auditor')
    const after = await openProduct(platform, {}, { roles: withRoles(without) })
    const same = after.browser()
    for (const [name, value] of browser.jar) same.jar.set(name, value)
    assert.equal((await same.call('GET', '/service/office/me')).status, 200)
    assert.equal(codeOf(await same.call('GET', '/service/office/loans')), 'forbidden')
    await assert.rejects(
      openProduct(platform, {}, { roles: withRoles(inventedRoles) }),
      (error: Error) =>
        error instanceof StartRefused && /roles leaves nobody .*administrator, auditor/.test(error.message),
    )
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
