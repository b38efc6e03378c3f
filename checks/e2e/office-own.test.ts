import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Watched } from './browser.ts'
import { announces } from './faults.ts'
import { type Credentials, invited, officeSignIn, twoOfStaff } from './office.ts'
import { opened } from './opened.ts'
import { authenticatorCode } from './reviewer.ts'

let anna: Watched
let boris: Watched
let borisIs: Credentials

const place = opened({}, async () => {
  ;({ anna, boris, borisIs } = await twoOfStaff(place, 'verifier'))
})

/** Where pictures of the screens go, when somebody wants to look. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png` })
    }
  }
}

describe('what the staff sign in with', () => {
  test('one’s own password and authenticator are changed by both factors, another’s sign-in is reset', async () => {
    const { page } = boris
    const { password, totpSecret } = borisIs
    await page.goto('/office/me')
    const dialog = page.getByRole('dialog')
    const prove = async () => {
      await dialog.getByLabel('Нынешний пароль').fill(password)
      await dialog.getByLabel('Код из приложения').fill('000000')
    }
    await page.getByRole('button', { name: 'Сменить пароль' }).click()
    await picture(page, 'office-password')
    await prove()
    await dialog.getByLabel('Новый пароль', { exact: true }).fill('my own long password')
    await dialog.getByRole('button', { name: 'Сменить пароль' }).click()
    await dialog.getByText('не совпадают').waitFor()
    await dialog.getByLabel('Новый пароль ещё раз').fill('my own long password')
    announces(page, { status: 401, url: /\/me\/password$/ })
    await dialog.getByRole('button', { name: 'Сменить пароль' }).click()
    await dialog.getByText('Пароль или код не подошли').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Сменить приложение для кодов' }).click()
    await dialog.getByLabel('Нынешний пароль').fill(password)
    const codeBy = async (name: string, secret: string, act: string, seen: () => Promise<unknown>) => {
      for (let tries = 0; tries < 2; tries += 1) {
        await dialog.getByLabel(name).fill(await authenticatorCode(secret))
        announces(page, { status: 401, url: /\/me\/authenticator$/, times: 1 })
        await dialog.getByRole('button', { name: act }).click()
        const spent = dialog.getByText('Каждый код действует один раз')
        await Promise.race([seen(), spent.waitFor()])
        if (!(await spent.isVisible())) return
        await page.waitForTimeout(31_000)
      }
    }
    await codeBy('Код из приложения', totpSecret, 'Показать код', () =>
      dialog.getByRole('img', { name: 'QR-код' }).waitFor(),
    )
    await picture(page, 'office-authenticator')
    const secret = (await dialog.getByText(/^[A-Z2-7]{16,}$/).textContent()) ?? ''
    await dialog.getByLabel('Код из нового приложения').fill(await authenticatorCode(secret))
    await dialog.getByRole('button', { name: 'Сменить приложение' }).click()
    await page.getByText('Приложение для кодов изменено').first().waitFor()
    await page.goto('/office/me')
    await page.getByRole('heading', { name: 'Мой вход' }).waitFor()

    await anna.page.goto('/office/staff')
    const row = anna.page.getByRole('row', { name: /Борис/ })
    await row.waitFor()
    await picture(anna.page, 'office-staff')
    await row.getByRole('button', { name: 'Сбросить вход' }).click()
    await anna.page.getByRole('dialog').getByRole('button', { name: 'Сбросить', exact: true }).click()
    await row.getByRole('button', { name: 'Новая ссылка' }).click()
    const link =
      (await anna.page
        .getByRole('dialog')
        .getByText(/invitation#/)
        .textContent()) ?? ''
    await anna.page.getByRole('button', { name: 'Передал, закрыть' }).click()
    await officeSignIn(page, await invited(page, link.split('#')[1] ?? ''))
    await page.getByRole('heading', { name: 'Очередь' }).waitFor()
    assert.deepEqual([anna.faults, boris.faults], [[], []])
  })

  test('the journal reads in Russian, and what it is narrowed to stays in the address', async () => {
    const { page } = anna
    await page.goto('/office/journal')
    const rows = page.getByRole('row')
    await page.getByRole('combobox').nth(1).selectOption({ label: 'Приглашение открыто' })
    await page.waitForURL(/event=staff\.invitationOpen/)
    await rows.filter({ hasText: 'Приглашение выдано' }).first().waitFor({ state: 'detached' })
    await page.getByRole('combobox').first().selectOption({ label: 'Борис Второй' })
    await page.getByLabel('С', { exact: true }).fill('01.01.2026')
    await page.waitForURL(/from=2026-01-01/)
    await page.reload()
    await rows.filter({ hasText: 'Приглашение открыто' }).first().waitFor()
    assert.match(await rows.nth(1).innerText(), /Борис Второй\s+Приглашение открыто\s+сотрудник …/)
    assert.equal(await page.getByLabel('С', { exact: true }).inputValue(), '01.01.2026')
    await picture(page, 'office-journal')
    await page.getByRole('button', { name: 'Убрать отбор' }).click()
    await rows.filter({ hasText: 'Приглашение выдано' }).first().waitFor()
    await picture(page, 'office-journal-all')
  })
})
