import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { at, borrower, create, fillAll, next, sign, signUp } from './borrower.ts'
import { desktop, type Watched } from './browser.ts'
import { officeSignIn, reviewByKeys } from './office.ts'
import { opened } from './opened.ts'

let office: Watched

const place = opened({}, async () => {
  office = await place.person(desktop)
  await officeSignIn(office.page)
})

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()

/** From the first screen to «Проверяем заявку». */
async function apply(page: Page, phone: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Войти' }).first().waitFor()
  await page.goto('/step18')
  await signUp(page, phone)
  await at(page, '/step3')
  await page.getByRole('link', { name: 'Подать заявку' }).click()
  await at(page, '/step19')
  await create(page)
  await fillAll(page)
  await page.getByRole('link', { name: 'Всё верно, подписать' }).click()
  await sign(page, /Получить код/)
  await at(page, '/step3')
  await heading(page, 'Проверяем заявку')
}

describe('the main job, in the real client and the real office', () => {
  test('from the calculator to «money paid out»', async (context) => {
    const { page, faults } = await place.person()
    await apply(page, borrower.phone)
    await page.goBack()
    await page.waitForTimeout(300)
    assert.ok(!/step3[67]$/.test(new URL(page.url()).pathname), 'Back does not open the form that was sent')
    await page.goto('/step3')

    const keys = await reviewByKeys(office.page)
    await keys.press(office.page, 'a')
    context.diagnostic(
      `a clean request of ${keys.pressed - 2} items: ${keys.pressed} keys from the queue to the approval`,
    )

    await heading(page, 'Заявка одобрена')
    await page.getByRole('link', { name: 'Посмотреть условия' }).click()
    await page.getByText('Полная стоимость займа').first().waitFor()
    await page.getByRole('link', { name: 'Подписать кодом из СМС' }).click()
    await sign(page, /Получить код/)
    await at(page, '/step3')
    await heading(page, 'Деньги выплачены')
    await page.getByRole('link', { name: 'Мой заём' }).click()
    await page.getByText('Подписанные документы').waitFor()
    assert.deepEqual(faults, [])
    assert.deepEqual(office.faults, [])

    await office.page.getByRole('link', { name: 'Сообщения' }).click()
    await office.page
      .getByText(/одобрен/)
      .first()
      .waitFor()
    await office.page.getByRole('link', { name: 'Выплаты' }).click()
    await office.page.getByText('10 000').first().waitFor()
  })

  test('returned: only the marked step is open, with the reason; corrected, approved', async () => {
    const { page, faults } = await place.person()
    await apply(page, '9161112233')
    await reviewByKeys(office.page, { Паспорт: '2' })
    await office.page.keyboard.press('v')
    await office.page
      .getByRole('dialog')
      .getByRole('button', { name: /Вернуть/ })
      .click()

    await heading(page, 'Нужно кое-что поправить')
    await page.getByRole('link', { name: 'Посмотреть и поправить' }).click()
    await heading(page, 'Нужно поправить')
    await page.goto('/step10')
    await page.waitForURL((url) => url.pathname !== '/step10')
    await page.goto('/step9')
    await page.getByText('Данные не совпадают с документом').waitFor()
    assert.equal(await page.getByLabel('Место рождения', { exact: true }).inputValue(), borrower.birthPlace)
    await page.getByLabel('Место рождения', { exact: true }).fill('г. Новый Вымышленск')
    await next(page)
    await at(page, '/step36')
    await page.getByRole('link', { name: 'Всё верно, подписать' }).click()
    await page.waitForTimeout(500)
    await sign(page, /Получить код/)
    await at(page, '/step3')
    await heading(page, 'Проверяем заявку')

    await reviewByKeys(office.page)
    const items = office.page.getByRole('navigation', { name: 'Пункты заявки' })
    await items
      .getByRole('button')
      .filter({ hasText: /^Паспорт: (?!разворот|страница)/ })
      .click()
    await office.page.getByText('г. Вымышленск', { exact: true }).waitFor()
    await office.page.keyboard.press('a')
    await heading(page, 'Заявка одобрена')
    assert.deepEqual(faults, [])
  })

  test('refused: the desk says why in words, and what can be done', async () => {
    const { page, faults } = await place.person()
    await apply(page, '9162223344')
    await reviewByKeys(office.page)
    await office.page.keyboard.press('x')
    const dialog = office.page.getByRole('dialog')
    await dialog.getByLabel('Причина').selectOption({ index: 1 })
    await dialog.getByRole('button', { name: /Отказать/ }).click()
    await heading(page, 'Отказ: не получилось проверить документы')
    await page.getByRole('link', { name: 'Всё равно подать сейчас' }).waitFor()
    assert.deepEqual(faults, [])
  })
})
