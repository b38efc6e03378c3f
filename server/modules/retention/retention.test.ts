import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sql } from 'kysely'
import { date } from '#contract/dates.ts'
import { durationMs } from '#contract/durations.ts'
import { requiredRuleOn } from '#contract/rules.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { demoLender } from '#server/testing/life.ts'
import { codeOf, openProduct, type TestBrowser } from '#server/testing/product.ts'

const phone = '+79161234567'
const day = 24 * 3600_000
const person = {
  surname: 'Вымыслова',
  name: 'Анна',
  patronymic: 'Петровна',
  birthDate: '10.05.1990',
  sex: 'female',
  snils: '112-233-445 95',
}

onBothDatabases('what is kept, and how long', (open) => {
  async function start() {
    const platform = await open()
    const product = await openProduct(platform)
    const browser = product.browser()
    await browser.signUp(phone)
    return { platform, product, browser }
  }

  async function filled(browser: TestBrowser): Promise<string> {
    const id = ((await browser.create()).body as { _id: string })._id
    const kept = await browser.call('PUT', `/service/requests/${id}/steps/10/draft`, { revision: 0, patch: person })
    assert.equal(kept.status, 200, kept.text)
    return id
  }

  async function count(platform: TestPlatform, of: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.raw(of)}`.execute(platform.db)
    return Number(rows[0]?.count)
  }

  /** Photos of a request that was sent long ago, as a review would have left them. */
  async function refused(platform: TestPlatform, id: string, state: 'refused' | 'lent') {
    const { rows } = await sql<{ client_id: string }>`select client_id from request where id = ${id}`.execute(
      platform.db,
    )
    const client = rows[0]?.client_id ?? ''
    const now = platform.clock.now()
    const file = '11111111-1111-4111-8111-111111111111'
    await sql`update request set state = ${state === 'lent' ? 'Processed' : 'Rejected'},
      sent_at = ${now}, updated_at = ${now} where id = ${id}`.execute(platform.db)
    await sql`insert into evidence (id, client_id, request_id, step, kind, size, state, stored_size, created_at, stored_at)
      values (${file}, ${client}, ${id}, 28, 'passport', 3, 'stored', 3, ${now}, ${now})`.execute(platform.db)
    if (state === 'lent')
      await sql`insert into loan (id, request_id, client_id, state, due_date, principal, sealed, opened_at, closed_at)
        values ('loan', ${id}, ${client}, 'closed', '2026-01-01', 1, '\\x00', ${now}, ${now})`.execute(platform.db)
    return client
  }

  test('M16: what the privacy text promises is what is kept', () => {
    const { unfinished, refused: withoutLoan, refusedEvidence, contracts } = demoLender().retention
    const text = readFileSync(new URL('../../../config/documents/privacy-1.md', import.meta.url), 'utf8')
    const days = (pattern: RegExp) => Number(pattern.exec(text)?.[1]) * day
    assert.equal(durationMs(withoutLoan), days(/Заявку без займа — (\d+) дней/))
    assert.equal(durationMs(unfinished), days(/Черновик[^.]* — (\d+) дней/))
    assert.ok(durationMs(refusedEvidence) <= durationMs(withoutLoan))
    assert.match(text, /Договор и доказательства подписи — пять лет/)
    const years = requiredRuleOn(demoLender().rules, 'keepEvidenceYears', date('2026-11-23'))
    assert.ok(durationMs(contracts) >= years * 365.25 * day - day)
  })

  test('an unfinished request goes when its time has come, not a day before', async () => {
    const { platform, product, browser } = await start()
    await filled(browser)
    const { retention } = product.services
    platform.clock.advance(89 * day)
    assert.equal((await retention.sweep()).unfinished, 0)
    platform.clock.advance(2 * day)
    assert.equal((await retention.sweep()).unfinished, 1)
    assert.equal((await retention.sweep()).unfinished, 0)
    assert.deepEqual([await count(platform, 'request'), await count(platform, 'step')], [0, 0])
    assert.equal(await count(platform, "journal where event = 'retention.request'"), 1)
  })

  test('photos of a refused request go first, the rest when the privacy text says', async () => {
    const { platform, product, browser } = await start()
    await refused(platform, await filled(browser), 'refused')
    const { retention } = product.services
    platform.clock.advance(31 * day)
    assert.equal((await retention.sweep()).evidence, 1)
    assert.deepEqual([await count(platform, 'evidence'), await count(platform, 'request')], [0, 1])
    platform.clock.advance(60 * day)
    assert.equal((await retention.sweep()).refused, 1)
    assert.equal(await count(platform, 'request'), 0)
  })

  test('an account nobody came back to goes when its time has come; who came, or has a request, stays', async () => {
    const { platform, product, browser } = await start()
    await refused(platform, await filled(browser), 'lent')
    const others = ['+79161234568', '+79161234569']
    for (const other of others) await product.browser().signUp(other)
    const { retention } = product.services
    platform.clock.advance(1000 * day)
    assert.equal((await retention.sweep()).erased, 0)
    await product.browser().signUp(others[0] ?? '')
    platform.clock.advance(200 * day)
    assert.equal((await retention.sweep()).erased, 1)
    assert.equal((await retention.sweep()).erased, 0)
    assert.equal(await count(platform, 'client'), 2)
    assert.equal(await count(platform, 'request'), 1)
  })

  test('five years after the last loan nothing of the client is left but the journal', async () => {
    const { platform, product, browser } = await start()
    const id = await filled(browser)
    const client = await refused(platform, id, 'lent')
    const { retention } = product.services
    platform.clock.advance(1825 * day)
    assert.equal((await retention.sweep()).erased, 0)
    platform.clock.advance(2 * day)
    assert.equal((await retention.sweep()).erased, 1)
    for (const table of [
      'client',
      'request',
      'step',
      'evidence',
      'loan',
      'session',
      'consent',
      'message where client_id is not null',
    ])
      assert.equal(await count(platform, table), 0, table)
    assert.equal(await count(platform, `journal where subject_id = '${id}' and event = 'request.create'`), 1)
    await assert.rejects(platform.clientKeys.of(platform.db, client), { code: 'not_found' })
  })

  test('forgotten at their word: nothing while a request is open; then all, copies in backups too', async () => {
    const { platform, browser } = await start()
    const id = await filled(browser)
    const forget = () => browser.call('POST', '/service/profile/deletion', { sure: true })
    assert.equal(codeOf(await forget()), 'state_conflict')
    const { rows } = await sql<{ raw: Buffer; client_id: string }>`
      select step.raw, request.client_id from step join request on request.id = request_id where number = 10`.execute(
      platform.db,
    )
    const copy = rows[0]
    assert.ok(copy)
    const place = { table: 'step', id: `${id}:10`, column: 'raw' }
    const keys = await platform.clientKeys.of(platform.db, copy.client_id)
    assert.equal(keys.unseal<typeof person>(copy.raw, place).surname, person.surname)

    const version = ((await browser.call('GET', `/service/requests/${id}`)).body as { request: { version: number } })
      .request.version
    assert.ok((await browser.call('POST', `/service/requests/${id}/withdraw`, { version }, browser.key())).status < 300)
    assert.deepEqual((await forget()).body, { erased: true })
    assert.equal((await browser.call('GET', '/authenticated')).status, 401)
    for (const table of ['client', 'request', 'step', 'session']) assert.equal(await count(platform, table), 0, table)
    await assert.rejects(platform.clientKeys.of(platform.db, copy.client_id), { code: 'not_found' })
    assert.throws(() => platform.sealing.unseal(copy.raw, place), { code: 'seal_key_missing' })
    assert.equal(await count(platform, "journal where event = 'client.erase'"), 1)
    platform.clock.advance(61_000)
    await browser.signUp(phone)
    assert.equal(await count(platform, 'client'), 1)
  })

  test('M16: who had a loan is told until when its papers are kept; passport photos and how the code went out stay with them', async () => {
    const { platform, product, browser } = await start()
    await refused(platform, await filled(browser), 'lent')
    await sql`insert into message (id, channel, kind, state, sealed, client_id, attempts, place, created_at)
      select 'code', 'sms', 'signingCode', 'sent', '\\x00', client_id, 1, 1, updated_at from request limit 1`.execute(
      platform.db,
    )
    await sql`insert into signing_package (id, request_id, client_id, session_id, purpose, documents, terms, hash, request_version, message_id, frozen_at, sent_at)
      select 'package', id, client_id, 's', 'contract', '[]', '{}', 'h', 1, 'code', updated_at, updated_at from request limit 1`.execute(
      platform.db,
    )
    await sql`insert into pay_means (id, client_id, provider, sealed, linked_at)
      select 'card', client_id, 'sandbox', '\\x00', updated_at from request limit 1`.execute(platform.db)
    const answer = await browser.call('POST', '/service/profile/deletion', { sure: true })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(await count(platform, 'pay_means where sealed is null and unlinked_at is not null'), 1)
    const { erased, keptUntil } = answer.body as { erased: boolean; keptUntil?: string }
    assert.equal(erased, false)
    assert.match(keptUntil ?? '', /^\d{4}-\d\d-\d\d$/)
    assert.deepEqual([await count(platform, 'evidence'), await count(platform, 'loan')], [1, 1])
    assert.equal(await count(platform, "message where id = 'code'"), 1)
    platform.clock.advance(400 * day)
    await product.services.retention.sweep()
    assert.equal(await count(platform, "message where id = 'code'"), 1)
  })

  test('one’s own data tell of no other account: not that two are one, of no case, of no photo somebody else has too', async () => {
    const { platform, product, browser } = await start()
    const id = await filled(browser)
    const other = product.browser()
    await other.signUp('+79161234568')
    const { people } = product.services
    const { rows } = await sql<{ id: string }>`select id from client order by created_at, id`.execute(platform.db)
    const own = (await product.services.requests.find(id))?.client_id ?? ''
    const theirs = rows.find((row) => row.id !== own)?.id ?? ''
    await platform.transact(async (tx) => {
      for (const clientId of [own, theirs]) await people.learn(tx, clientId, { passportNumber: '4500000055' })
      await people.join(tx, 'staff', own, theirs)
      await people.compare(tx, own)
      const actor = { kind: 'job', id: 'comparePhoto' } as const
      const data = { file: 'one', step: 28, other: 'two' }
      tx.journal({ event: 'evidence.samePhoto', actor, subject: { kind: 'request', id }, data })
    })
    assert.ok((await count(platform, "journal where event like 'person.%' or event = 'evidence.samePhoto'")) >= 3)
    for (const [asking, hidden] of [
      [browser, theirs],
      [other, own],
    ] as const) {
      const given = await asking.call('GET', '/service/profile/data')
      assert.equal(given.status, 200)
      assert.doesNotMatch(given.text, /person\.|case\.|samePhoto/)
      assert.ok(!given.text.includes(hidden))
    }
  })

  test('one’s own data: everything typed, after a fresh code only, five times a day, journaled', async () => {
    const { platform, browser } = await start()
    await filled(browser)
    const given = await browser.call('GET', '/service/profile/data')
    assert.equal(given.status, 200, given.text)
    assert.match(String(given.headers['content-disposition']), /attachment/)
    type Given = {
      profile: { phone: string }
      consents: unknown[]
      requests: { steps: { number: number; typed: typeof person }[] }[]
      events: { event: string }[]
    }
    const { profile, consents, requests, events } = given.body as Given
    assert.equal(profile.phone, phone)
    assert.ok(consents.length > 0)
    assert.equal(requests[0]?.steps.find(({ number }) => number === 10)?.typed.surname, person.surname)
    assert.ok(events.some(({ event }) => event === 'request.create'))
    assert.equal(await count(platform, "journal where event = 'client.ownData'"), 1)
    for (let n = 0; n < 3; n += 1) assert.equal((await browser.call('GET', '/service/profile/data')).status, 200)
    platform.clock.advance(6 * 60_000)
    assert.equal(codeOf(await browser.call('GET', '/service/profile/data')), 'confirm_again')
    assert.equal((await browser.call('GET', '/service/profile/data')).status, 429)
    assert.equal(codeOf(await browser.call('POST', '/service/profile/deletion', { sure: true })), 'confirm_again')
  })
})
