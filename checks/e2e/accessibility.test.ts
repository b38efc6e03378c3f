import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { violations } from '../steps/look.ts'
import { at, create, fillings, next, signUp } from './borrower.ts'
import { desktop, newPerson, openBrowser } from './browser.ts'
import { officeSignIn } from './office.ts'
import { type Running, runServer } from './server.ts'

let server: Running
let browser: Browser

before(async () => {
  server = await runServer()
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

/** Nothing sticks out sideways, and nothing is left in English. */
async function looksRight(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = []
    if (document.documentElement.scrollWidth > innerWidth)
      faults.push(`wider than the screen by ${document.documentElement.scrollWidth - innerWidth}`)
    // biome-ignore lint/performance/useDomNodeTextContent: hidden parts do not count
    const text = document.body.innerText.replace(/SHA-256 \S+|[\w.+-]+@[\w.-]+|PDF|IBAN|https?:\S+/g, '')
    const english = text.match(/\b[A-Za-z]{3,}( [a-z]{2,})+\b/)
    if (english) faults.push(`English left over: ${english[0]}`)
    return faults
  })
}

async function check(page: Page, where: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    assert.deepEqual(await violations(page), [], `${where}, ${scheme}`)
  }
  assert.deepEqual(await looksRight(page), [], where)
}

describe('accessibility and fit, light and dark', () => {
  test('every screen a visitor may open, at 360 and 1280 px', async () => {
    for (const viewport of [{ width: 360, height: 740 }, desktop]) {
      const { page } = await newPerson(browser, server.url, viewport)
      for (const path of [
        '/',
        '/step2',
        '/step18',
        '/step19',
        '/docs',
        '/mediapermissionshelp',
        '/steperrornoauth',
        '/nowhere',
      ]) {
        await page.goto(path)
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await check(page, `${path} at ${viewport.width}`)
      }
      await page.context().close()
    }
  })

  test('every filling step, empty, wrong and filled, at 360 px; the task list, the check page, signing, the desk, the profile', async () => {
    const { page } = await newPerson(browser, server.url)
    await page.goto('/step18')
    await signUp(page)
    await at(page, '/step3')
    await check(page, 'empty desk')
    await create(page)
    await check(page, 'task list')
    await page.getByRole('link', { name: 'Продолжить' }).click()
    await page.waitForURL((url) => url.pathname !== '/step5')
    for (;;) {
      const { pathname } = new URL(page.url())
      if (pathname === '/step36') break
      await page.getByRole('heading', { level: 1 }).waitFor()
      await check(page, `${pathname} empty`)
      const button = page.getByRole('button', { name: 'Далее' })
      if (await button.isVisible()) {
        await button.click()
        await check(page, `${pathname} wrong`)
      }
      for (const step of fillings[Number(pathname.replace('/step', ''))] ?? []) await step(page)
      await check(page, `${pathname} filled`)
      await next(page)
      await page.waitForURL((url) => url.pathname !== pathname)
    }
    await check(page, 'check page')
    await page.goto('/step37')
    await page.getByRole('button', { name: 'Получить код' }).click()
    await page.getByLabel('Код из СМС').waitFor()
    await check(page, 'signing')
    for (const path of ['/step3', '/step16']) {
      await page.goto(path)
      await page.getByRole('heading').first().waitFor()
      await check(page, path)
    }
  })

  test('the office: sign-in, queue, messages, payouts, rules, journal, staff', async () => {
    const { page } = await newPerson(browser, server.url, desktop)
    await page.goto('/office/')
    await page.getByLabel('Логин').waitFor()
    assert.deepEqual(await violations(page), [], 'office sign-in')
    await officeSignIn(page)
    for (const name of ['Очередь', 'Сообщения', 'Выплаты', 'Правила', 'Ошибки', 'Журнал', 'Люди']) {
      await page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name }).click()
      await page.waitForTimeout(500)
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme })
        assert.deepEqual(await violations(page), [], `office: ${name}, ${scheme}`)
      }
    }
  })
})
