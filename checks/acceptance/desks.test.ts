import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DerivedStatus } from '#contract/status.ts'
import { heading } from '../e2e/anna.ts'
import { type Client, openClient } from '../e2e/client.ts'
import { opened } from '../e2e/opened.ts'

const people: { anna?: Client } = {}
const place = opened({}, async ({ server }) => {
  people.anna = openClient(server.url)
  await people.anna.signUp('9167703001')
})

const requestsCall = '**/service/requests/findByClientIds'
const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString()
const loanId = '018f2a44-1234-4567-8901-2345678901aa'

const whole = {
  _id: '018f2a44-1234-4567-8901-234567890123',
  type: 'loan',
  version: 1,
  createdAt: day(-1),
  updatedAt: day(-1),
  terms: { product: 'instalment', amount: 6_000_000, term: 12 },
}
const prolongation = {
  loanId,
  newDueDate: day(30).slice(0, 10),
  until: day(9).slice(0, 10),
  signed: false,
  paid: false,
}

interface Row {
  readonly id: string
  readonly status: DerivedStatus
  /** As the server tells it, beside what every request has. */
  readonly request: Readonly<Record<string, unknown>>
  readonly card: string | RegExp
  readonly create: 'yes' | 'no'
  readonly fill: 'yes' | 'no'
}

/** The text's table of derived statuses, with its own numbers. */
const rows: readonly Row[] = [
  {
    id: '4.2',
    status: 'prolongate',
    request: { type: 'prolongate', status: 0, terms: null, prolongation },
    card: /Продление до/,
    create: 'yes',
    fill: 'yes',
  },
  { id: '4.3', status: 'New', request: { status: 0 }, card: 'Заполните заявку', create: 'no', fill: 'yes' },
  {
    id: '4.4',
    status: 'Hyb_Verification_Approved',
    request: { status: 0, verification: { status: 3 } },
    card: 'Принимаем решение',
    create: 'no',
    fill: 'no',
  },
  {
    id: '4.5',
    status: 'RollbackVerification',
    request: { status: 0, verification: { status: 5 }, returned: [10] },
    card: 'Нужно кое-что поправить',
    create: 'no',
    fill: 'yes',
  },
  {
    id: '4.6',
    status: 'Verification',
    request: { status: 2, verification: { status: 1 } },
    card: 'Проверяем заявку',
    create: 'no',
    fill: 'no',
  },
  { id: '4.7', status: 'Approved', request: { status: 3 }, card: 'Заявка одобрена', create: 'no', fill: 'yes' },
  {
    id: '4.8',
    status: 'Rejected',
    request: { status: 4, rejection: { reason: 'data' } },
    card: 'Отказ: данные не подтвердились',
    create: 'yes',
    fill: 'no',
  },
  {
    id: '4.9',
    status: 'Cooldown',
    request: { status: 4.5, coolingOff: { since: day(-0.1), releaseAt: day(0.1) } },
    card: /Деньги уйдут/,
    create: 'no',
    fill: 'yes',
  },
  {
    id: '4.10',
    status: 'Payout',
    request: { status: 4.7, payout: { state: 'sent', at: day(-0.1) } },
    card: 'Деньги в пути',
    create: 'no',
    fill: 'yes',
  },
  {
    id: '4.11',
    status: 'Processed',
    request: { status: 5, loan: { id: loanId, state: 'running', dueDate: day(100).slice(0, 10) } },
    card: 'Деньги выплачены',
    create: 'yes',
    fill: 'no',
  },
  {
    id: '4.12',
    status: 'noResolveStatus',
    request: { status: 4.6 },
    card: 'Уточняем состояние заявки',
    create: 'no',
    fill: 'no',
  },
]

/** As much of a running loan as its card on the desk reads. */
const runningLoan = {
  id: loanId,
  debt: { on: day(0).slice(0, 10), due: 0, overdueDays: 0, penalty: 0, held: 0 },
  next: { date: day(100).slice(0, 10), lastDay: day(100).slice(0, 10), amount: 1_000_000, covered: false },
  schedule: [{}],
}

/** A page of somebody whose one request is this. */
async function desk(request: Row['request'], fill: Row['fill']) {
  if (!people.anna) throw new Error('Anna is there inside tests only')
  const { page, context, faults } = await place.personOf(people.anna)
  const data = [{ ...whole, allowedFillRequest: fill === 'yes', ...request }]
  await page.route(requestsCall, (route) => route.fulfill({ json: { result: { count: 1, data } } }))
  await page.route(`**/service/loans/${loanId}`, (route) => route.fulfill({ json: runningLoan }))
  await page.goto('/step3')
  return { page, context, faults }
}

describe('the customer’s text: derived statuses, as they are met', () => {
  for (const { id, status, request, card, create, fill } of rows) {
    test(`${id}: ${status}: its own card on the desk, create ${create}, fill ${fill}`, async () => {
      const { page, context, faults } = await desk(request, fill)
      await heading(page, card)
      // A way into filling stands where filling is allowed; the numbers that lead there are those of the verification mode.
      const ways = await page
        .locator('main a')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
      const inward = ways.some((way) => /^\/step(5|32|38|39)\b/.test(way))
      if (fill === 'no') assert.equal(inward, false, ways.join(' '))
      else if (status !== 'Payout') assert.equal(inward, true, ways.join(' '))
      await page.goto('/step19')
      const form = page.getByLabel('На что нужны деньги')
      await form.or(page.getByText('У вас уже есть открытая заявка')).waitFor()
      assert.equal(await form.count(), create === 'yes' ? 1 : 0)
      assert.deepEqual(faults, [])
      await context.close()
    })
  }

  test('4.1: a prolongation is one whatever its number', async () => {
    for (const status of [2, 5]) {
      const { page, context } = await desk({ type: 'prolongate', status, terms: null, prolongation }, 'yes')
      await heading(page, /Продление до/)
      await context.close()
    }
  })
})
