import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { faultsOf } from '../tour/look.ts'
import { until } from './client.ts'
import { officeSignIn } from './office.ts'
import { opened } from './opened.ts'
import { staffSession } from './reviewer.ts'
import { signedLoan } from './signedLoan.ts'

let staff: Awaited<ReturnType<typeof staffSession>> | undefined
const place = opened({}, async ({ server }) => {
  staff = await staffSession(server.url)
})

/** No faults in the look, in both schemes; a picture of each where SHOTS names a folder. */
async function looked(page: Page, name: string): Promise<void> {
  assert.deepEqual(await faultsOf(page, !name.startsWith('office')), [], name)
  const folder = process.env.SHOTS
  if (!folder) return
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png`, fullPage: true })
  }
}

describe('appeals', () => {
  test('a holiday is asked for on the loan’s screen, given in the office, and ended by the borrower; a complaint waits for two', async () => {
    const { client, id } = await signedLoan(place, staff, {
      phone: '9161110031',
      passport: '45 10 031857',
      snils: '112-233-031 77',
    })
    await until('the money', async () => (await client.status(id)) === 5, 40)
    const { page, context } = await place.personOf(client)
    await page.goto('/step35')
    await page.getByRole('link', { name: /Кредитные каникулы/ }).click()
    await page.getByLabel('Причина').selectOption({ label: 'Доход за два месяца стал меньше больше чем на 30 %' })
    await page.getByLabel('Ваши слова').fill('Сократили на работе, справку пришлю.')
    await page.getByRole('button', { name: 'Отправить' }).click()
    await page.getByText(/Обращение № \d+ зарегистрировано/).waitFor()
    await page.getByLabel('О чём').selectOption({ label: 'Жалоба или вопрос' })
    await page.getByLabel('Ваши слова').fill('Почему так дорого?')
    await page.getByRole('button', { name: 'Отправить' }).click()
    await page.getByRole('heading', { name: 'Жалоба или вопрос' }).waitFor()
    await looked(page, 'appeals')

    const desk = await place.person({ width: 1280, height: 800 })
    await officeSignIn(desk.page)
    await desk.page.getByRole('link', { name: 'Обращения' }).click()
    await desk.page.getByRole('cell', { name: 'Кредитные каникулы' }).waitFor()
    await looked(desk.page, 'office-appeals')
    const row = desk.page.getByRole('row').filter({ hasText: 'Кредитные каникулы' })
    await row.getByRole('link').click()
    await desk.page.getByText('Сократили на работе').waitFor()
    await desk.page.getByLabel('Решение').selectOption({ label: 'Каникулы' })
    await desk.page.getByLabel('Ответ клиенту').fill('Каникулы даём с сегодняшнего дня.')
    await looked(desk.page, 'office-appeal')
    await desk.page.getByRole('button', { name: 'Ответить' }).click()
    await desk.page.getByRole('heading', { name: 'Ответ дан' }).waitFor()

    await desk.page.goto('/office/appeals')
    await desk.page.getByRole('row').filter({ hasText: 'Жалоба' }).getByRole('link').click()
    await desk.page.getByLabel('Решение').selectOption({ label: 'Ответить на вопрос' })
    await desk.page.getByLabel('Ответ клиенту').fill('Цена указана в договоре.')
    await desk.page.getByText('подтверждает второй сотрудник').waitFor()
    await desk.page.getByRole('button', { name: 'Ответить' }).click()
    await desk.page.getByRole('button', { name: 'Ответить иначе' }).waitFor()

    await page.reload()
    await page.getByText('Каникулы даём с сегодняшнего дня.').waitFor()
    assert.equal(await page.getByText('Цена указана в договоре.').count(), 0)
    await page.goto('/step35')
    await page.getByText('Платить не нужно, неустойки нет', { exact: false }).waitFor()
    await looked(page, 'loan-holiday')
    await desk.page.getByRole('link', { name: 'Портфель' }).click()
    await desk.page.getByRole('heading', { name: 'Выдано и собрано' }).waitFor()
    await looked(desk.page, 'office-portfolio')
    await desk.context.close()
    await context.close()
  })
})
