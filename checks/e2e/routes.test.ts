import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { annasPlace, heading } from './anna.ts'
import { at } from './borrower.ts'
import { newPerson } from './browser.ts'

const place = annasPlace()

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
      const { page, faults } = await newPerson(place().browser, place().server.url)
      await page.goto(path)
      await heading(page, name)
      assert.deepEqual(faults, [])
      await page.context().close()
    })
  }

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
    const page = await place().tab('/step10', (fresh) =>
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
