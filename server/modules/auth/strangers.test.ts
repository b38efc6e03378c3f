import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createDevices } from '#server/http/devices.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { codeOf, type Injected, openProduct, type TestProduct } from '#server/testing/product.ts'

const minute = 60_000
const hour = 60 * minute
const owner = '+79161234567'
const bare = ({ status, text }: Injected) => [status, text.replace(/"traceId":"\w+"/, '')]
const secret = { config: { testCodes: { sms: undefined, email: undefined } } }

/** SMS=60000 for the whole attack. */
const asked = Number(process.env.SMS ?? 300)

const phoneOf = (n: number) => `+79${String(100_000_000 + n)}`

async function smsTo(platform: TestPlatform): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from message`.execute(platform.db)
  return rows[0]?.n ?? 0
}

async function journalLength(platform: TestPlatform): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from journal`.execute(platform.db)
  return rows[0]?.n ?? 0
}

async function lastCode(platform: TestPlatform, product: TestProduct): Promise<string> {
  await platform.jobs.runDue()
  const [latest] = await product.services.messages.list(null, 1)
  return /\d{6}/.exec(latest?.content.text ?? '')?.[0] ?? ''
}

onBothDatabases('strangers at the borrowers’ door', (open) => {
  test('N4: wrong tries of other browsers leave a code as it is, and end in 429', async () => {
    const platform = await open(secret)
    const product = await openProduct(platform)
    const browser = product.browser('203.0.113.1')
    await browser.sendCode(owner)
    const code = await lastCode(platform, product)
    const withCookie = product.browser('203.0.113.66')
    await withCookie.sendCode(phoneOf(1))
    const statuses = new Map<number, number>()
    for (let n = 0; n < 100; n += 1) {
      const stranger = n % 2 === 0 ? withCookie : product.browser('203.0.113.66')
      const { status } = await stranger.signIn(owner, '000000')
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    assert.deepEqual([...statuses.keys()].sort(), [401, 429])
    const mine = await browser.signIn(owner, code)
    assert.notEqual(codeOf(mine), 'code_wrong', mine.text)
  })

  test('N4: a code asked for in another browser does not void this one’s', async () => {
    const platform = await open(secret)
    const product = await openProduct(platform)
    const browser = product.browser('203.0.113.1')
    await browser.sendCode(owner)
    const code = await lastCode(platform, product)
    platform.clock.advance(minute + 1000)
    await product.browser('203.0.113.66').sendCode(owner)
    assert.equal(codeOf(await browser.signIn(owner, code)), 'documents_required', 'the code was right')
  })

  test(`N5: ${asked} codes asked for from one /64, each from another address to another phone: the /64 is counted`, async () => {
    const platform = await open()
    const product = await openProduct(platform)
    for (let n = 0; n < asked; n += 1)
      await product.browser(`2001:db8:7:1::${(n + 1).toString(16)}`).sendCode(phoneOf(n))
    assert.equal(await smsTo(platform), 20)
    assert.equal((await product.browser('2001:db8:8:1::1').sendCode(owner)).status, 202, 'another network')
    assert.equal(await smsTo(platform), 21)
  })

  test(`N5: ${asked} codes asked for from as many networks: the budget holds, phones with an account and known browsers get theirs`, async () => {
    const platform = await open()
    const figures = { open: { most: 30 }, reserve: { most: 10 }, knownDevices: { most: 10 } }
    const product = await openProduct(platform, {}, { limits: { signInCode: figures } })
    const known = product.browser('203.0.113.1')
    await known.signUp(owner)
    platform.clock.advance(2 * hour)
    const before = await smsTo(platform)
    const answers = new Set<string>()
    for (let n = 0; n < asked; n += 1) {
      const network = `2001:${(0x1000 + (n >> 8)).toString(16)}:${(n & 255).toString(16)}::1`
      answers.add(JSON.stringify(bare(await product.browser(network).sendCode(phoneOf(n)))))
    }
    assert.equal((await smsTo(platform)) - before, 30, 'the open part and no more')
    assert.equal(answers.size, 2, 'before and after the open part was spent')
    const [slow] = [...answers].filter((answer) => answer.includes('slow'))

    const elsewhere = bare(await product.browser('198.51.100.7').sendCode(owner))
    assert.equal(JSON.stringify(elsewhere), slow, 'a phone with an account reads like any other')
    assert.equal((await smsTo(platform)) - before, 31, 'and its code goes out')
    const here = await known.sendCode(owner)
    assert.deepEqual([here.status, here.text.includes('slow')], [202, false])
    assert.equal((await smsTo(platform)) - before, 32)

    const { body } = await product.app.inject('/metrics')
    assert.match(body, /sms_budget_spent_total\{part="open"\} 1/)
    assert.equal(platform.lines.filter((line) => line.includes('budget of sign-in codes is spent')).length, 1)
    const { rows } = await sql`select 1 from journal where event = 'sms.budgetSpent'`.execute(platform.db)
    assert.equal(rows.length, 1, 'the office reads of it once')
    platform.clock.advance(hour)
    const later = await product.browser('198.51.100.9').sendCode(phoneOf(asked + 1))
    assert.deepEqual([later.status, later.text.includes('slow')], [202, false])
  })

  test('N5: a stranger who spends a phone’s codes holds its owner back in no browser they signed in with', async () => {
    const platform = await open()
    const product = await openProduct(platform)
    const browser = product.browser('203.0.113.1')
    await browser.signUp(owner)
    for (let n = 0; n < 6; n += 1) {
      platform.clock.advance(minute + 1000)
      await product.browser(`198.51.100.${n + 1}`).sendCode(owner)
    }
    assert.equal((await product.browser('198.51.100.99').sendCode(owner)).status, 429)
    assert.equal((await browser.sendCode(owner)).status, 202)
    assert.equal((await browser.signIn(owner)).status, 200)
  })

  test('B8: a hundred customers behind one address of an operator get their codes; known browsers are not counted there', async () => {
    const platform = await open()
    const product = await openProduct(platform)
    const known = product.browser('203.0.113.1')
    await known.signUp(owner)
    platform.clock.advance(hour)
    const statuses = new Set<number>()
    for (let n = 0; n < 100; n += 1) statuses.add((await product.browser('203.0.113.1').sendCode(phoneOf(n))).status)
    assert.deepEqual([...statuses], [202])
    for (let n = 100; n < 320; n += 1) await product.browser('203.0.113.1').sendCode(phoneOf(n))
    assert.equal((await product.browser('203.0.113.1').sendCode(phoneOf(999))).status, 429)
    assert.equal((await known.sendCode(owner)).status, 202)
  })

  test('N7: three hundred wrong codes and keys are two entries of the journal', async () => {
    const platform = await open()
    const product = await openProduct(platform)
    const before = await journalLength(platform)
    const key = {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
    }
    for (let n = 0; n < 150; n += 1) {
      await product.browser(`203.0.${n}.1`).signIn(owner, '000000')
      await product.browser(`203.0.${n}.1`).call('POST', '/service/auth/passkey', { key })
    }
    assert.equal(await journalLength(platform), before, 'nothing is written as they come')
    platform.clock.advance(30 * minute)
    await platform.jobs.runSweep('journal.sums')
    await platform.jobs.runSweep('journal.sums')
    const { rows } = await sql<{ kind: string; count: number }>`
      select data ->> 'kind' as kind, (data ->> 'count')::integer as count from journal
      where event = 'client.signInFailed' order by 1`.execute(platform.db)
    assert.deepEqual(rows, [
      { kind: 'code', count: 150 },
      { kind: 'passkey', count: 150 },
    ])
  })

  test('a device cookie nobody signed, and one of another key, is no device', async () => {
    const platform = await open()
    const product = await openProduct(platform)
    const browser = product.browser()
    await browser.signUp(owner)
    const [name = '', value = ''] = [...browser.jar].find(([key]) => key === '__Host-zayavka-device') ?? []
    const devices = createDevices(platform, 'client')
    const read = (cookie: string) => devices.read({ cookies: { [name]: cookie } } as never)
    assert.deepEqual(
      [read(value)?.known, read(value)?.knows(owner), read(value)?.knows(phoneOf(1))],
      [true, true, false],
    )
    const [id, mac, ...marks] = value.split('.')
    for (const forged of [
      '',
      'x',
      `${id}`,
      `x${id}.${mac}.${marks.join('.')}`,
      `${id}.${mac?.slice(1)}x.${marks.join('.')}`,
    ])
      assert.equal(read(forged), null, forged)
    assert.equal(read(`${id}.${mac}.${'A'.repeat(22)}`)?.known, false)
  })
})
