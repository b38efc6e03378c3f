import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { codeOf, type Injected, openProduct } from '#server/testing/product.ts'

const minute = 60_000
const phone = '+79161234567'
const other = '+79001002030'
const bare = ({ status, text }: Injected) => [status, text.replace(/"traceId":"\w+"/, '')]

/** Codes as the SMS carried them: with no fixed test code. */
const secret = { config: { testCodes: { sms: undefined, email: undefined } } }

onBothDatabases('codes and sessions', (open) => {
  async function lastCode(platform: TestPlatform, product: Awaited<ReturnType<typeof openProduct>>): Promise<string> {
    await platform.jobs.runDue()
    const [latest] = await product.services.messages.list(null, 1)
    return /\d{6}/.exec(latest?.content.text ?? '')?.[0] ?? ''
  }

  test('A1 six digits; A10 never in an answer, a log line or the database in plain', async () => {
    const platform = await open(secret)
    const product = await openProduct(platform)
    const browser = product.browser()
    const answer = await browser.sendCode(phone)
    assert.equal(answer.status, 202)
    const code = await lastCode(platform, product)
    assert.match(code, /^\d{6}$/)
    assert.ok(!answer.text.includes(code))
    assert.ok(!platform.lines.some((line) => line.includes(code)))
    const { rows } = await sql<{ text: string }>`select row_to_json(c)::text as text from one_time_code c`.execute(
      platform.db,
    )
    assert.ok(rows.length === 1 && !rows[0]?.text.includes(code))
  })

  test('A2 five wrong tries void the code; wrong, void, unknown and expired read the same', async () => {
    const platform = await open(secret)
    const product = await openProduct(platform)
    const browser = product.browser()
    await browser.sendCode(phone)
    const code = await lastCode(platform, product)
    const wrong = code === '123456' ? '654321' : '123456'
    const answers = []
    for (let n = 0; n < 5; n += 1) answers.push(bare(await browser.signIn(phone, wrong)))
    answers.push(bare(await browser.signIn(phone, code)))
    answers.push(bare(await browser.signIn(other, code)))
    for (const answer of answers) assert.deepEqual(answer, answers[0])
    assert.equal(answers[0]?.[0], 401)
  })

  test('A3 a code lives five minutes by the server’s clock', async () => {
    for (const [after, status] of [
      [4 * minute + 59_000, 200],
      [5 * minute + 1000, 401],
    ] as const) {
      const platform = await open()
      const product = await openProduct(platform)
      await product.browser().signUp(phone)
      platform.clock.advance(2 * minute)
      const browser = product.browser()
      await browser.sendCode(phone)
      platform.clock.advance(after)
      assert.equal((await browser.signIn(phone)).status, status)
    }
  })

  test('A4 twenty parallel checks of the right code: one session', async () => {
    const platform = await open()
    const product = await openProduct(platform)
    await product.browser().signUp(phone)
    platform.clock.advance(2 * minute)
    const browser = product.browser()
    await browser.sendCode(phone)
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.signIn(phone)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  })

  test('A5 resending: a minute’s pause, five an hour; the new code kills the old', async () => {
    const platform = await open(secret)
    const product = await openProduct(platform)
    const browser = product.browser()
    await browser.sendCode(phone)
    const first = await lastCode(platform, product)
    const early = await browser.sendCode(phone)
    assert.equal(early.status, 429)
    assert.equal(early.headers['retry-after'], '60')
    for (let n = 0; n < 4; n += 1) {
      platform.clock.advance(minute + 1000)
      assert.equal((await browser.sendCode(phone)).status, 202)
    }
    platform.clock.advance(minute + 1000)
    assert.equal((await browser.sendCode(phone)).status, 429)
    assert.equal((await browser.signIn(phone, first)).status, 401)
  })

  test('A8 a code is worth nothing in another browser', async () => {
    const platform = await open(secret)
    const product = await openProduct(platform)
    await product.browser().sendCode(phone)
    const code = await lastCode(platform, product)
    assert.equal((await product.browser().signIn(phone, code)).status, 401)
  })

  test('A9 a known and an unknown phone get the same answer', async () => {
    const platform = await open()
    const product = await openProduct(platform)
    await product.browser().signUp(phone)
    platform.clock.advance(2 * minute)
    const browser = product.browser()
    assert.deepEqual(bare(await browser.sendCode(phone)), bare(await browser.sendCode(other)))
  })

  test('a new phone: nothing is made before the documents of sign-up are accepted', async () => {
    const platform = await open()
    const product = await openProduct(platform)
    const browser = product.browser()
    await browser.sendCode(phone)
    const asked = await browser.signIn(phone)
    assert.equal(codeOf(asked), 'documents_required')
    const clients = async () =>
      (await sql<{ n: number }>`select count(*) as n from client`.execute(platform.db)).rows[0]?.n
    assert.equal(await clients(), 0)
    const { documents } = (asked.body as { error: { details: { documents: { id: string; version: string }[] } } }).error
      .details
    assert.equal(codeOf(await browser.signIn(phone, '111111', documents.slice(1))), 'documents_required')
    assert.equal((await browser.signIn(phone, '111111', documents)).status, 200)
    assert.equal(await clients(), 1)
  })

  test('B1 cookie: __Host-, Secure, HttpOnly, SameSite=Lax, Path=/, no Domain; B2 only its hash is kept', async () => {
    const platform = await open()
    const product = await openProduct(platform)
    const browser = product.browser()
    await browser.sendCode(phone)
    const documents = product.services.published.current('signUp').map(({ id, version }) => ({ id, version }))
    const answer = await browser.signIn(phone, '111111', documents)
    const cookies = [answer.headers['set-cookie']].flat().map(String)
    const session = cookies.find((cookie) => cookie.startsWith('__Host-zayavka=')) ?? ''
    for (const part of [/; Secure/, /; HttpOnly/, /; SameSite=Lax/, /; Path=\/(;|$)/]) assert.match(session, part)
    assert.doesNotMatch(session, /Domain/)
    const token = browser.jar.get('__Host-zayavka') ?? ''
    const secret = token.split('.')[1] ?? ''
    assert.ok(secret.length >= 43)
    const { rows } = await sql<{ text: string }>`select row_to_json(s)::text as text from session s`.execute(
      platform.db,
    )
    assert.ok(!rows.some(({ text }) => text.includes(secret)))
  })

  test('B3 a new token at sign-in, the old one dead at once', async () => {
    const platform = await open()
    const product = await openProduct(platform)
    const browser = product.browser()
    await browser.signUp(phone)
    const old = browser.jar.get('__Host-zayavka') ?? ''
    platform.clock.advance(2 * minute)
    await browser.sendCode(phone)
    await browser.signIn(phone)
    assert.notEqual(browser.jar.get('__Host-zayavka'), old)
    const thief = product.browser()
    thief.jar.set('__Host-zayavka', old)
    assert.equal((await thief.call('GET', '/authenticated')).status, 401)
  })

  test('B4 idle half an hour, whole twelve hours; polls do not keep it alive', async () => {
    const platform = await open()
    const product = await openProduct(platform)
    const browser = product.browser()
    await browser.signUp(phone)
    for (let n = 0; n < 2; n += 1) {
      platform.clock.advance(14 * minute)
      assert.equal((await browser.call('GET', '/authenticated')).status, 200)
    }
    platform.clock.advance(3 * minute)
    assert.equal((await browser.call('GET', '/authenticated')).status, 401)

    platform.clock.advance(2 * minute)
    await browser.sendCode(phone)
    await browser.signIn(phone)
    for (let n = 0; n < 35; n += 1) {
      platform.clock.advance(20 * minute)
      assert.equal((await browser.call('GET', '/service/profile')).status, 200, `after ${(n + 1) * 20} minutes`)
    }
    platform.clock.advance(21 * minute)
    assert.equal((await browser.call('GET', '/authenticated')).status, 401)
  })

  test('B6 all other sign-ins end at once, and nobody else’s', async () => {
    const platform = await open()
    const product = await openProduct(platform)
    const [one, two, three, stranger] = Array.from({ length: 4 }, () => product.browser())
    for (const browser of [one, two, three]) {
      await browser?.signUp(phone)
      platform.clock.advance(2 * minute)
    }
    await stranger?.signUp('9000000099')
    assert.deepEqual((await three?.call('DELETE', '/service/auth/sessions'))?.body, { ended: 2 })
    const seen = async (browser = one) => (await browser?.call('GET', '/authenticated'))?.status
    assert.deepEqual([await seen(one), await seen(two), await seen(three), await seen(stranger)], [401, 401, 200, 200])
  })

  test('B5 signing out kills the session on the server; B6 other sign-ins can be ended', async () => {
    const platform = await open()
    const product = await openProduct(platform)
    const one = product.browser()
    await one.signUp(phone)
    platform.clock.advance(2 * minute)
    const two = product.browser()
    await two.signUp(phone)
    const { sessions } = (await two.call('GET', '/service/profile')).body as {
      sessions: { id: string; current: boolean }[]
    }
    assert.equal(sessions.length, 2)
    const first = sessions.find(({ current }) => !current)?.id
    assert.equal((await two.call('DELETE', `/service/auth/sessions/${first}`)).status, 204)
    assert.equal((await one.call('GET', '/authenticated')).status, 401)
    const token = two.jar.get('__Host-zayavka') ?? ''
    const left = await two.call('DELETE', '/service/auth/session')
    assert.match(String(left.headers['clear-site-data']), /storage/)
    two.jar.set('__Host-zayavka', token)
    assert.equal((await two.call('GET', '/authenticated')).status, 401)
  })
})
