import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { officePaths, pagePaths } from '#contract/routes.ts'
import { annasPlace, heading } from './anna.ts'
import { at } from './borrower.ts'
import { newPerson, phone } from './browser.ts'
import { announces } from './faults.ts'

const place = annasPlace()

const project = new URL('../../', import.meta.url)
const built: object = JSON.parse(readFileSync(new URL('dist/.vite/manifest.json', project), 'utf8'))
const pages = pagePaths(Object.keys(built))

const lost = 'Ошибка в роутинге'
const nowhere = ['/step99', '/step1', '/step02', '/Docs', '/nothing', '/no/such/place', '/phone/more']

/** Opens it, waits for a screen of its own, and says how it was answered. */
async function opens(page: Page, path: string) {
  const answer = await page.goto(path)
  await page.locator('#root h1, #root h2').filter({ visible: true }).first().waitFor()
  return {
    status: answer?.status(),
    drawn: (await page.getByRole('heading', { name: lost }).count()) === 0,
    worker: answer?.fromServiceWorker(),
  }
}

describe('C5: one list of pages', () => {
  test('C5: it is what there are screens for', () => {
    const screens = readdirSync(new URL('client/screens', project), { withFileTypes: true })
    const steps = readdirSync(new URL('steps', project)).filter((name) => name.startsWith('step'))
    assert.deepEqual(
      [...pages].sort(),
      [
        '/',
        ...screens.filter((entry) => entry.isDirectory()).map(({ name }) => `/${name}`),
        ...steps.map((name) => `/step${Number(name.slice(4, 6))}`),
      ].sort(),
    )
  })

  for (const workers of ['block', 'allow'] as const) {
    test(`C5: every page is answered 200 and drawn, any other 404 and said so, ${workers === 'allow' ? 'under the service worker' : 'directly'}`, async () => {
      const { page, context, faults } = await newPerson(place().browser, place().server.url, phone, workers)
      // the polls of a borrower, who sees more screens than a visitor, would have nothing to do with it
      await context.addCookies(await place().anna.context.cookies())
      announces(page, { status: 404, url: new RegExp(`(${nowhere.join('|')})$`), times: nowhere.length })
      if (workers === 'allow') {
        await page.goto('/docs')
        await page.evaluate(() => navigator.serviceWorker.ready)
      }
      const wrong: string[] = []
      for (const path of pages) {
        const { status, drawn, worker } = await opens(page, path)
        if (status !== 200 || !drawn || worker !== (workers === 'allow')) wrong.push(`${path}: ${status} ${drawn}`)
      }
      for (const path of nowhere) {
        const { status, drawn } = await opens(page, path)
        if (status !== 404 || drawn) wrong.push(`${path}: ${status} ${drawn}`)
      }
      assert.deepEqual(wrong, [])
      assert.deepEqual(faults, [])
      await context.close()
    })
  }

  test('C5: a page with a slash behind it is the same page, its question kept', async () => {
    const answer = await fetch(`${place().server.url}/docs/?dev=1`, { redirect: 'manual' })
    assert.deepEqual([answer.status, answer.headers.get('location')], [308, '/docs?dev=1'])
  })

  test('C5: pages of the office alike', async () => {
    const status = async (path: string) =>
      (await fetch(`${place().server.url}/office${path}`, { headers: { accept: 'text/html' } })).status
    for (const path of officePaths) assert.equal(await status(path.replace(':id', 'x')), 200, path)
    for (const path of ['/nothing', '/requests', '/staff/anna']) assert.equal(await status(path), 404, path)
  })
})

describe('PRODUCT 2: routes and gates', () => {
  const open: [path: string, heading: string | RegExp][] = [
    ['/', /Сколько нужно/],
    ['/step2', 'Вход'],
    ['/step18', 'Регистрация'],
    ['/step19', 'Новая заявка'],
    ['/docs', 'Документы и помощь'],
    ['/mediapermissionshelp', /камер/i],
    ['/steperrornoauth', 'Нужно войти ещё раз'],
    ['/phone', 'Ссылка больше не действует'],
  ]
  for (const [path, name] of open) {
    test(`${path} is there for a visitor, with no call to another host and no error`, async () => {
      const { page, faults } = await newPerson(place().browser, place().server.url)
      await page.goto(path)
      await heading(page, name)
      assert.deepEqual(faults, [])
      await page.context().close()
    })
  }

  test('B23: the list of documents comes without moving what is read; the page says to search engines what it is', async () => {
    const { page } = await newPerson(place().browser, place().server.url)
    await page.route('**/service/documents', async (route) => {
      const answer = await route.fetch()
      await new Promise((go) => setTimeout(go, 700))
      await route.fulfill({ response: answer })
    })
    await page.goto('/docs')
    await page.getByText('Правила').or(page.getByText('Общие условия')).first().waitFor()
    const moved = await page.evaluate(
      () =>
        new Promise<number>((told) => {
          let sum = 0
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
          }).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => told(sum), 500)
        }),
    )
    assert.ok(moved < 0.01, `moved by ${moved}`)
    const about = await page.locator('meta[name=description]').getAttribute('content')
    assert.match(about ?? '', /тарифы, документы/)
    await page.context().close()
  })

  test('step_auth: nothing before the auth status is known but the loading overlay, then the screen', async () => {
    const { page } = await newPerson(place().browser, place().server.url)
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/authenticated', async (route) => {
      await asked
      await route.continue()
    })
    await page.goto('/step19')
    await page.getByRole('status').filter({ hasText: 'Обработка' }).waitFor()
    assert.equal(await page.getByRole('heading', { name: 'Новая заявка' }).count(), 0)
    answer()
    await heading(page, 'Новая заявка')
  })

  test('step_sendToVerification 1: auth lost → sign-in, and the way back leads to the same step', async () => {
    const page = await place().visitor('/step10')
    await at(page, '/step2')
    assert.equal(await page.evaluate(() => sessionStorage.getItem('zayavka.wayBack')), '/step10')
  })

  test('step_sendToVerification 2: a result that is not correct → nothing happens', async () => {
    const page = await place().tab('/step10', (fresh) => {
      announces(fresh, { says: /^currentRequest current is not correct/ })
      return fresh.route('**/service/requests/current', (route) =>
        route.fulfill({ json: { status: 'busy', data: null } }),
      )
    })
    await page.waitForTimeout(1500)
    assert.equal(new URL(page.url()).pathname, '/step10')
    assert.equal(await page.getByLabel('Фамилия').count(), 0)
    await page.close()
  })

  for (const [name, data] of [
    ['no request', null],
    ['filling not allowed', { _id: 'x', allowedFillRequest: false }],
  ] as const) {
    test(`step_sendToVerification 3: ${name} → the desk`, async () => {
      const page = await place().tab('/step10', (fresh) =>
        fresh.route('**/service/requests/current', (route) => route.fulfill({ json: { status: 'correct', data } })),
      )
      await at(page, '/step3')
      await page.close()
    })
  }

  test('step_sendToVerification 4: another id later → the desk', async () => {
    const page = await place().tab('/step10')
    await page.getByLabel('Фамилия', { exact: true }).waitFor()
    const other = { status: 'correct', data: { _id: 'another', allowedFillRequest: true } }
    await page.route('**/service/requests/current', (route) => route.fulfill({ json: other }))
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await at(page, '/step3')
    await page.close()
  })

  test('a step that is not open leads to the one that is, and Back does not loop', async () => {
    const page = await place().tab('/step5')
    await heading(page, 'Ваша заявка')
    await page.goto('/step33')
    await at(page, '/step10')
    await page.goBack()
    await at(page, '/step5')
    await page.close()
  })
})

describe('PRODUCT 8: polling', () => {
  const countOf = async (cookie?: string) => {
    const { page, context } = await newPerson(place().browser, place().server.url)
    if (cookie) await context.addCookies([{ name: 'dev_on_interval', value: cookie, url: place().server.url }])
    await page.clock.install()
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/authenticated')) asked += 1
    })
    await page.goto('/step2')
    await heading(page, 'Вход')
    for (let n = 0; n < 3; n += 1) {
      await page.clock.runFor(20_100)
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
    return asked
  }

  test('the auth status is asked for each 20 000 ms; dev_on_interval=0 switches it off', async () => {
    const polled = await countOf()
    assert.ok(polled === 4, `asked ${polled} times in a minute`)
    assert.ok((await countOf('0')) <= 1)
  })
})
