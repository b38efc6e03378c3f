import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { at, create, signUp } from './borrower.ts'
import { phone } from './browser.ts'
import { announcesForAll } from './faults.ts'
import { opened } from './opened.ts'

// what the browser and the app write while the server is dead
announcesForAll(
  {
    says: /net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)|Failed to fetch|^profile profile failed/,
  },
  // whose session was ended elsewhere is told so, and the office asks who somebody is before they have said it
  { status: 401, url: /\/(authenticated|service\/office\/me)$/ },
)

const place = opened()

/** All that this device keeps of the filling, as text */
const keptOnDevice = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('zayavka')
        opening.onsuccess = () => {
          if (!opening.result.objectStoreNames.contains('drafts')) return resolve('')
          const reading = opening.result.transaction('drafts').objectStore('drafts').getAll()
          reading.onsuccess = () => resolve(JSON.stringify(reading.result))
        }
      }),
  )

describe('without a network', () => {
  test('the app opens on a second visit, keeps nothing of the server’s answers, and goes on by itself', async () => {
    const { page, context, faults } = await place.person(phone, 'allow')
    await page.goto('/')
    await page.getByRole('heading', { name: /Сколько нужно/ }).waitFor()
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.reload()
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    assert.deepEqual(faults, [], 'the page’s policy lets the worker in')

    const kept = await page.evaluate(async () => {
      const addresses: string[] = []
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) addresses.push(new URL(url).pathname)
      return addresses
    })
    assert.ok(kept.length > 40, `${kept.length} files are kept`)
    assert.deepEqual(
      kept.filter((path) => !/^\/(assets\/[^/]+|favicon\.svg)?$/.test(path)),
      [],
      'the page and its files, nothing else',
    )

    await place.server.kill()
    await page.goto('/step2')
    await page.getByRole('heading', { name: 'Вход' }).waitFor()
    await page.goto('/step10')
    await page.getByText('Введённое сохранено на этом устройстве').or(page.getByRole('status')).first().waitFor()
    await place.server.restart()
    await page.goto('/docs')
    await page.getByRole('heading', { name: 'Документы и помощь' }).waitFor()
    await context.close()
  })

  /** Somebody who has typed and saved a surname, in a browser that keeps the app. */
  async function filling(number: string) {
    const person = await place.person(phone, 'allow')
    const { page } = person
    await page.goto('/step18')
    await signUp(page, number)
    await at(page, '/step3')
    await create(page)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.goto('/step10')
    await page.getByLabel('Фамилия', { exact: true }).fill('Вымыслова')
    await page.getByText('Сохранено').first().waitFor()
    return person
  }

  test('a step opens with what was typed, takes more, and sends it when the network is back; signed out, nothing is left', async () => {
    const { page, context } = await filling('9161110031')

    await place.server.kill()
    await page.reload()
    await page.getByLabel('Имя', { exact: true }).waitFor()
    assert.equal(await page.getByLabel('Фамилия', { exact: true }).inputValue(), 'Вымыслова')
    await page.getByLabel('Имя', { exact: true }).fill('Анна')
    await page
      .getByText(/Нет (сети|связи)/)
      .first()
      .waitFor()
    await page.reload()
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('form [name=name]')?.value === 'Анна')
    await place.server.restart()
    await page.getByText('Сохранено').first().waitFor({ timeout: 40_000 })
    await page.reload()
    await page.getByText('Сохранено').first().waitFor()
    assert.equal(await page.getByLabel('Имя', { exact: true }).inputValue(), 'Анна')

    await page.goto('/step16')
    await page.getByRole('button', { name: 'Выйти' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    assert.doesNotMatch(await keptOnDevice(page), /Вымыслова/)
    await context.close()
  })

  test('a session ended elsewhere: the request goes from this device at the next look, with the network away too', async () => {
    const { page, context } = await filling('9161110032')
    await page.reload()
    await page.getByLabel('Фамилия', { exact: true }).waitFor()
    assert.match(await keptOnDevice(page), /Вымыслова/)

    await context.clearCookies()
    await page.goto('/step10')
    await at(page, '/step2')
    assert.doesNotMatch(await keptOnDevice(page), /Вымыслова/)
    await place.server.kill()
    const asked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/authenticated'))
    await page.goto('/step10')
    await asked
    // Time to find what is kept, were it there: the test before shows that it is found.
    await page.waitForTimeout(1000)
    assert.equal(await page.getByLabel('Фамилия', { exact: true }).count(), 0)
    await place.server.restart()
    await context.close()
  })

  test('the office is never kept', async () => {
    const { page, context } = await place.person(phone, 'allow')
    await page.goto('/')
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.goto('/office/')
    await page.getByLabel('Логин').waitFor()
    const office = await page.evaluate(async () => (await caches.match('/office/')) !== undefined)
    assert.equal(office, false)
    await context.close()
  })
})
