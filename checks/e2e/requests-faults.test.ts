import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { heading } from './anna.ts'
import { at } from './borrower.ts'
import { type Client, openClient, until } from './client.ts'
import { announces, announcesForAll } from './faults.ts'
import { opened } from './opened.ts'

// what the app writes of the answers that are broken here
// The loans of these answers are made up.
announcesForAll(
  { says: /^(authenticated|requests_findByClientIds|currentRequest|getLoan)\b/ },
  { status: 404, url: /\/service\/loans\// },
)

/** Signed in once, for every test: codes of one address are limited. Each test has a browser of its own. */
const people: { filled?: Client; bare?: Client } = {}

const place = opened({}, async ({ server }) => {
  people.filled = openClient(server.url)
  await people.filled.signUp('9167701001')
  await people.filled.create()
  people.bare = openClient(server.url)
  await people.bare.signUp('9167701002')
})

/** Somebody who is signed in; `filled`: with a request being filled. */
function somebody(filled: boolean) {
  const client = filled ? people.filled : people.bare
  if (!client) throw new Error('the people are there inside tests only')
  return place.personOf(client)
}

const requestsCall = '**/service/requests/findByClientIds'

const list = (...data: unknown[]) => ({ json: { result: { count: data.length, data } } })
const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString()
const loan = (more: object) => ({
  _id: '018f2a44-1234-4567-8901-234567890123',
  type: 'loan',
  status: 0,
  allowedFillRequest: true,
  version: 1,
  createdAt: day(-1),
  updatedAt: day(-1),
  terms: { product: 'payday', amount: 1_000_000, term: 14 },
  ...more,
})

const poll = (page: Page) => page.evaluate(() => dispatchEvent(new Event('online')))

describe('S3: a failed requests call is an error the person meets', () => {
  const faults: [name: string, act: (route: Route) => Promise<void>, words: RegExp][] = [
    ['500', (r) => r.fulfill({ status: 500, body: 'Internal Server Error' }), /перегружен или перезапускается/],
    ['null', (r) => r.fulfill({ json: null }), /не целиком/],
    ['an error body', (r) => r.fulfill({ json: { error: { code: 'E7', message: 'Идут работы' } } }), /Идут работы/],
    ['an error in English', (r) => r.fulfill({ json: { error: { code: 'E7', message: 'boom' } } }), /не отдал список/],
    ['another schema', (r) => r.fulfill({ json: { result: { count: 'x', data: [] } } }), /не целиком/],
    ['no connection', (r) => r.abort(), /Нет связи с сервером/],
  ]
  for (const [name, act, words] of faults) {
    test(`S3: one failed poll (${name}) leaves the desk, says why and offers to try again`, async () => {
      const { page, context } = await somebody(true)
      await page.goto('/step3')
      await heading(page, 'Заполните заявку')
      let broken = true
      await page.route(requestsCall, (route) => (broken ? act(route) : route.continue()))
      await poll(page)
      await page.getByRole('status').filter({ hasText: words }).waitFor()
      assert.equal(await page.getByRole('heading', { name: 'Заполните заявку' }).isVisible(), true)
      assert.equal(await page.getByText('Обработка').count(), 0)
      assert.doesNotMatch(await page.locator('main').innerText(), /[A-Za-z]{4,}/, 'no raw English')
      broken = false
      await page.getByRole('button', { name: 'Повторить' }).click()
      await page.getByText('Не получилось обновить').waitFor({ state: 'detached' })
      await context.close()
    })

    test(`S3: a cold load (${name}) ends at once with the same words, «Повторить» and a phone`, async () => {
      const { page, context } = await somebody(true)
      let broken = true
      await page.route(requestsCall, (route) => (broken ? act(route) : route.continue()))
      await page.goto('/step3')
      await page.getByText(words).waitFor()
      assert.match((await page.getByRole('link', { name: /Позвонить/ }).getAttribute('href')) ?? '', /^tel:\+7/)
      broken = false
      await page.getByRole('button', { name: 'Повторить' }).click()
      await heading(page, 'Заполните заявку')
      await context.close()
    })
  }

  test('S3: a call that is never answered fails too, and the next poll is not held up by it', async () => {
    const { page, context } = await somebody(true)
    await page.clock.install()
    let asked = 0
    await page.route(requestsCall, (route) => (++asked === 1 ? new Promise<void>(() => {}) : route.continue()))
    await page.goto('/step3')
    await until('the call', async () => asked === 1)
    await page.clock.runFor(16_000)
    await page.getByText('Нет связи с сервером').waitFor()
    await page.clock.runFor(20_000)
    await heading(page, 'Заполните заявку')
    await context.close()
  })
})

describe('S4: a request is created only as the create flag allows', () => {
  test('S4: /step19 opened directly beside an open request: the flag stands before the form', async () => {
    const { page, context } = await somebody(true)
    await page.goto('/step19')
    await page.getByText('У вас уже есть открытая заявка').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Продолжить' }).count(), 0)
    await context.close()
  })

  for (const [name, status, may] of [
    ['Verification', { status: 2, verification: { status: 1 } }, false],
    ['Approved', { status: 3, verification: { status: 3 } }, false],
    ['noResolveStatus', { status: 77 }, false],
    ['Rejected', { status: 4, verification: { status: 4 } }, true],
    ['prolongate', { type: 'prolongate', status: 0 }, true],
  ] as const) {
    test(`S4: /step19 opened directly in ${name}: ${may ? 'the form' : 'no form'}`, async () => {
      const { page, context } = await somebody(false)
      await page.route(requestsCall, (route) => route.fulfill(list(loan(status))))
      await page.goto('/step19')
      await heading(page, 'Новая заявка')
      await page.getByLabel('На что нужны деньги').or(page.getByText('У вас уже есть открытая заявка')).waitFor()
      assert.equal(await page.getByLabel('На что нужны деньги').count(), may ? 1 : 0)
      await context.close()
    })
  }

  test('S4: a first loan has its own price on /step19 opened directly', async () => {
    const { page, context } = await somebody(false)
    await page.addInitScript(() =>
      localStorage.setItem('zayavka.wish', JSON.stringify({ product: 'payday', amount: 1_000_000, term: 14 })),
    )
    await page.goto('/step19')
    await page.getByLabel('На что нужны деньги').waitFor()
    const dock = await page.getByRole('region', { name: 'Дальше' }).innerText()
    assert.match(dock, /Вернёте 10\s000\s₽/)
    await context.close()
  })

  test('S4: while the list cannot be read, neither form nor price: the reason and a way to try again', async () => {
    const { page, context } = await somebody(false)
    await page.route(requestsCall, (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto('/step19')
    await page.getByRole('button', { name: 'Повторить' }).waitFor()
    assert.equal(await page.getByText('Вернёте').count(), 0)
    await context.close()
  })
})

describe('S11: a new request from the desk', () => {
  const running = { state: 'running', id: '018f2a44-1234-4567-8901-2345678901aa', dueDate: day(10).slice(0, 10) }
  const paid = (more: object = {}) => loan({ status: 5, verification: { status: 3 }, loan: running, ...more })
  const desk = async (...data: unknown[]) => {
    const { page, context } = await somebody(false)
    await page.route(requestsCall, (route) => route.fulfill(list(...data)))
    await page.goto('/step3')
    await page.getByRole('heading', { name: 'Помощь' }).waitFor()
    return { page, context }
  }

  test('S11: offered beside a running loan, and what the law leaves of it said', async () => {
    const { page, context } = await desk(paid())
    await heading(page, 'Нужен ещё заём?')
    await page.getByText(/дольше 30/).waitFor()
    await page.getByRole('link', { name: 'Новая заявка' }).click()
    await at(page, '/step19')
    await page.getByLabel('На что нужны деньги').waitFor()
    await context.close()
  })

  test('S11: offered beside a prolongation, whose loan is not a short one', async () => {
    const terms = { product: 'instalment', amount: 1_000_000, term: 12 }
    const prolongation = {
      loanId: running.id,
      newDueDate: day(30).slice(0, 10),
      until: day(9).slice(0, 10),
      signed: false,
      paid: false,
    }
    const { page, context } = await desk(
      loan({ _id: '018f2a44-1234-4567-8901-2345678901bb', type: 'prolongate', terms: null, prolongation }),
      paid({ terms }),
    )
    await heading(page, 'Нужен ещё заём?')
    assert.equal(await page.getByText(/дольше 30/).count(), 0)
    await context.close()
  })

  test('S11: not offered beside an open request, with the reason', async () => {
    const { page, context } = await desk(loan({ status: 2, verification: { status: 1 } }), paid())
    await page.getByText(/новую подать нельзя/).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Новая заявка' }).count(), 0)
    await context.close()
  })

  test('B20: a refusal says so, and warns of asking again before its time', async () => {
    const refused = (days: number) =>
      loan({ status: 4, rejection: { reason: 'credit', comeBackOn: day(days).slice(0, 10) } })
    const early = await desk(refused(30))
    await heading(early.page, /^Отказ: /)
    await early.page.getByText(/Новую заявку лучше подать с/).waitFor()
    await early.page.getByRole('link', { name: 'Всё равно подать сейчас' }).waitFor()
    await early.context.close()
    const over = await desk(refused(-1))
    await heading(over.page, /^Отказ: /)
    await over.page.getByRole('link', { name: 'Новая заявка' }).waitFor()
    assert.equal(await over.page.getByText(/лучше подать/).count(), 0)
    await over.context.close()
  })

  test('B16: the dialog of a network that was away goes when it is back', async () => {
    const { page, context } = await desk(
      loan({ status: 4.7, payout: { state: 'cancelled', at: day(-0.1), reason: '-' } }),
    )
    announces(page, { says: /ERR_FAILED|refuseLoan|Failed to fetch/ })
    await page.route('**/offer/refuse', (route) => route.abort())
    await page.getByRole('button', { name: 'Отказаться от займа' }).click()
    await page.getByRole('button', { name: 'Да, отказаться' }).click()
    const dialog = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'закрыть' }) })
    await dialog.waitFor()
    await poll(page)
    await dialog.waitFor({ state: 'hidden' })
    await context.close()
  })

  test('S11: the main request is the first if it is a loan: it is the desk’s main card', async () => {
    const { page, context } = await desk(loan({}), paid())
    await heading(page, 'Заполните заявку')
    await context.close()
  })
})

describe('S14: an odd request does not take the desk away', () => {
  const rows: [name: string, data: unknown[], seen: RegExp][] = [
    [
      'an unknown reason of refusal',
      [loan({ status: 4, rejection: { reason: 'newReason', comeBackOn: 'x' } })],
      /Отказ по заявке/,
    ],
    [
      'a second request without createdAt',
      [loan({}), { ...loan({ _id: 'b' }), createdAt: undefined }],
      /Заполните заявку/,
    ],
    [
      'no terms, dates that are none',
      [loan({ terms: 'x', createdAt: 7, offerUntil: {}, status: 3 })],
      /Заявка одобрена/,
    ],
    ['items that are no requests', [null, 7, loan({})], /Заполните заявку/],
    ['half a kopeck', [loan({ terms: { product: 'payday', amount: 0.5, term: 1 } })], /Заполните заявку/],
  ]
  for (const [name, data, seen] of rows) {
    test(`S14: ${name}`, async () => {
      const { page, context, faults } = await somebody(false)
      await page.route(requestsCall, (route) => route.fulfill(list(...data)))
      await page.goto('/step3')
      await page.getByText(seen).first().waitFor()
      await page.getByRole('heading', { name: 'Помощь' }).waitFor()
      assert.equal(await page.getByText('Компонент размонтирован').count(), 0)
      assert.deepEqual(faults, [])
      await context.close()
    })
  }
})
