import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { faultsOf } from '../tour/look.ts'
import { at, beginFilling } from './borrower.ts'
import { phone } from './browser.ts'
import { opened } from './opened.ts'
import { type RunOptions, runServer } from './server.ts'
import { shots } from './shots.ts'

const place = opened({ lender: (lender) => ({ ...lender, hours: { opens: 0, closes: 24 } }) })

/** The least that starts for real people; what is for the demo alone is taken away. */
const forReal = {
  NODE_ENV: 'production',
  APP_KEY: randomBytes(32).toString('base64'),
  PUBLIC_URL: 'https://zayavka.ru',
  ALLOW_SANDBOX: 'yes',
  EMBEDDED_DATABASE: 'yes',
  SMS_PROVIDER: 'sandbox',
  EMAIL_PROVIDER: 'sandbox',
  PAYOUT_PROVIDER: 'sandbox',
  BUREAU_PROVIDER: 'sandbox',
  OFFICE_LOGIN: '',
  OFFICE_PASSWORD: '',
  OFFICE_TOTP_SECRET: '',
}

/** All that a browser holds of this site: two stores of text, the cookies, every database with what is in it, the caches, the workers. */
async function heldBy(page: Page): Promise<string> {
  const own = await page.evaluate(async () => {
    const rows: string[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
      })
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store)
        const [keys, values] = await Promise.all(
          [all.getAllKeys(), all.getAll()].map(
            (request) => new Promise((resolve) => Object.assign(request, { onsuccess: () => resolve(request.result) })),
          ),
        )
        rows.push(JSON.stringify([name, store, keys, values]))
      }
      database.close()
    }
    return {
      local: { ...localStorage },
      session: { ...sessionStorage },
      rows: rows.sort(),
      caches: (await caches.keys()).sort(),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    }
  })
  return JSON.stringify([own, await page.context().cookies()])
}

/** Everything this page asks for that is neither a page nor one of the app's own files. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.context().on('request', (request) => {
    const { pathname, protocol } = new URL(request.url())
    // what stands in the page's own memory is asked of nobody
    if (protocol !== 'blob:' && !request.isNavigationRequest() && !pathname.startsWith('/assets/'))
      calls.push(`${request.method()} ${request.url()}`)
  })
  return calls
}

const next = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).or(page.getByRole('link', { name })).first().click()

const fillCode = async (page: Page) => page.getByRole('button', { name: 'Подставить' }).click()

/** By taps alone, from the start of a trial to its offer; `look` at each screen. Answers the paths that were walked. */
async function walk(page: Page, look: (name: string) => Promise<unknown>): Promise<string[]> {
  const walked: string[] = []
  const stand = async (path: string) => {
    await at(page, `/trial${path}`)
    await page
      .getByRole('heading', { level: 1 })
      .or(page.getByRole('heading', { level: 2 }))
      .first()
      .waitFor()
    await page.getByRole('complementary', { name: 'Проба' }).waitFor()
    walked.push(path)
    await look(path)
  }
  await stand('')
  await next(page, /^Получить/)
  await stand('/step19')
  await next(page, 'Продолжить')
  await page.getByRole('heading', { name: 'Подтвердите телефон' }).waitFor()
  await next(page, 'Получить код')
  await page.getByLabel('Код из СМС').waitFor()
  await look('/step19 code')
  await fillCode(page)
  await stand('/step5')
  await next(page, 'Продолжить')
  for (;;) {
    await page.waitForURL((url) => /\/trial\/step(?!5$)\d+$/.test(url.pathname))
    const path = new URL(page.url()).pathname.replace('/trial', '')
    if (path === '/step36') break
    if (path === '/step33')
      for (const name of [/обработку персональных данных/, /кредитной истории/]) {
        await page.getByRole('checkbox', { name }).waitFor()
        await page.getByRole('checkbox', { name }).check()
      }
    if (/step(28|29|30|31)/.test(path)) await page.getByText('Дошло и проверено').waitFor()
    await stand(path)
    await next(page, path === '/step27' ? 'Пропустить проверку' : 'Далее')
    await page.waitForURL((url) => url.pathname !== `/trial${path}`)
  }
  await stand('/step36')
  await next(page, 'Всё верно, подписать')
  await stand('/step37')
  await next(page, 'Получить код')
  await page.getByLabel('Код из СМС').waitFor()
  await fillCode(page)
  await stand('/step3')
  await page.getByRole('heading', { name: 'Проверяем заявку' }).waitFor()
  await page.getByRole('link', { name: 'Посмотреть условия' }).click()
  await page.getByRole('heading', { name: 'Ваши условия' }).waitFor()
  await stand('/step38')
  return walked
}

const flow = [34, 10, 9, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33]

describe('a trial of the whole way', () => {
  test('from the start to the offer by taps alone: marked on every screen, nothing asked of the server, nothing kept', async () => {
    const { page, context, faults } = await place.person(phone)
    await page.goto('/')
    await page.getByRole('link', { name: 'Попробовать без своих данных' }).click()
    await at(page, '/trial')
    const calls = callsOf(page)
    const seen: string[] = []
    const walked = await walk(page, async (name) => {
      seen.push(...(await faultsOf(page, false)).map((fault) => `${name}: ${fault}`))
      await shots(page, `trial${name.replace(/[ /]/g, '-')}`, [1280, 360])
    })
    assert.deepEqual(seen, [])
    assert.deepEqual(
      walked.filter((path) => flow.some((number) => path === `/step${number}`)),
      flow.filter((number) => number !== 34).map((number) => `/step${number}`),
      'every step of the filling is shown; the first was answered with the new request',
    )
    await page.getByText('Индивидуальные условия целиком').waitFor()
    // what the law has a bank page show: the same calculation as anywhere
    assert.match(await page.getByRole('main').innerText(), /ПСК|Полная стоимость/i)
    assert.deepEqual(calls, [])
    assert.deepEqual(faults, [])
    await context.close()
  })

  test('a borrower with a session and a draft loses nothing by it, and the browser holds the same before and after', async () => {
    const { page, context, faults } = await place.person(phone, 'allow')
    await beginFilling(page, '9161117001')
    await page.getByLabel('Фамилия', { exact: true }).fill('Настоящева')
    await page.getByText('Сохранено').waitFor()
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForTimeout(1000)
    const before = await heldBy(page)
    await page.goto('/trial')
    const calls = callsOf(page)
    await walk(page, async () => undefined)
    assert.deepEqual(calls, [])

    // a page loaded anew is the end of it, whichever it was
    await page.reload()
    await at(page, '/')
    await page.getByRole('heading', { name: /Сколько нужно/ }).waitFor()
    const after = await heldBy(page)
    assert.equal(after, before)
    await page.goto('/step10')
    await page.getByLabel('Фамилия', { exact: true }).waitFor()
    assert.equal(await page.getByLabel('Фамилия', { exact: true }).inputValue(), 'Настоящева')
    assert.deepEqual(faults, [])
    await context.close()
  })

  test('what is invented may be typed over; papers and messengers stay closed; the way out leads to the start', async () => {
    const { page, context, faults } = await place.person(phone)
    await page.goto('/trial')
    const calls = callsOf(page)
    await page.getByRole('link', { name: /Задать вопрос/ }).click()
    await page.getByText(/В пробе это не открывается/).waitFor()
    assert.equal(context.pages().length, 1)
    await next(page, /^Получить/)
    await at(page, '/trial/step19')
    await next(page, 'Продолжить')
    await next(page, 'Получить код')
    await fillCode(page)
    await at(page, '/trial/step5')
    await next(page, 'Продолжить')
    await page.getByLabel('Фамилия', { exact: true }).fill('Другова')
    await next(page, 'Далее')
    await at(page, '/trial/step9')
    await page.goBack()
    await at(page, '/trial/step10')
    assert.equal(await page.getByLabel('Фамилия', { exact: true }).inputValue(), 'Другова')
    assert.deepEqual(calls, [])
    await page.getByRole('link', { name: 'Закончить' }).click()
    await at(page, '/')
    assert.deepEqual(faults, [])
    await context.close()
  })

  const without: Readonly<Record<string, RunOptions>> = {
    'a lender who does not want it': { lender: (lender) => ({ ...lender, flow: { ...lender.flow, trial: false } }) },
    'a product for real people whose lender said nothing of it': { env: forReal },
  }
  for (const [who, options] of Object.entries(without))
    test(`${who} has neither the link nor the page`, async () => {
      const server = await runServer(options)
      try {
        for (const path of ['/trial', '/trial/step10']) {
          const answer = await fetch(`${server.url}${path}`, { headers: { accept: 'text/html' } })
          assert.equal(answer.status, 404, path)
        }
        const start = await fetch(server.url)
        assert.equal(start.status, 200)
        assert.doesNotMatch(await start.text(), /href="\/trial"/)
      } finally {
        await server.stop()
      }
    })

  test('the link is in the page as it comes, and the browser itself is told to let the trial send nothing', async () => {
    assert.match(await (await fetch(place.server.url)).text(), /<a[^>]*href="\/trial"/)
    const policy = (await fetch(`${place.server.url}/trial`)).headers.get('content-security-policy') ?? ''
    for (const part of ["connect-src 'none'", 'img-src blob: data:', "form-action 'none'"])
      assert.ok(policy.includes(part))
    assert.doesNotMatch(policy, /report-uri/)
  })
})
