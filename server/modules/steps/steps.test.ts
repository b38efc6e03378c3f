import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { onBothDatabases } from '#server/testing/bench.ts'
import { codeOf, openProduct, type TestBrowser } from '#server/testing/product.ts'

const phone = '+79161234567'
const person = {
  surname: 'Вымыслова',
  name: 'Анна',
  patronymic: 'Петровна',
  birthDate: '10.05.1990',
  sex: 'female',
  snils: '112-233-445 95',
}

interface Detail {
  request: { status: number; version: number }
  steps: { number: number; revision: number; raw: Record<string, unknown>; accepted: boolean }[]
  facts: Record<string, unknown>
}

onBothDatabases('creating and filling a request', (open) => {
  async function start() {
    const platform = await open()
    const product = await openProduct(platform)
    const browser = product.browser()
    await browser.signUp(phone)
    return { platform, product, browser }
  }

  const idOf = (body: unknown) => (body as { _id: string })._id
  const detail = async (browser: TestBrowser, id: string) =>
    (await browser.call('GET', `/service/requests/${id}`)).body as Detail

  test('twenty creations at once, each with a key of its own: one request', async () => {
    const { browser } = await start()
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.create()))
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    for (const answer of answers.filter(({ status }) => status !== 201)) assert.equal(codeOf(answer), 'request_open')
  })

  test('the same creation again answers the same bytes; without a key it is refused', async () => {
    const { browser } = await start()
    const key = browser.key()
    const raw = { product: 'payday', amount: 1_000_000, term: 14, purpose: 'everyday' }
    const first = await browser.call('POST', '/service/requests', { raw }, key)
    const again = await browser.call('POST', '/service/requests', { raw }, key)
    assert.deepEqual([again.status, again.text], [201, first.text])
    assert.equal(codeOf(await browser.call('POST', '/service/requests', { raw })), 'idempotency_key_missing')
    const other = await browser.call('POST', '/service/requests', { raw: { ...raw, term: 15 } }, key)
    assert.equal(codeOf(other), 'idempotency_key_reused')
  })

  test('wishes outside the product are refused with the field named', async () => {
    const { browser } = await start()
    const raw = { product: 'payday', amount: 1_000_000, term: 14, purpose: 'everyday' }
    for (const [change, field] of [
      [{ amount: 99_00 }, 'amount'],
      [{ amount: 1_000_001 }, 'amount'],
      [{ term: 31 }, 'term'],
      [{ product: 'gift' }, 'product'],
      [{ purpose: 'nothing' }, 'purpose'],
      [{ promo: 'НЕТТАКОГО' }, 'promo'],
    ] as const) {
      const answer = await browser.call('POST', '/service/requests', { raw: { ...raw, ...change } }, browser.key())
      assert.equal(answer.status, 400)
      const { issues } = (answer.body as { error: { issues: { field: string }[] } }).error
      assert.deepEqual(
        issues.map((issue) => issue.field),
        [field],
      )
    }
  })

  test('twenty drafts on one revision: one is kept, nineteen are conflicts with what was kept', async () => {
    const { browser } = await start()
    const id = idOf((await browser.create()).body)
    const save = (n: number) =>
      browser.call('PUT', `/service/requests/${id}/steps/10/draft`, { revision: 0, patch: { surname: `Имя ${n}` } })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => save(n)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    const kept = (await detail(browser, id)).steps.find(({ number }) => number === 10)
    for (const answer of answers.filter(({ status }) => status === 409)) {
      const { details } = (answer.body as { error: { details: { raw: object } } }).error
      assert.deepEqual(details.raw, kept?.raw)
    }
  })

  test('accepted answers become facts; a later draft does not take the acceptance away', async () => {
    const { browser } = await start()
    const id = idOf((await browser.create()).body)
    const path = `/service/requests/${id}/steps/10`
    const accepted = await browser.call('PUT', path, { revision: 0, raw: person })
    assert.equal(accepted.status, 200, accepted.text)
    assert.equal((accepted.body as { next: number }).next, 9)
    const { facts, steps } = await detail(browser, id)
    assert.equal(facts.birthDate, '1990-05-10')
    const revision = steps.find(({ number }) => number === 10)?.revision ?? 0
    await browser.call('PUT', `${path}/draft`, { revision, patch: { surname: 'Вы' } })
    const after = (await detail(browser, id)).steps.find(({ number }) => number === 10)
    assert.equal(after?.accepted, true)
    assert.equal(after?.raw.surname, 'Вы')
  })

  test('G1: what was typed is nowhere in the tables in plain', async () => {
    const { platform, browser } = await start()
    const id = idOf((await browser.create()).body)
    await browser.call('PUT', `/service/requests/${id}/steps/10`, { revision: 0, raw: person })
    const tables = await sql<{
      name: string
    }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(platform.db)
    for (const { name } of tables.rows) {
      const { rows } = await sql<{
        text: string
      }>`select row_to_json(t)::text as text from ${sql.table(name)} t`.execute(platform.db)
      for (const { text } of rows) {
        for (const value of ['Вымыслова', '9161234567', '11223344595', '1990-05-10'])
          assert.ok(!text.includes(value), `${name} holds ${value}`)
      }
    }
    for (const line of platform.lines) for (const value of ['Вымыслова', '9161234567']) assert.ok(!line.includes(value))
  })

  test('withdrawn once, however often; then a new one may begin, prefilled by nothing unsent', async () => {
    const { browser } = await start()
    const id = idOf((await browser.create()).body)
    const { request } = await detail(browser, id)
    const withdraw = () =>
      browser.call('POST', `/service/requests/${id}/withdraw`, { version: request.version }, browser.key())
    const answers = await Promise.all(Array.from({ length: 10 }, withdraw))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.ok(answers.every(({ status }) => status === 200 || status === 409))
    assert.equal((await browser.create()).status, 201)
  })

  test('an answer taken back is no fact any more: no patronymic, another number, no promo code', async () => {
    const { browser } = await start()
    const raw = { product: 'payday', amount: 1_000_000, term: 14, purpose: 'everyday', promo: 'НЕДЕЛЯ' }
    const id = idOf((await browser.call('POST', '/service/requests', { raw }, browser.key())).body)
    const accept = async (step: number, revision: number, answers: object) => {
      const path = `/service/requests/${id}/steps/${step}`
      assert.equal((await browser.call('PUT', path, { revision, raw: answers })).status, 200)
      return (await detail(browser, id)).facts
    }
    const before = await accept(10, 0, person)
    assert.deepEqual([before.patronymic, before.promo], ['Петровна', 'НЕДЕЛЯ'])
    const { patronymic: _gone, snils: _other, ...rest } = person
    const after = await accept(10, 1, { ...rest, noPatronymic: true, inn: '500100732259' })
    assert.deepEqual([after.patronymic, after.snils, after.inn], [undefined, undefined, '500100732259'])
    assert.equal((await accept(34, 1, { ...raw, promo: '' })).promo, undefined)
  })

  test('C5: fields nobody asked for are never stored', async () => {
    const { browser } = await start()
    const raw = { product: 'payday', amount: 1_000_000, term: 14, purpose: 'everyday' }
    const within = { raw: { ...raw, status: 5, firstLoan: false } }
    const refused = await browser.call('POST', '/service/requests', within, browser.key())
    assert.deepEqual([refused.status, codeOf(refused)], [400, 'bad_request'])
    const created = await browser.call('POST', '/service/requests', { raw, status: 5, clientId: 'x' }, browser.key())
    assert.equal((created.body as { status: number }).status, 0)
    const { facts } = await detail(browser, idOf(created.body))
    assert.equal(facts.firstLoan, true)
    assert.equal(facts.status, undefined)
  })
})
