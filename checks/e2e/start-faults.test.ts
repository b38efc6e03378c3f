import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { heading } from './anna.ts'
import { announces, announcesForAll } from './faults.ts'
import { opened } from './opened.ts'

// what the app writes of the answers that are broken here
announcesForAll({ says: /^(authenticated|requests_findByClientIds|currentRequest)\b/ })

const place = opened()

const authenticated = '**/authenticated'

/** The page without its programs, until they are let come. */
function held(page: Page): { come(): Promise<void> } {
  let come = () => {}
  const coming = new Promise<void>((resolve) => {
    come = resolve
  })
  const entry = /\/assets\/client-[^/]+\.js$/
  const hold = async (route: Route) => {
    await coming
    await route.continue()
  }
  const routed = page.route(entry, hold)
  return {
    come: async () => {
      await routed
      come()
      await page.unroute(entry, hold)
    },
  }
}

/** Whatever stands on the page stands once, at its top, and the picture drawn ahead is gone. */
async function oneScreen(page: Page): Promise<void> {
  assert.equal(await page.locator('#start').count(), 0, 'the picture is gone')
  assert.ok((await page.locator('h1').count()) <= 1, 'one heading')
  const top = await page.locator('#root').evaluate((root) => root.getBoundingClientRect().top)
  assert.ok(top < 50, `the live screen begins at ${top}`)
}

describe('S1: the start drawn ahead', () => {
  const answers: [name: string, act: (route: Route) => Promise<void>][] = [
    ['500', (route) => route.fulfill({ status: 500, body: '' })],
    ['204', (route) => route.fulfill({ status: 204 })],
    ['403', (route) => route.fulfill({ status: 403, json: { error: { code: 'forbidden', message: '' } } })],
    ['no connection', (route) => route.abort()],
  ]
  for (const [name, act] of answers) {
    test(`S1: /authenticated answers ${name}: no picture over the screen that says so, and a way to try again`, async () => {
      const { page, context } = await place.person()
      let broken = true
      await page.route(authenticated, (route) => (broken ? act(route) : route.continue()))
      await page.goto('/')
      await heading(page, 'Не получается связаться с сервером')
      await oneScreen(page)
      assert.match((await page.getByRole('link', { name: /Позвонить/ }).getAttribute('href')) ?? '', /^tel:\+7/)
      broken = false
      await page.getByRole('button', { name: 'Повторить' }).click()
      await heading(page, /Сколько нужно/)
      await oneScreen(page)
      await context.close()
    })
  }

  test('S1: until the status is known the picture has the right price and keeps a choice; silence ends with a word and a way to try again', async () => {
    const { page, context } = await place.person()
    await page.clock.install()
    await page.route(authenticated, () => new Promise(() => {}))
    await page.goto('/')
    const shown = page.locator('#start [data-product]:not([hidden])')
    await shown.getByRole('slider', { name: 'Сумма' }).press('ArrowRight')
    assert.match(await shown.locator('dl').innerText(), /11[\s\u00a0]676/)
    assert.equal(await shown.getByRole('link', { name: /Получить/ }).innerText(), 'Получить 10\u00a0500\u00a0₽')
    assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1)
    await page.clock.runFor(16_000)
    await heading(page, 'Не получается связаться с сервером')
    await oneScreen(page)
    await context.close()
  })

  test('S1: a start that throws leaves its fallback, not its picture', async () => {
    const { page, context } = await place.person()
    announces(page, { says: /Cannot read properties of undefined/ })
    await page.route('**/', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(/"products":\[/, '"products":[],"before":[')
      const { 'content-encoding': _packed, ...headers } = response.headers()
      await route.fulfill({ status: 200, headers, body })
    })
    await page.goto('/')
    await heading(page, 'Компонент размонтирован')
    await oneScreen(page)
    await context.close()
  })

  test('before the programs: another product, every end of its sliders, as they say after them; the choice is kept', async () => {
    const { page, context } = await place.person()
    const text = () => page.locator('main:visible').innerText()
    for (const product of ['Надолго', 'До зарплаты']) {
      for (const [sum, term] of [
        ['Home', 'End'],
        ['End', 'Home'],
        ['PageUp', 'PageDown'],
      ] as const) {
        const programs = held(page)
        await page.goto('/', { waitUntil: 'commit' })
        await page.locator('#start [type=range]:enabled:visible').first().waitFor()
        await page.getByRole('radio', { name: product }).check()
        await page.getByRole('slider', { name: 'Сумма' }).press(sum)
        await page.getByRole('slider', { name: 'Срок' }).press(term)
        const before = await text()
        await programs.come()
        await page.locator('#root h1').waitFor()
        assert.equal(await text(), before)
        assert.equal(
          await page.getByRole('slider', { name: 'Срок' }).evaluate((slider) => slider === document.activeElement),
          true,
        )
        await oneScreen(page)
      }
    }
    await page.reload()
    assert.equal(await page.getByRole('radio', { name: 'До зарплаты' }).isChecked(), true)
    await context.close()
  })

  test('before the programs: a finger on a slider is not interrupted; the link carries the choice without any memory of the device', async () => {
    const { page, context } = await place.person()
    const programs = held(page)
    await page.goto('/', { waitUntil: 'commit' })
    await page.locator('#start [type=range]:enabled:visible').first().waitFor()
    const box = await page.getByRole('slider', { name: 'Сумма' }).boundingBox()
    assert.ok(box)
    await page.mouse.move(box.x + box.width / 3, box.y + box.height / 2)
    await page.mouse.down()
    await programs.come()
    await page.waitForFunction(() => document.querySelectorAll('script[src]').length > 0)
    await page.waitForTimeout(700)
    await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2, { steps: 5 })
    assert.equal(await page.locator('#start').count(), 1, 'the finger is still down')
    assert.match(await page.locator('main:visible').innerText(), /Получить 30/)
    await page.mouse.up()
    await page.locator('#root h1').waitFor()
    await oneScreen(page)
    const link = page.getByRole('link', { name: /Получить 30/ })
    const href = (await link.getAttribute('href')) ?? ''
    await page.evaluate(() => localStorage.clear())
    await page.goto(href)
    assert.equal(await page.getByRole('slider', { name: 'Сумма' }).inputValue(), '3000000')
    await page.getByRole('slider', { name: 'Сумма' }).press('Home')
    assert.equal(new URL(page.url()).search, '', 'what is chosen here counts from now on')
    await page.reload()
    assert.equal(await page.getByRole('slider', { name: 'Сумма' }).inputValue(), '100000')
    await page.goto('/step19?product=none&amount=-7&term=1e99&purpose=x')
    assert.equal(await page.getByRole('slider', { name: 'Сумма' }).inputValue(), '100000')
    await context.close()
  })

  test('S1: taken over, the sliders move and the price with them', async () => {
    const { page, context } = await place.person()
    await page.goto('/')
    await page.locator('#root h1').waitFor()
    await oneScreen(page)
    const total = await page.locator('dl').first().textContent()
    await page.getByRole('slider', { name: 'Сумма' }).press('ArrowRight')
    await page.waitForFunction((before) => document.querySelector('dl')?.textContent !== before, total)
    await context.close()
  })
})

describe('S14: the entry script never comes', () => {
  const entry = /\/assets\/client-[^/]+\.js$/

  for (const path of ['/step2', '/step3', '/']) {
    test(`S14: ${path} says so within the time-out of a chunk, with a way out; it goes once the page is there`, async () => {
      const { page, context } = await place.person()
      // the desk asks for the requests of nobody, as the customer's text has it
      announces(page, { status: 401, url: /\/service\/requests\/findByClientIds$/, times: 1 })
      await page.clock.install()
      let come = () => {}
      const coming = new Promise<void>((resolve) => {
        come = resolve
      })
      await page.route(entry, async (route) => {
        await coming
        await route.continue()
      })
      await page.goto(path, { waitUntil: 'commit' })
      await page.locator('#root').waitFor({ state: 'attached' })
      await page.clock.runFor(119_000)
      const word = page.getByRole('alert').filter({ hasText: 'Страница пока не загрузилась' })
      await word.waitFor()
      const box = await word.boundingBox()
      assert.ok(box && box.y < 400, 'in sight')
      assert.equal(
        new URL((await word.getByRole('link', { name: 'Обновить' }).getAttribute('href')) ?? '').pathname,
        path,
      )
      assert.match((await word.getByRole('link', { name: /Позвонить/ }).getAttribute('href')) ?? '', /^tel:\+7/)
      come()
      await page.locator('#root :is(h1, h2)').first().waitFor()
      await page.clock.runFor(1000)
      await word.waitFor({ state: 'detached' })
      await context.close()
    })
  }

  test('S14: a script the network refuses is told at once', async () => {
    const { page, context } = await place.person()
    await page.route(entry, (route) => route.abort())
    await page.goto('/step2', { waitUntil: 'commit' })
    await page.getByText('Страница пока не загрузилась').waitFor()
    await context.close()
  })
})
