import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { faultsOf } from '../tour/look.ts'
import { until } from './client.ts'
import { officeSignIn, twoOfStaff } from './office.ts'
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
    await page.getByText('Сумма займа до 450 000 ₽').waitFor()
    await page.getByText('посмотрим по документам').first().waitFor()
    await looked(page, 'holiday-asked')
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
    for (const question of ['Документы подтверждают причину?', 'Суд не взыскал долг, банкротства нет?'])
      await desk.page.getByRole('group', { name: question }).getByLabel('да').check()
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

  test('new terms with a photo beside them: offered by two, signed with a code; a letter entered in the office is seen by the borrower', async () => {
    const { client, id } = await signedLoan(place, staff, {
      phone: '9161110032',
      passport: '45 10 032857',
      snils: '112-233-032 78',
    })
    await until('the money', async () => (await client.status(id)) === 5, 40)
    const { page, context } = await place.personOf(client)
    await page.goto('/step35')
    await page.getByRole('link', { name: /Новые условия/ }).click()
    await page.getByLabel('Ваши слова').fill('Могу платить по 3 000 раз в две недели.')
    const picture = { create: { width: 900, height: 700, channels: 3 as const, background: '#c8d0a0' } }
    const photo = { name: 'spravka.jpg', mimeType: 'image/jpeg', buffer: await sharp(picture).jpeg().toBuffer() }
    await page.getByLabel('Приложить снимок или PDF').first().setInputFiles(photo)
    await page.getByText('spravka.jpg').waitFor()
    await looked(page, 'appeal-with-file')
    await page.getByRole('button', { name: 'Отправить' }).click()
    await page.getByRole('link', { name: 'Открыть снимок' }).waitFor()

    const { anna, boris } = await twoOfStaff(place, 'supervisor')
    await anna.page.goto('/office/appeals')
    await anna.page.getByRole('row').filter({ hasText: 'Новые условия' }).getByRole('link').click()
    await anna.page.getByRole('link', { name: 'Снимок 1: открыть' }).waitFor()
    const file = await anna.page.getByRole('link', { name: 'Снимок 1: открыть' }).getAttribute('href')
    const seen = await anna.page.request.get(file ?? '')
    assert.deepEqual([seen.status(), seen.headers()['content-type']], [200, 'image/jpeg'])
    await anna.page.getByLabel('Решение').selectOption({ label: 'Предложить новые условия' })
    await anna.page.getByLabel('Раз в сколько дней').fill('14')
    await anna.page.getByLabel('Ответ клиенту').fill('Шесть платежей раз в две недели.')
    await looked(anna.page, 'office-terms')
    await anna.page.getByRole('button', { name: 'Ответить' }).click()
    await anna.page.getByRole('button', { name: 'Ответить иначе' }).waitFor()
    await boris.page.goto(new URL(anna.page.url()).pathname)
    await boris.page.getByRole('button', { name: 'Подтвердить ответ' }).click()
    await boris.page.getByRole('heading', { name: 'Ждём вашего согласия' }).waitFor()

    await page.reload()
    await page.getByText('Если подписать сегодня, платежи будут такими:').waitFor()
    await looked(page, 'new-terms')
    await page.getByRole('button', { name: 'Получить код и соглашение' }).click()
    await page.getByLabel('Код из СМС').fill('111111')
    await page.getByText('Новые условия действуют').waitFor()
    await page.goto('/step35')
    await page.getByRole('link', { name: /Соглашение об изменении условий возврата займа/ }).waitFor()

    await anna.page.goto('/office/appeals')
    await anna.page.getByRole('button', { name: 'Записать обращение' }).click()
    const entering = anna.page.getByRole('dialog')
    const { body } = await client.call('GET', '/service/loans')
    await entering
      .getByLabel('Когда пришло')
      .fill(new Date().toLocaleDateString('ru-RU', { timeZone: 'Europe/Moscow' }))
    await entering
      .getByLabel('Номер договора')
      .fill((body as { loans: { contract: string }[] }).loans[0]?.contract ?? '')
    await entering.getByLabel('О чём просит').fill('Вх. 12: просит объяснить график.')
    await looked(anna.page, 'office-entering')
    await entering.getByRole('button', { name: 'Зарегистрировать' }).click()
    await entering.waitFor({ state: 'hidden' })
    await page.goto('/step40')
    await page.getByText(/По почте, /).waitFor()
    for (const one of [anna, boris]) await one.context.close()
    await context.close()
  })
})
