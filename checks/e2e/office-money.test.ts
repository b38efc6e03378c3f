import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { faultsOf } from '../tour/look.ts'
import { until } from './client.ts'
import { twoOfStaff } from './office.ts'
import { opened } from './opened.ts'
import { chooseAndPay } from './payOnPage.ts'
import { staffSession } from './reviewer.ts'
import { signedLoan } from './signedLoan.ts'

let staff: Awaited<ReturnType<typeof staffSession>> | undefined
const place = opened({}, async ({ server }) => {
  staff = await staffSession(server.url)
})

/** No faults in the look by light and by dark, on a tablet and on a desk; a picture of each where SHOTS names a folder. */
async function looked(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    assert.deepEqual(await faultsOf(page, false), [], `${name} at ${width} px`)
    // What a table hides to its right is cut for whoever does not think of scrolling it.
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('table')]
        .map((one) => one.scrollWidth - (one.parentElement?.clientWidth ?? 0))
        .filter((hidden) => hidden > 1),
    )
    assert.deepEqual(cut, [], `${name} at ${width} px: nothing is cut`)
    for (const colorScheme of folder ? (['dark', 'light'] as const) : []) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` })
    }
  }
}

describe('money in the office, by two', () => {
  test('a payment that was another’s leaves the loan for suspense, and goes back by a transfer; a call-back is set; a death stops the penalty', async () => {
    const { client, id } = await signedLoan(place, staff, {
      phone: '9161110041',
      passport: '45 10 041857',
      snils: '112-233-041 79',
    })
    await until('the money', async () => (await client.status(id)) === 5, 40)
    const { page, context } = await place.personOf(client)
    await page.goto('/step35')
    await page.getByText('Другая сумма').click()
    await page.getByLabel('Сколько заплатить, ₽').fill('1 000')
    await chooseAndPay(page, /^Заплатить 1\s000\s₽/)
    await page.getByRole('heading', { name: 'Платёж получен', exact: true }).waitFor()
    const { body } = await client.call('GET', '/service/loans')
    const loan = (body as { loans: { id: string }[] }).loans[0]?.id ?? ''

    const { anna, boris } = await twoOfStaff(place, 'supervisor')
    await anna.page.goto(`/office/loans/${loan}`)
    await anna.page.getByRole('button', { name: 'Перезвонить позже' }).click()
    const later = anna.page.getByRole('dialog')
    await later.getByLabel('Что сделать').fill('Спросить, чей был платёж')
    await looked(anna.page, 'call-later')
    await later.getByRole('button', { name: 'Поставить' }).click()
    await later.waitFor({ state: 'hidden' })
    await anna.page.getByRole('tab', { name: 'Платежи' }).click()
    await anna.page.getByRole('button', { name: 'Снять', exact: true }).click()
    const voiding = anna.page.getByRole('dialog')
    await voiding.getByLabel('Деньги пришли, но за другой заём').check()
    await voiding.getByLabel('Почему').fill('Клиент говорит: платил за соседа')
    await looked(anna.page, 'void')
    await voiding.getByRole('button', { name: 'Попросить снять' }).click()
    await anna.page.getByText('просят снять').waitFor()
    await looked(anna.page, 'void-asked')

    await boris.page.goto('/office/tasks')
    await boris.page.getByRole('row').filter({ hasText: 'чей был платёж' }).getByRole('link').click()
    await boris.page.getByRole('tab', { name: 'Платежи' }).click()
    await boris.page.getByRole('button', { name: 'Подтвердить', exact: true }).click()
    await boris.page.getByRole('dialog').getByText('вернуть в невыясненные').waitFor()
    await looked(boris.page, 'void-confirm')
    await boris.page.getByRole('dialog').getByRole('button', { name: 'Подтвердить' }).click()
    await boris.page.getByText('снят', { exact: true }).waitFor()

    const ask = async (at: Page) => {
      await at.goto('/office/suspense')
      return at.getByRole('row').filter({ hasText: 'платёж был не по нему' })
    }
    await (await ask(anna.page)).waitFor()
    await looked(anna.page, 'suspense')
    await (await ask(anna.page)).getByRole('button', { name: 'Возвращено переводом' }).click()
    const transfer = anna.page.getByRole('dialog')
    await transfer.getByLabel('Номер платёжного поручения').fill('112')
    const typed = new Date().toLocaleDateString('ru-RU', { timeZone: 'Europe/Moscow' })
    await transfer.getByLabel('Дата').fill(typed)
    await transfer.getByLabel('Почему').fill('Платёж соседа, реквизиты из заявления')
    await looked(anna.page, 'transfer')
    await transfer.getByRole('button', { name: 'Попросить записать' }).click()
    await anna.page.getByText('ждёт второго сотрудника').waitFor()
    await looked(anna.page, 'suspense-asked')
    await (await ask(boris.page)).getByRole('button', { name: 'Подтвердить перевод' }).click()
    await boris.page.getByRole('dialog').getByText('112').waitFor()
    await looked(boris.page, 'transfer-confirm')
    await boris.page
      .getByRole('dialog')
      .getByRole('button', { name: /^Подтвердить/ })
      .click()
    await boris.page.getByText('Невыясненных нет').waitFor()

    await anna.page.goto(`/office/loans/${loan}`)
    await anna.page.getByText('Запретить обращаться').click()
    await anna.page.getByLabel('Основание').selectOption({ label: 'Смерть' })
    await anna.page.getByLabel('День смерти по свидетельству').fill(typed)
    await looked(anna.page, 'death')
    await anna.page.getByRole('button', { name: 'Запретить', exact: true }).click()
    await anna.page.getByRole('heading', { name: 'Наследники' }).waitFor()
    await anna.page.getByText('Записать наследника').click()
    await anna.page.getByLabel('Фамилия, имя, отчество').fill('Наследникова Проба Тестовна')
    await anna.page.getByLabel('Адрес для писем').fill('101000, г. Вымышленск, ул. Примерная, д. 2')
    await anna.page.getByLabel('Чем подтверждается').fill('Справка нотариуса от сегодня')
    await anna.page.getByRole('button', { name: 'Записать', exact: true }).click()
    await anna.page.getByText('наследство ещё не принято').waitFor()
    await looked(anna.page, 'heirs')
    for (const one of [anna, boris]) await one.context.close()
    await context.close()
  })
})
