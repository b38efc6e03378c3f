import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemRandom } from '#server/platform/random.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { migratedPostgres } from '#server/testing/fresh-postgres.ts'
import { openProduct } from '#server/testing/product.ts'
import { openClient } from '../e2e/client.ts'
import { runServer } from '../e2e/server.ts'
import { declaredCalls } from './declared.ts'
import { bare } from './people.ts'

const minute = 60_000
const phone = '+79161234567'
const other = '+79001002030'
const secret = { config: { testCodes: { sms: undefined, email: undefined } } }
const tries = Number(process.env.TRIES ?? 40)

/** 0.1 % of the χ² distribution with nine degrees of freedom lies beyond this. */
const chiSquareLimit = 27.88

test('A1: each digit is as likely at each place, leading zeros are kept, repeats are as chance has them', (context) => {
  const many = 10_000
  const codes = Array.from({ length: many }, () => systemRandom.digits(6))
  assert.ok(codes.every((code) => /^\d{6}$/.test(code)))
  const worst = Math.max(
    ...Array.from({ length: 6 }, (_, place) => {
      const counts = Array.from(
        { length: 10 },
        (_, digit) => codes.filter((code) => code[place] === String(digit)).length,
      )
      return counts.reduce((sum, count) => sum + (count - many / 10) ** 2 / (many / 10), 0)
    }),
  )
  const repeats = many - new Set(codes).size
  // six places are looked at: the limit of one is widened for that (1 in 60 000 runs would fail by chance)
  assert.ok(worst < chiSquareLimit + 12, `χ² ${worst}`)
  // birthday expectation of 10 000 among a million: 50, deviation about 7
  assert.ok(repeats < 100, `${repeats} repeats`)
  context.diagnostic(`A1: ${many} codes, worst χ² ${worst.toFixed(1)}, ${repeats} repeats of 50 expected`)
})

onBothDatabases('codes under attack', (open) => {
  async function lastCode(platform: TestPlatform, product: Awaited<ReturnType<typeof openProduct>>): Promise<string> {
    await platform.jobs.runDue()
    const [latest] = await product.services.messages.list(null, 1)
    return /\d{6}/.exec(latest?.content.text ?? '')?.[0] ?? ''
  }

  test('A7: a stranger who spends a phone’s codes neither signs its owner out nor holds the door for more than an hour', async () => {
    const platform = await open(secret)
    const product = await openProduct(platform)
    const owner = product.browser()
    await owner.sendCode(phone)
    const documents = product.services.published.current('signUp').map(({ id, version }) => ({ id, version }))
    assert.equal((await owner.signIn(phone, await lastCode(platform, product), documents)).status, 200)
    const stranger = product.browser('203.0.113.9')
    for (let n = 0; n < 6; n += 1) {
      platform.clock.advance(minute + 1000)
      await stranger.sendCode(phone)
      for (let wrong = 0; wrong < 6; wrong += 1) await stranger.signIn(phone, '000000')
    }
    assert.equal((await stranger.sendCode(phone)).status, 429)
    assert.equal((await owner.call('GET', '/service/profile')).status, 200)
    platform.clock.advance(60 * minute)
    const again = product.browser()
    assert.equal((await again.sendCode(phone)).status, 202)
    assert.equal((await again.signIn(phone, await lastCode(platform, product))).status, 200)
  })

  test('A9: a known and an unknown phone take the same time and the same words', async (context) => {
    const platform = await open(secret)
    const product = await openProduct(platform)
    await product.browser().sendCode(phone)
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    const answers: unknown[] = []
    for (let n = 0; n < tries * 2; n += 1) {
      // each kind as often first of its pair as second
      const which = n % 4 === 1 || n % 4 === 2 ? 'known' : 'unknown'
      const browser = product.browser(`198.51.100.${n % 250}`)
      const started = performance.now()
      const answer = await browser.signIn(which === 'known' ? phone : other, '123450')
      times[which].push(performance.now() - started)
      answers.push(bare(answer))
    }
    // the faster quarter: what else this machine is doing only ever adds
    const undisturbed = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length / 4)] ?? 0
    const apart = Math.abs(undisturbed(times.known) - undisturbed(times.unknown))
    for (const answer of answers) assert.deepEqual(answer, answers[0])
    assert.ok(apart < 10, `${apart} ms apart`)
    context.diagnostic(`A9: ${tries} tries each, lower quartiles ${apart.toFixed(2)} ms apart`)
  })

  test('B8: a session ended since yesterday’s backup is not alive after the backup is put back', async () => {
    const platform = await open()
    const product = await openProduct(platform)
    const browser = product.browser()
    await browser.signUp(phone)
    // the backup still knows the session as open: its whole life is shorter than a day
    platform.clock.advance(24 * 60 * minute)
    assert.equal((await browser.call('GET', '/authenticated')).status, 401)
  })
})

test('A6: tries and pauses survive kill -9; B8: so does the end of a session', async () => {
  const server = await runServer({ env: { TEST_SMS_CODE: '314159' } })
  try {
    const client = openClient(server.url)
    const signIn = (code: string) => client.call('POST', '/service/auth/session', { phone, code })
    await client.must('POST', '/service/auth/codes', { phone })
    for (let n = 0; n < 3; n += 1) assert.equal((await signIn('000000')).status, 401)
    await server.kill()
    await server.restart()
    const early = await client.call('POST', '/service/auth/codes', { phone })
    assert.equal(early.status, 429)
    for (let n = 0; n < 2; n += 1) await signIn('000000')
    assert.equal((await signIn('314159')).status, 401, 'the sixth try, with the right code')

    const second = openClient(server.url)
    await second.must('POST', '/service/auth/codes', { phone: other })
    const documents = await second.call('POST', '/service/auth/session', { phone: other, code: '314159' })
    const { accepted } = {
      accepted: (
        documents.body as { error: { details: { documents: { id: string; version: string }[] } } }
      ).error.details.documents.map(({ id, version }) => ({ id, version })),
    }
    await second.must('POST', '/service/auth/session', { phone: other, code: '314159', accepted })
    const cookies = new Map(second.jar)
    await second.must('DELETE', '/service/auth/session')
    await server.kill()
    await server.restart()
    for (const [name, value] of cookies) second.jar.set(name, value)
    assert.equal((await second.call('GET', '/authenticated')).status, 401)
  } finally {
    await server.stop()
  }
})

test('A6: two servers on one database count together', { skip: !process.env.TEST_DATABASE_URL }, async () => {
  const database = await migratedPostgres(process.env.TEST_DATABASE_URL ?? '')
  const env = { TEST_SMS_CODE: '314159', DATABASE_URL: database.url, APP_KEY: 'Zt7vQ2mXk9LrB4nWc8YpH3sJd6FgA1uE' }
  const one = await runServer({ env })
  const two = await runServer({ env })
  try {
    let here = one.url
    const client = openClient(() => here)
    const signIn = (code: string) => client.call('POST', '/service/auth/session', { phone, code })
    await client.must('POST', '/service/auth/codes', { phone })
    for (let n = 0; n < 3; n += 1) await signIn('000000')
    here = two.url
    assert.equal((await client.call('POST', '/service/auth/codes', { phone })).status, 429)
    for (let n = 0; n < 2; n += 1) await signIn('000000')
    assert.equal((await signIn('314159')).status, 401)
  } finally {
    await one.stop()
    await two.stop()
    await database.drop()
  }
})

test('A12: no call but the two of the change of phone takes one', async () => {
  const taken: string[] = []
  for (const call of await declaredCalls()) {
    if (call.who !== 'client' || !call.body || call.method === 'GET') continue
    const refused = call.body.safeParse({ phone, newPhone: phone, code: '111111' })
    const kept = refused.success ? Object.keys(refused.data as object) : []
    if (kept.includes('phone') || kept.includes('newPhone')) taken.push(call.name)
  }
  assert.deepEqual(taken.sort(), ['changePhone', 'sendPhoneCode'], 'both ask for a code not older than five minutes')
})
