import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { borrower, smsCode } from './borrower.ts'
import { openClient } from './client.ts'
import { announces } from './faults.ts'
import { opened } from './opened.ts'

describe('another phone, in the real client', () => {
  const place = opened()

  test('changed by a code to the new number; one that has an account is refused in words', async () => {
    await openClient(place.server.url).signUp('9161234599')
    const client = openClient(place.server.url)
    await client.signUp(borrower.phone)
    const { page, faults } = await place.personOf(client)
    announces(page, { status: 409, url: /\/service\/profile\/phone$/, says: /^changePhone/, times: 1 })
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
    assert.deepEqual(faults, [])
  })
})
