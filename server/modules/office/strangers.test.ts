import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { openProduct } from '#server/testing/product.ts'
import { officeBench } from './office-bench.ts'

const minute = 60_000
const deviceCookie = '__Host-zayavka-office-device'
const guess = { password: 'not the password', totp: '000000' }

async function journalOf(platform: TestPlatform, event: string) {
  const { rows } = await sql<{ data: object }>`select data from journal where event = ${event}`.execute(platform.db)
  return rows.map(({ data }) => data)
}

onBothDatabases('strangers at the office’s door', (open) => {
  async function bench() {
    const platform = await open()
    const office = await officeBench(platform)
    await office.add('boss', 'administrator')
    const anna = await office.add('anna', 'verifier')
    /** A try from an address, with the cookies of a browser. */
    async function tryFrom(remoteAddress: string, more: object, cookies: Record<string, string> = {}) {
      const reply = await office.app.inject({
        method: 'POST',
        url: '/service/office/session',
        remoteAddress,
        cookies,
        headers: { 'sec-fetch-site': 'same-origin' },
        payload: { login: anna.login, password: anna.password, totp: office.totp(anna), ...more },
      })
      const jar = Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value]))
      return { status: reply.statusCode, jar, body: reply.body.replace(/"traceId":"\w+"/, '') }
    }
    return { platform, anna, tryFrom }
  }

  test('N10: a thousand wrong tries of a stranger keep the owner out neither in their own browser nor in another network', async () => {
    const { platform, tryFrom } = await bench()
    const first = await tryFrom('203.0.113.1', {})
    const device = first.jar[deviceCookie] ?? ''
    assert.deepEqual([first.status, device.length > 60], [200, true])
    const statuses = new Set<number>()
    for (let n = 0; n < 1000; n += 1) {
      platform.clock.advance(20_000)
      statuses.add((await tryFrom('198.51.100.66', guess)).status)
    }
    assert.deepEqual([...statuses].sort(), [401, 429])
    platform.clock.advance(minute)
    assert.equal((await tryFrom('203.0.113.1', {})).status, 200, 'another network')
    platform.clock.advance(minute)
    // Behind the stranger's own address only the browser that was used before gets in at once.
    for (let n = 0; n < 12; n += 1) await tryFrom('198.51.100.66', guess)
    assert.equal((await tryFrom('198.51.100.66', {})).status, 429)
    assert.equal((await tryFrom('198.51.100.66', {}, { [deviceCookie]: device })).status, 200)
  })

  test('N10: a remembered browser has ten tries of its own, then waits, and holds back nobody else', async () => {
    const { platform, tryFrom } = await bench()
    const { jar } = await tryFrom('203.0.113.1', {})
    const cookies = { [deviceCookie]: jar[deviceCookie] ?? '' }
    const statuses: number[] = []
    for (let n = 0; n < 12; n += 1) statuses.push((await tryFrom('203.0.113.1', guess, cookies)).status)
    assert.deepEqual(statuses.slice(9), [401, 429, 429])
    platform.clock.advance(minute)
    assert.equal((await tryFrom('203.0.113.1', {})).status, 200)
  })

  test('N10: a login that exists and one that does not wait alike', async () => {
    const { tryFrom } = await bench()
    const of = async (login: string, address: string) => {
      const answers: unknown[] = []
      for (let n = 0; n < 12; n += 1) {
        const { status, body } = await tryFrom(address, { ...guess, login })
        answers.push([status, body])
      }
      return answers
    }
    assert.deepEqual(await of('anna', '198.51.100.1'), await of('nobody', '198.51.100.2'))
  })

  test('N7: wrong tries are one entry a window in the journal, and a figure of the metrics', async () => {
    const { platform, tryFrom } = await bench()
    for (let n = 0; n < 40; n += 1) await tryFrom(`198.51.${n}.1`, guess)
    assert.deepEqual(await journalOf(platform, 'staff.signInFailed'), [])
    platform.clock.advance(30 * minute)
    await platform.sums.write()
    const [entry, ...more] = await journalOf(platform, 'staff.signInFailed')
    assert.deepEqual([more, (entry as { count?: number }).count], [[], 40])
    const product = await openProduct(platform)
    assert.match((await product.app.inject('/metrics')).body, /sign_in_failures_total\{kind="staff"\} 40/)
  })
})
