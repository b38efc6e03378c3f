import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '#server/testing/until.ts'
import { annasPlace, heading } from './anna.ts'
import { at } from './borrower.ts'
import { newPerson } from './browser.ts'
import { announces, announcesForAll } from './faults.ts'

// what the app writes of the answers that are broken here
announcesForAll({ says: /^(authenticated|requests_findByClientIds|currentRequest)\b/ })

const place = annasPlace()
const current = '**/service/requests/current'

describe('S5: a lazy part outside the screens falls out by itself', () => {
  for (const [name, chunk] of [
    ['the dialogs', /\/assets\/Dialogs-[^/]+\.js$/],
    ['the watch', /\/assets\/PersonalWatch-[^/]+\.js$/],
  ] as const) {
    test(`S5: the chunk of ${name} fails: the screen stands, «Компонент размонтирован» with «обновить» beside it`, async () => {
      let broken = true
      const page = await place().tab('/step16', async (fresh) => {
        // said of a part that does not come: by its loader, its boundary and React
        announces(fresh, { says: /^(chunk|dialogs|watch|TypeError:) Failed to fetch dynamically imported module/ })
        await fresh.clock.install()
        await fresh.route(chunk, (route) => (broken ? route.abort() : route.continue()))
      })
      await heading(page, 'Профиль')
      for (let n = 0; n < 5; n += 1) {
        await page.clock.runFor(6000)
        await page.waitForTimeout(100)
      }
      await heading(page, 'Компонент размонтирован')
      await heading(page, 'Профиль')
      assert.equal(await page.getByText('Ошибка в роутинге').count(), 0)
      assert.doesNotMatch(await page.locator('body').innerText(), /Failed to fetch|import/i)
      broken = false
      await page.getByRole('button', { name: 'обновить' }).click()
      await heading(page, 'Профиль')
      await page.waitForFunction(() => !document.querySelector('#root')?.textContent?.includes('размонтирован'))
      await page.close()
    })
  }
})

describe('S7: the request id is stored once for a page', () => {
  test('S7: another id between two screens leads to the desk by a full redirect', async () => {
    const page = await place().tab('/step5')
    await heading(page, 'Ваша заявка')
    await page.evaluate(() => Object.assign(window, { samePage: true }))
    const other = { status: 'correct', data: { _id: 'another', allowedFillRequest: true } }
    await page.route(current, (route) => route.fulfill({ json: other }))
    await page.getByRole('link', { name: 'Продолжить' }).click()
    await at(page, '/step3')
    await heading(page, 'Заполните заявку')
    assert.equal(await page.evaluate(() => 'samePage' in window), false, 'the page is a new one')
    await page.close()
  })

  test('S7: the same id: the next screen is there in the same page', async () => {
    const page = await place().tab('/step5')
    await heading(page, 'Ваша заявка')
    await page.evaluate(() => Object.assign(window, { samePage: true }))
    await page.getByRole('link', { name: 'Продолжить' }).click()
    await page.waitForURL((url) => url.pathname === '/step10')
    await page.getByLabel('Фамилия', { exact: true }).waitFor()
    assert.equal(await page.evaluate(() => 'samePage' in window), true)
    await page.close()
  })

  test('S7: one poll of the current request that fails changes nothing', async () => {
    const page = await place().tab('/step5')
    await heading(page, 'Ваша заявка')
    let failed = 0
    await page.route(current, (route) => {
      failed += 1
      return failed === 1 ? route.fulfill({ status: 500, body: '' }) : route.continue()
    })
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.waitForTimeout(500)
    assert.equal(failed, 1)
    await heading(page, 'Ваша заявка')
    await page.close()
  })
})

describe('S8: the auth check fails on a cold load of a verification screen', () => {
  const faults = {
    'no connection': (page: Page) => page.route('**/authenticated', (route) => route.abort()),
    '500': (page: Page) => page.route('**/authenticated', (route) => route.fulfill({ status: 500, body: '' })),
  }
  for (const [name, act] of Object.entries(faults)) {
    test(`S8: ${name}: the overlay is gone, «нет связи» and a way to try again`, async () => {
      // nothing of the filling is kept on a device that never held it
      const { page, context } = await newPerson(place().browser, place().server.url)
      await context.addCookies(await place().anna.context.cookies())
      await act(page)
      await page.goto('/step10')
      await heading(page, 'Не получается связаться с сервером')
      assert.equal(await page.getByRole('status').filter({ hasText: 'Обработка' }).count(), 0)
      await page.unroute('**/authenticated')
      const field = page.getByLabel('Фамилия', { exact: true })
      // it asks again by itself, too, and may be a moment before the finger
      await Promise.any([page.getByRole('button', { name: 'Повторить' }).click(), field.waitFor()])
      await field.waitFor()
      await context.close()
    })
  }
})

describe('S12: what the text names is there', () => {
  test('S12: /step34 has its auth status forced to true: the form asks nobody to be known', async () => {
    const page = await place().tab('/step34')
    await page.getByLabel('На что нужны деньги').waitFor()
    assert.equal(await page.getByText('Первый ли он, узнаем').count(), 0)
    const visitor = await place().visitor('/step19')
    await visitor.getByText('Первый ли он, узнаем').waitFor()
    await page.close()
  })

  for (const [name, fulfil] of [
    ['an unknown code in English', { status: 418, json: { error: { code: 'E7', message: 'I am a teapot' } } }],
    ['the string form', { status: 418, json: { statusCode: 418, error: 'Teapot', message: 'short' } }],
  ] as const) {
    test(`S12: «Что-то пошло не так» is the title where nothing better is known: ${name}`, async () => {
      const page = await place().tab('/step5', (fresh) => {
        announces(fresh, { says: /^withdrawRequest withdrawRequest failed/ })
        return fresh.route('**/withdraw', (route) => route.fulfill(fulfil))
      })
      await page.getByRole('button', { name: 'Отозвать заявку' }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Отозвать/ })
        .click()
      const dialog = page.getByRole('dialog', { name: 'Что-то пошло не так' })
      await dialog.getByText(/снимок этого экрана/).waitFor()
      assert.doesNotMatch(await dialog.innerText(), /teapot|short/i)
      await dialog.getByRole('button', { name: 'закрыть' }).click()
      await page.close()
    })
  }

  test('S12: the overlay says what is under way', async () => {
    const { page, context } = await newPerson(place().browser, place().server.url)
    await context.addCookies(await place().anna.context.cookies())
    await page.goto('/step16')
    await page.route('**/service/auth/session', () => new Promise(() => {}))
    await page.getByRole('button', { name: 'Выйти', exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'Выходим и убираем введённое' }).waitFor()
    await context.close()
  })
})

describe('S14: held, and now well', () => {
  const consoleOf = (page: Page) => {
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    return said
  }

  for (const [name, answer] of [
    ['nothing', { status: 200, body: '' }],
    ['null', { json: null }],
    ['{}', { json: {} }],
  ] as const) {
    test(`S14: an answer of ${name} to current is logged`, async () => {
      let said: string[] = []
      const page = await place().tab('/step5', async (fresh) => {
        said = consoleOf(fresh)
        await fresh.route(current, (route) => route.fulfill(answer))
      })
      await until(() => said.some((line) => /^currentRequest/.test(line)))
      assert.equal(new URL(page.url()).pathname, '/step5')
      await page.close()
    })
  }

  for (const [cookie, console] of [
    ['', true],
    ['1', true],
    ['0', false],
  ] as const) {
    test(`S14: a cookie dev=«${cookie}» is read alike by the app and by the page's policy`, async () => {
      const { page, context, faults } = await newPerson(place().browser, place().server.url)
      // a cookie without a value, as a browser sends it
      await page.addInitScript((value) => {
        document.cookie = `dev=${value}; path=/`
      }, cookie)
      // a file, not a page of the app: its policy would be of before the cookie
      await page.goto('/favicon.svg')
      await page.goto('/step2')
      await heading(page, 'Вход')
      if (console) await page.locator('#__vconsole .vc-switch').waitFor({ state: 'attached' })
      else assert.equal(await page.locator('#__vconsole').count(), 0)
      const policy = (await page.request.get('/step2')).headers()['content-security-policy'] ?? ''
      assert.equal(policy.includes('vconsole'), console)
      assert.deepEqual(
        faults.filter((fault) => /vConsoleInit|Content Security|Trusted/.test(fault)),
        [],
      )
      await context.close()
    })
  }

  test('S14: dev_on_interval=true goes on polling', async () => {
    const { page, context } = await newPerson(place().browser, place().server.url)
    await context.addCookies([{ name: 'dev_on_interval', value: 'true', url: place().server.url }])
    await page.clock.install()
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/authenticated')) asked += 1
    })
    await page.goto('/step2')
    await heading(page, 'Вход')
    const before = asked
    await page.clock.runFor(20_100)
    await page.waitForTimeout(300)
    assert.equal(asked, before + 1)
    await context.close()
  })

  test('S14: the place is watched after a fresh load of the desk, once consented', async () => {
    const consents = (withdrawn: boolean) => [
      {
        id: 'geolocation',
        version: '1',
        title: 'x',
        givenAt: '2026-01-01T00:00:00.000Z',
        optional: true,
        ...(withdrawn && { withdrawnAt: '2026-01-02T00:00:00.000Z' }),
      },
    ]
    for (const withdrawn of [false, true]) {
      const page = await place().tab('/step3', async (fresh) => {
        await fresh.addInitScript(() => {
          Object.assign(window, { watched: 0 })
          navigator.geolocation.watchPosition = () => {
            ;(window as unknown as { watched: number }).watched += 1
            return 1
          }
        })
        await fresh.route('**/service/profile', (route) =>
          route.fulfill({ json: { phone: '+79161234567', sessions: [], consents: consents(withdrawn) } }),
        )
      })
      await heading(page, 'Заполните заявку')
      await page.waitForTimeout(2500)
      assert.equal(await page.evaluate(() => (window as unknown as { watched: number }).watched), withdrawn ? 0 : 1)
      await page.close()
    }
  })
})
