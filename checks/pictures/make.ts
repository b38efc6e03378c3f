import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { at, create, fillAll, fillings, sign, signUp } from '../e2e/borrower.ts'
import { desktop, newPerson, openBrowser, phone } from '../e2e/browser.ts'
import { officeSignIn } from '../e2e/office.ts'
import { runServer } from '../e2e/server.ts'
import { findBrowser } from '../setup/browser.ts'
import { takeAll } from './all.ts'

const folder = fileURLToPath(new URL('../../docs/pictures', import.meta.url))

/** The README's pictures, from the running product, by one walk; `all FOLDER`: every screen in every state. */
async function main(): Promise<void> {
  const found = findBrowser()
  if (found.path === null) throw new Error(found.reason)
  process.env.CHROMIUM_PATH = found.path
  const [what, into] = process.argv.slice(2)
  if (what === 'all') return takeAll(into ?? join(tmpdir(), 'zayavka-pictures'))
  mkdirSync(folder, { recursive: true })
  const server = await runServer()
  const browser = await openBrowser()
  const take = async (page: Page, name: string) => {
    await page.waitForTimeout(600)
    await page.screenshot({ path: join(folder, `${name}.png`) })
  }
  try {
    const { page } = await newPerson(browser, server.url, { ...phone, height: 760 })
    await page.goto('/')
    await take(page, 'start')
    await page.goto('/step18')
    await signUp(page)
    await at(page, '/step3')
    await create(page)
    await page.goto('/step10')
    for (const step of fillings[10] ?? []) await step(page)
    await page.getByRole('button', { name: 'Далее' }).click()
    await at(page, '/step9')
    for (const step of fillings[9] ?? []) await step(page)
    await page.evaluate(() => scrollTo(0, 0))
    await take(page, 'passport')
    await page.goto('/step5')
    await fillAll(page)
    await page.getByRole('link', { name: 'Всё верно, подписать' }).click()
    await sign(page, /Получить код/)
    await at(page, '/step3')
    await take(page, 'desk')

    const staff = await newPerson(browser, server.url, desktop)
    await officeSignIn(staff.page)
    await take(staff.page, 'queue')
    await staff.page.keyboard.press('n')
    await staff.page.getByRole('article').waitFor()
    await staff.page.keyboard.press('1')
    await staff.page.keyboard.press('1')
    await take(staff.page, 'review')
    const progress = staff.page.getByText(/^Проверено \d+ из \d+$/)
    for (;;) {
      const [done, all] = ((await progress.textContent()) ?? '').match(/\d+/g)?.map(Number) ?? []
      if (done === all) break
      await staff.page.keyboard.press('1')
      await staff.page.waitForTimeout(200)
    }
    await staff.page.getByText('Всё проверено').waitFor()
    await staff.page.keyboard.press('a')
    await page.getByRole('link', { name: 'Посмотреть условия' }).click({ timeout: 30_000 })
    await page.getByText('Полная стоимость займа').first().waitFor()
    await take(page, 'offer')
  } finally {
    await browser.close()
    await server.stop()
  }
}

await main()
