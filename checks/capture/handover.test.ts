import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { newPerson, openBrowser } from '../e2e/browser.ts'
import { announces } from '../e2e/faults.ts'
import { type Running, runServer } from '../e2e/server.ts'
import { seeing, standingAt } from './borrower.ts'
import { writeClip, writeSound } from './clips.ts'

const switchOn = (page: Page) => page.getByRole('button', { name: 'Включить камеру' }).click()

describe('begun on a computer, photographed with a phone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'zayavka-clips-'))
  let server: Running
  let browser: Browser
  let people = 0

  before(async () => {
    server = await runServer()
    browser = await openBrowser(seeing(await writeClip(folder, 'good'), writeSound(folder)))
  })
  after(async () => {
    await browser?.close()
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** A computer that shows the code, and a phone that has opened it. */
  async function bothScreens() {
    people += 1
    const desktop = await standingAt(server.url, browser, 27, `916210000${people}`, 1280)
    await desktop.page.goto('/step27')
    await desktop.page.getByText('Продолжить на телефоне').click()
    const code = desktop.page.getByRole('img', { name: 'QR-код со ссылкой для телефона' })
    const address = (await code.getAttribute('data-address')) ?? ''
    const phone = await newPerson(browser, server.url)
    await phone.page.goto(address)
    const number = await phone.page.getByText(/^\d\d$/).textContent()
    assert.equal(new URL(phone.page.url()).hash, '', 'the secret does not stay in the address')
    await desktop.page.getByRole('heading', { name: 'На телефоне то же число?' }).waitFor()
    assert.equal(await desktop.page.getByText(/^\d\d$/).textContent(), number)
    return { desktop, phone, address }
  }

  test('same number on both screens: each photo arrives on the computer at once, and either side finishes', async () => {
    const { desktop, phone, address } = await bothScreens()
    await phone.page.getByRole('button', { name: 'Число то же' }).click()
    await phone.page.getByText('Теперь подтвердите на компьютере').waitFor()
    await desktop.page.getByRole('button', { name: 'Число то же' }).click()
    await desktop.page.getByText('Телефон подключён').waitFor()

    await phone.page.getByRole('button', { name: 'Проверить' }).click()
    await phone.page.getByRole('button', { name: 'Далее' }).click()
    await switchOn(phone.page)
    await phone.page.getByText('Дошло и проверено').waitFor()
    await phone.page.reload()
    await phone.page.getByText('Дошло и проверено').waitFor()
    await phone.page.getByRole('button', { name: 'Далее' }).click()
    await phone.page.getByRole('heading', { name: /регистрац/ }).waitFor()
    await desktop.page.getByText('Дошло и проверено').waitFor()
    assert.equal(await desktop.page.locator('img[src*="/service/uploads/"]').count(), 1)

    await switchOn(phone.page)
    await phone.page.getByText('Дошло и проверено').waitFor()
    // The phone has sent its photo when the computer takes one itself: the later one stands.
    await desktop.page.goto('/step29')
    await switchOn(desktop.page)
    await desktop.page.getByRole('button', { name: 'Далее' }).click()
    await desktop.page.waitForURL('**/step30')
    await phone.page.reload()
    await phone.page.getByRole('heading', { name: 'Фото с паспортом' }).waitFor()
    await desktop.page.goto('/step27')
    const stranger = await newPerson(browser, server.url)
    announces(stranger.page, {
      status: 410,
      url: /\/service\/handover$/,
      says: /^openHandover openHandover failed/,
      times: 1,
    })
    await stranger.page.goto(address)
    await stranger.page.getByText('Ссылка больше не действует').waitFor()
    await desktop.page.getByRole('button', { name: 'Отключить телефон' }).click()
    await desktop.page.getByText('Продолжить на телефоне').waitFor()
    await phone.page.reload()
    await phone.page.getByText('Ссылка больше не действует').waitFor()
    assert.deepEqual([...desktop.faults, ...phone.faults], [])
    for (const { context } of [desktop, phone, stranger]) await context.close()
  })

  test('another number on one screen: nobody gets in', async () => {
    const { desktop, phone } = await bothScreens()
    await desktop.page.getByRole('button', { name: 'Число другое' }).click()
    await phone.page.getByText('Ссылка больше не действует').waitFor()
    await desktop.page.getByText('Продолжить на телефоне').waitFor()
    for (const { context } of [desktop, phone]) await context.close()
  })
})
