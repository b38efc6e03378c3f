import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { annasPlace, heading } from './anna.ts'
import { at, borrower, fillings, next } from './borrower.ts'
import { newPerson } from './browser.ts'
import { announcesForAll } from './faults.ts'

// what is broken here so that its screen is seen: a path of no page, a step that is not accepted, a chunk that does not come
announcesForAll(
  { status: 404, url: /\/no-such-screen$/ },
  { says: /^acceptStep (acceptStep failed|Failed to fetch)/ },
  { says: /Failed to fetch dynamically imported module/ },
)

const place = annasPlace()

describe('PRODUCT 7: service screens', () => {
  test('route error: heading, status text, and «на рабочий стол» reloads at /step3', async () => {
    const page = await place().tab('/no-such-screen')
    await heading(page, 'Ошибка в роутинге')
    await page.getByText('Not Found').waitFor()
    await page.getByRole('button', { name: 'на рабочий стол' }).click()
    await at(page, '/step3')
    await page.close()
  })

  /** Sending something that fails for a reason of our own. */
  async function withDialog(message: string): Promise<Page> {
    const page = await place().tab('/step5', (fresh) =>
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

  test('error dialog without a connection: does not send to a messenger that would not open', async () => {
    const page = await place().tab('/step5')
    await page.goto('/step10')
    for (const step of fillings[10] ?? []) await step(page)
    await page.context().setOffline(true)
    await next(page)
    const dialog = page.getByRole('dialog', { name: /Нет связи/ })
    await dialog.getByText('Всё, что вы ввели, сохранено.', { exact: true }).waitFor()
    assert.equal(await dialog.getByRole('link').count(), 0)
    await page.context().setOffline(false)
    await page.close()
  })

  test('crash fallback: a screen whose chunk never comes; «обновить» reloads', async () => {
    const { page } = await newPerson(place().browser, place().server.url)
    let broken = true
    await page.route(/\/assets\/Screen-[^/]+\.js$/, (route) => (broken ? route.abort() : route.continue()))
    await page.goto('/step2')
    await heading(page, 'Компонент размонтирован')
    broken = false
    await page.getByRole('button', { name: 'обновить' }).click()
    await heading(page, 'Вход')
  })

  test('loading overlay: «Обработка», a click on the mask does not close it', async () => {
    const { page } = await newPerson(place().browser, place().server.url)
    await page.route('**/authenticated', () => new Promise(() => {}))
    await page.goto('/step19')
    await page.getByRole('status').filter({ hasText: 'Обработка' }).waitFor()
    await page.mouse.click(20, 20)
    await page.mouse.click(180, 400)
    assert.equal(await page.getByRole('status').filter({ hasText: 'Обработка' }).isVisible(), true)
  })

  test('debug console: only in dev mode, with its panels, under the page’s own policy', async () => {
    const plain = await place().visitor('/step2')
    await plain.waitForTimeout(500)
    assert.equal(await plain.locator('#__vconsole').count(), 0)
    const { page, faults } = await newPerson(place().browser, place().server.url)
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
