import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { LoanView } from '#contract/calls/loans.ts'
import type { OfficePayout } from '#contract/calls/office/payouts.ts'
import { at, next, sign, signUp } from './borrower.ts'
import type { Watched } from './browser.ts'
import { type Client, openClient, until } from './client.ts'
import { earlierLoans } from './earlier.ts'
import { opened } from './opened.ts'
import { chooseAndPay, payOnPage } from './payOnPage.ts'
import { staffSession } from './reviewer.ts'

const coolingOffSeconds = 15
const prolonging = '9163330001'
const returning = '9163330002'

let staff: Awaited<ReturnType<typeof staffSession>>

const place = opened(
  {
    prepare: (dataDir) => earlierLoans(dataDir, 10, [prolonging, returning]),
    lender: (lender) => ({
      ...lender,
      rules: lender.rules.map((row) =>
        row.rule === 'coolingOff' ? { ...row, value: [{ from: 50000, waits: `PT${coolingOffSeconds}S` }] } : row,
      ),
    }),
  },
  async ({ server }) => {
    staff = await staffSession(server.url)
  },
)

/** A picture for people's eyes, when SHOTS names a folder. */
async function shot(page: Page, name: string): Promise<void> {
  const { SHOTS } = process.env
  if (!SHOTS) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${SHOTS}/${name}-${colorScheme}.png`, fullPage: true })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

const heading = (page: Page, name: string | RegExp, timeout = 15_000) =>
  page.getByRole('heading', { name }).waitFor({ timeout })

const large = { product: 'instalment', amount: 6_000_000, term: 12, purpose: 'repair', promo: '' }
const enough = { 25: { official: '200 000' } }

/** An approved request, made through the calls: what comes before the offer has tests of its own. */
async function approved(phone: string, wish?: object, other: Readonly<Record<number, object>> = {}) {
  const client = openClient(place.server.url)
  await client.signUp(phone)
  const { _id: id } = await client.create(wish)
  await client.fill(id, other)
  await client.sign(id, 'application')
  await staff.approve()
  await until('the offer', async () => (await client.status(id)) === 3)
  return { client, id }
}

/** A browser in which this person has signed in; it stands at the desk. */
async function personOf(phone: string): Promise<Watched> {
  const person = await place.person()
  await person.page.goto('/step2')
  await signUp(person.page, phone)
  await at(person.page, '/step3')
  return person
}

/** What a calendar makes of a link on the page: names and values of the file. */
async function calendarBehind(page: Page, name: RegExp): Promise<(readonly [string, string])[]> {
  const href = await page.getByRole('link', { name }).getAttribute('href')
  const answer = await page.request.get(href ?? '')
  assert.match(answer.headers()['content-type'] ?? '', /^text\/calendar; charset=utf-8/)
  const lines = (await answer.text()).replace(/\r\n /g, '').split('\r\n').filter(Boolean)
  return lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)])
}

const payoutsOf = async (requestId: string) =>
  (await staff.must<{ items: OfficePayout[] }>('GET', '/service/office/payouts')).items.filter(
    (payout) => payout.requestId === requestId,
  )

describe('the life of a loan, in the real client', () => {
  test('60 000 ₽: the offer, the signature, the cooling-off, the money, the loan', async () => {
    const phone = '9163330003'
    const { client, id } = await approved(phone, large, enough)
    const { page, faults } = await personOf(phone)
    await heading(page, 'Заявка одобрена')
    await page.getByRole('link', { name: 'Посмотреть условия' }).click()
    await page.getByText('Полная стоимость займа').first().waitFor()
    await page.getByText('После подписания есть время передумать').waitFor()
    const choice = page.getByRole('checkbox', { name: /передать право требования/ })
    assert.equal(await choice.isChecked(), false)
    await choice.check()
    await page.getByText('Индивидуальные условия целиком').click()
    await page.getByText('Заёмщик разрешает уступку').waitFor()
    await shot(page, 'offer')
    await page.getByRole('link', { name: 'Подписать кодом из СМС' }).click()
    await sign(page, /Получить код/)
    await at(page, '/step3')
    await heading(page, /Деньги уйдут/)
    const { request } = await client.must<{ request: { coolingOff: { releaseAt: string } } }>(
      'GET',
      `/service/requests/${id}`,
    )
    await shot(page, 'cooling-off')
    const file = await calendarBehind(page, /в календарь/i)
    const moment = request.coolingOff.releaseAt.replace(/[-:]|\.\d{3}/g, '')
    assert.deepEqual(file.find(([name]) => name === 'DTSTART')?.[1], moment)
    assert.deepEqual(await payoutsOf(id), [])

    await heading(page, 'Деньги выплачены', (coolingOffSeconds + 25) * 1000)
    const [payout] = await payoutsOf(id)
    assert.deepEqual([payout?.state, payout?.amount, payout?.attempts.length], ['succeeded', 6_000_000, 1])
    await page.getByRole('link', { name: 'Мой заём' }).click()
    await page.getByText('Подписанные документы').waitFor()
    await shot(page, 'loan')
    const days = (await calendarBehind(page, /в календарь/i)).filter(([name]) => name === 'DTSTART;VALUE=DATE')
    assert.equal(days.length, 12)
    assert.deepEqual(faults, [])
  })

  const refused: { client: Client; id: string; releaseAt: number }[] = []

  test('refused in the cooling-off: at once, at no cost', async () => {
    const phone = '9163330004'
    const { client, id } = await approved(phone, large, enough)
    const { page, faults } = await personOf(phone)
    await client.sign(id, 'contract')
    await page.getByRole('link', { name: 'Условия и отказ от займа' }).click()
    await heading(page, 'Договор подписан')
    await shot(page, 'refusal')
    await page.getByRole('button', { name: 'Отказаться от займа' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Отказаться от займа' }).click()
    await at(page, '/step3')
    await heading(page, 'Вы отказались от займа')
    refused.push({ client, id, releaseAt: Date.now() + coolingOffSeconds * 1000 })
    assert.deepEqual(faults, [])
  })

  test('a transfer that came back: the reason in words, a second destination, the money', async () => {
    const nobody = { 32: { phone: '+7 (916) 123-45-02' } }
    const phone = '9163330005'
    const { client, id } = await approved(phone, undefined, nobody)
    await client.sign(id, 'contract')
    const { page, faults } = await personOf(phone)
    await heading(page, 'Перевод не прошёл', 25_000)
    await page.getByText('По этому номеру в банке никого не нашли').waitFor()
    await page.getByRole('link', { name: 'Указать, куда перевести' }).click()
    await at(page, '/step32')
    const field = page.getByLabel('Телефон, привязанный к банку', { exact: true })
    await field.fill('')
    await field.pressSequentially('9161234567')
    await next(page)
    await at(page, '/step3')
    await heading(page, 'Деньги выплачены', 25_000)
    const [payout] = await payoutsOf(id)
    assert.deepEqual(
      payout?.attempts.map(({ state }) => state),
      ['cancelled', 'succeeded'],
    )
    assert.deepEqual(faults, [])
  })

  test('prolonged: days chosen, the interest paid, the agreement signed, the new date in force', async () => {
    const { page, faults } = await personOf(prolonging)
    await page.getByRole('link', { name: 'Мой заём' }).click()
    await page.getByRole('link', { name: /Продлить заём/ }).click()
    await page.getByText('Оплатить сейчас: проценты').waitFor()
    await page.getByText('1 200 ₽').first().waitFor()
    await page.getByRole('button', { name: 'Продлить на 14 дней' }).click()
    await at(page, '/step39')
    await page.getByRole('link', { name: /Оплатить/ }).click()
    await payOnPage(page)
    await page.getByRole('link', { name: 'Соглашение о продлении' }).click()
    await page.getByText('Проценты оплачены').waitFor()
    await sign(page, /Получить код/)
    await at(page, '/step3')
    await page.getByRole('link', { name: 'Мой заём' }).first().click()
    await page.getByText('Вернуть до').waitFor()
    const loan = await page.request.get('/service/loans').then(async (answer) => (await answer.json()) as Loans)
    const [kept] = loan.loans
    const term = (Date.parse(kept?.dueDate ?? '') - Date.parse(kept?.startDate ?? '')) / 86_400_000
    assert.deepEqual([term, kept?.debt.interest, kept?.payments.length], [28, 0, 1])
    assert.deepEqual(faults, [])
  })

  test('given back early, within 14 days: one tap, interest for the actual days', async () => {
    const { page, faults } = await personOf(returning)
    await page.getByRole('link', { name: 'Мой заём' }).click()
    await page.getByText(/предупреждать нас заранее не нужно/).waitFor()
    await shot(page, 'early')
    await chooseAndPay(page, /Вернуть заём целиком: 16\s200\s₽/)
    await heading(page, 'Заём закрыт')
    const { loans } = (await (await page.request.get('/service/loans')).json()) as Loans
    assert.deepEqual([loans[0]?.state, loans[0]?.debt.total], ['closed', 0])
    assert.deepEqual(faults, [])
  })

  test('nothing is paid out to who refused, when the time is over too', async () => {
    const [one] = refused
    if (!one) throw new Error('nobody refused')
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, one.releaseAt + 2000 - Date.now())))
    assert.deepEqual(await payoutsOf(one.id), [])
    assert.equal(await one.client.status(one.id), 4)
  })
})

type Loans = { loans: LoanView[] }
