import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { borrower, smsCode } from './borrower.ts'
import { newPerson, openBrowser } from './browser.ts'
import { openClient } from './client.ts'
import { type Running, runServer } from './server.ts'

describe('another phone, in the real client', () => {
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

  test('changed by a code to the new number; one that has an account is refused in words', async () => {
    await openClient(server.url).signUp('9161234599')
    const client = openClient(server.url)
    await client.signUp(borrower.phone)
    const { context, page, faults } = await newPerson(browser, server.url)
    const place = { url: server.url.replace('http:', 'https:'), secure: true, httpOnly: true, sameSite: 'Lax' as const }
    await context.addCookies([...client.jar].map(([name, value]) => ({ name, value, ...place })))
    await page.goto('/step16')
    await page.getByRole('button', { name: 'Сменить номер' }).click()
    const change = async (phone: string) => {
      await page.getByLabel('Новый номер').fill(phone)
      await page.getByRole('button', { name: 'Получить код' }).click()
      await page.getByLabel('Код из СМС').fill(smsCode)
    }
    await change('9161234599')
    await page.getByText('С этим номером уже есть кабинет').waitFor()
    const pictures = process.env.PICTURES
    for (const colorScheme of pictures ? (['light', 'dark'] as const) : []) {
      await page.emulateMedia({ colorScheme })
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await page.screenshot({ path: `${pictures}/phone-${colorScheme}-${width}.png`, fullPage: true })
      }
    }
    await change('9161234577')
    await page.getByText('Номер для входа изменён').waitFor()
    await page.getByText(/45-77/).waitFor()
    await page.getByRole('button', { name: 'Сменить номер' }).waitFor()
    // What was refused on purpose is in the console; nothing else is.
    assert.deepEqual(
      faults.filter((fault) => !fault.includes('changePhone')),
      [],
    )
    await context.close()
  })
})
