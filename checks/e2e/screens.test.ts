import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { at, borrower, create, fillings, next, signUp } from './borrower.ts'
import { newPerson, openBrowser, type Watched } from './browser.ts'
import { type Running, runServer } from './server.ts'

let server: Running
let browser: Browser
/** Signed in, with a request being filled. */
let anna: Watched

before(async () => {
  server = await runServer()
  browser = await openBrowser()
  anna = await newPerson(browser, server.url)
  await anna.page.goto('/step18')
  await signUp(anna.page, borrower.phone)
  await at(anna.page, '/step3')
  await create(anna.page)
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

async function visitor(path: string): Promise<Page> {
  const { page } = await newPerson(browser, server.url)
  await page.goto(path)
  return page
}

/** Another tab of the same person. */
async function tab(path: string, prepare: (page: Page) => Promise<unknown> = async () => {}): Promise<Page> {
  const page = await anna.context.newPage()
  await prepare(page)
  await page.goto(path)
  return page
}

const requestsCall = '**/service/requests/findByClientIds'
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).waitFor()

describe('PRODUCT 2: routes and gates', () => {
  const open: [path: string, heading: string | RegExp][] = [
    ['/', /Сколько нужно/],
    ['/step2', 'Вход'],
    ['/step18', 'Регистрация'],
    ['/step19', 'Новая заявка'],
    ['/docs', 'Документы и помощь'],
    ['/mediapermissionshelp', /камер/i],
    ['/steperrornoauth', 'Нужно войти ещё раз'],
    ['/no/such/place', 'Ошибка в роутинге'],
    ['/step77', 'Ошибка в роутинге'],
  ]
  for (const [path, name] of open) {
    test(`${path} is there for a visitor, with no call to another host and no error`, async () => {
      const { page, faults } = await newPerson(browser, server.url)
      await page.goto(path)
      await heading(page, name)
      assert.deepEqual(faults, [])
      await page.context().close()
    })
  }

  test('step_auth: nothing before the auth status is known but the loading overlay, then the screen', async () => {
    const { page } = await newPerson(browser, server.url)
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
    const page = await visitor('/step10')
    await at(page, '/step2')
    assert.equal(await page.evaluate(() => sessionStorage.getItem('zayavka.wayBack')), '/step10')
  })

  test('step_sendToVerification 2: a result that is not correct → nothing happens', async () => {
    const page = await tab('/step10', (fresh) =>
      fresh.route('**/service/requests/current', (route) => route.fulfill({ json: { status: 'busy', data: null } })),
    )
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
      const page = await tab('/step10', (fresh) =>
        fresh.route('**/service/requests/current', (route) => route.fulfill({ json: { status: 'correct', data } })),
      )
      await at(page, '/step3')
      await page.close()
    })
  }

  test('step_sendToVerification 4: another id later → the desk', async () => {
    const page = await tab('/step10')
    await page.getByLabel('Фамилия', { exact: true }).waitFor()
    const other = { status: 'correct', data: { _id: 'another', allowedFillRequest: true } }
    await page.route('**/service/requests/current', (route) => route.fulfill({ json: other }))
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await at(page, '/step3')
    await page.close()
  })

  test('a step that is not open leads to the one that is, and Back does not loop', async () => {
    const page = await tab('/step5')
    await heading(page, 'Ваша заявка')
    await page.goto('/step33')
    await at(page, '/step10')
    await page.goBack()
    await at(page, '/step5')
    await page.close()
  })
})

describe('PRODUCT 6: error catalogue in the browser', () => {
  const desk = (fulfil: Parameters<Page['route']>[1]) => tab('/step3', (page) => page.route(requestsCall, fulfil))

  test('401 on the requests call → /steperrornoauth', async () => {
    const page = await desk((route) =>
      route.fulfill({ status: 401, json: { error: { code: 'not_signed_in', message: '' } } }),
    )
    await at(page, '/steperrornoauth')
    await page.close()
  })

  test('401 on /authenticated → no_auth: the desk asks to sign in', async () => {
    const page = await visitor('/step3')
    await page.waitForURL((url) => ['/step3', '/steperrornoauth'].includes(url.pathname))
    await page.getByRole('link', { name: /Войти/ }).first().waitFor()
  })

  const consoleOf = async (fulfil: Parameters<Page['route']>[1]): Promise<string[]> => {
    const page = await anna.context.newPage()
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    await page.route(requestsCall, fulfil)
    await page.goto('/step3')
    await page.waitForTimeout(1200)
    await page.close()
    return said
  }

  const rows: [name: string, fulfil: Parameters<Page['route']>[1], said: RegExp][] = [
    [
      'other HTTP status → body read as null',
      (r) => r.fulfill({ status: 503, body: '{}' }),
      /server_response_arr == null/,
    ],
    ['null answer', (r) => r.fulfill({ json: null }), /requests_findByClientIds > server_response_arr == null/],
    [
      'answer with an error → code:message',
      (r) => r.fulfill({ json: { error: { code: 'E7', message: 'нет' } } }),
      /E7:нет/,
    ],
    [
      'schema mismatch → the validator’s message',
      (r) => r.fulfill({ json: { result: { count: 'x', data: [] } } }),
      /count/,
    ],
    ['network exception → its message', (r) => r.abort(), /Failed to fetch/],
  ]
  for (const [name, fulfil, said] of rows) {
    test(name, async () => {
      const lines = await consoleOf(fulfil)
      assert.ok(
        lines.some((line) => said.test(line)),
        lines.join('\n'),
      )
    })
  }

  test('a network exception is reported to this server, and the office lists it', async () => {
    await consoleOf((route) => route.abort())
    const { staffSession } = await import('./reviewer.ts')
    const { until } = await import('./client.ts')
    const staff = await staffSession(server.url)
    await until('the report', async () => {
      const { items } = await staff.must<{ items: { message: string }[] }>('GET', '/service/office/errors')
      return items.some(({ message }) => /Failed to fetch/.test(message))
    })
  })

  test('network exception on the authenticated check: the loading overlay is hidden, a way to try again is shown', async () => {
    const { page } = await newPerson(browser, server.url)
    await page.route('**/authenticated', (route) => route.abort())
    await page.goto('/step19')
    await heading(page, 'Не получается связаться с сервером')
    assert.equal(await page.getByRole('status').filter({ hasText: 'Обработка' }).count(), 0)
  })

  test('start-up of the debug console fails: an error that begins vConsoleInit > catch > error', async () => {
    const { page } = await newPerson(browser, server.url)
    const thrown: string[] = []
    page.on('pageerror', (error) => thrown.push(error.message))
    page.on('console', (message) => thrown.push(message.text()))
    await page.addInitScript(() => {
      const { trustedTypes } = window as unknown as { trustedTypes: { createPolicy: unknown } }
      trustedTypes.createPolicy = () => {
        throw new Error('no policy for the console')
      }
    })
    await page.goto('/step2?dev=1')
    await heading(page, 'Вход')
    await page.waitForTimeout(1500)
    assert.ok(
      thrown.some((text) => /vConsoleInit > catch > error/.test(text)),
      thrown.join('\n'),
    )
  })

  test('start-up of the core fails: an error that begins CoreInitObjectInit > catch > error', async () => {
    const { page } = await newPerson(browser, server.url)
    const thrown: string[] = []
    page.on('pageerror', (error) => thrown.push(error.message))
    await page.route('**/', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('id="lender"', 'id="nobody"')
      await route.fulfill({ response, body })
    })
    await page.goto('/')
    await heading(page, 'Компонент размонтирован')
    assert.match(thrown.join('\n'), /^CoreInitObjectInit > catch > error/)
  })
})

describe('PRODUCT 7: service screens', () => {
  test('route error: heading, status text, and «на рабочий стол» reloads at /step3', async () => {
    const page = await tab('/no-such-screen')
    await heading(page, 'Ошибка в роутинге')
    await page.getByText('Not Found').waitFor()
    await page.getByRole('button', { name: 'на рабочий стол' }).click()
    await at(page, '/step3')
    await page.close()
  })

  /** Sending something that fails for a reason of our own. */
  async function withDialog(message: string): Promise<Page> {
    const page = await tab('/step5', (fresh) =>
      fresh.route('**/service/requests/*/steps/10', (route) =>
        route.fulfill({ status: 500, json: { error: { code: 'internal', message } } }),
      ),
    )
    await page.goto('/step10')
    for (const step of fillings[10] ?? []) await step(page)
    await next(page)
    await page.getByRole('button', { name: 'закрыть' }).waitFor()
    return page
  }

  test('error dialog: its title is the message; asks for a screenshot through the messenger; closed by «закрыть»', async () => {
    const page = await withDialog('Ошибка на нашей стороне')
    const dialog = page.getByRole('dialog', { name: 'Ошибка на нашей стороне' })
    await dialog.getByText(/снимок этого экрана/).waitFor()
    assert.equal(await dialog.getByRole('link').first().getAttribute('href'), 'https://messenger.example/zayavka')
    await page.getByRole('button', { name: 'закрыть' }).click()
    await dialog.waitFor({ state: 'hidden' })
    assert.equal(await page.getByLabel('Имя', { exact: true }).inputValue(), borrower.name, 'nothing typed is lost')
    await page.close()
  })

  test('error dialog: closed by the mask; «Что-то пошло не так» where nothing better is known', async () => {
    const page = await withDialog('')
    await page.mouse.click(180, 8)
    await page.getByRole('button', { name: 'закрыть' }).waitFor({ state: 'detached' })
    await page.close()
  })

  test('crash fallback: a screen whose chunk never comes; «обновить» reloads', async () => {
    const { page } = await newPerson(browser, server.url)
    let broken = true
    await page.route(/\/assets\/Screen-[^/]+\.js$/, (route) => (broken ? route.abort() : route.continue()))
    await page.goto('/step2')
    await heading(page, 'Компонент размонтирован')
    broken = false
    await page.getByRole('button', { name: 'обновить' }).click()
    await heading(page, 'Вход')
  })

  test('loading overlay: «Обработка», a click on the mask does not close it', async () => {
    const { page } = await newPerson(browser, server.url)
    await page.route('**/authenticated', () => new Promise(() => {}))
    await page.goto('/step19')
    await page.getByRole('status').filter({ hasText: 'Обработка' }).waitFor()
    await page.mouse.click(20, 20)
    await page.mouse.click(180, 400)
    assert.equal(await page.getByRole('status').filter({ hasText: 'Обработка' }).isVisible(), true)
  })

  test('debug console: only in dev mode, with its panels, under the page’s own policy', async () => {
    const plain = await visitor('/step2')
    await plain.waitForTimeout(500)
    assert.equal(await plain.locator('#__vconsole').count(), 0)
    const { page, faults } = await newPerson(browser, server.url)
    await page.goto('/step2?dev=1')
    await page.locator('#__vconsole').waitFor({ state: 'attached' })
    await page.locator('.vc-switch').click()
    for (const panel of ['Log', 'System', 'Network', 'Element', 'Storage']) {
      await page.locator('.vc-tab', { hasText: panel }).waitFor()
    }
    assert.deepEqual(
      faults.filter((fault) => /Content Security Policy|TrustedHTML/.test(fault)),
      [],
    )
  })
})

describe('PRODUCT 8: polling', () => {
  const countOf = async (cookie?: string) => {
    const { page, context } = await newPerson(browser, server.url)
    if (cookie) await context.addCookies([{ name: 'dev_on_interval', value: cookie, url: server.url }])
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
