import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { exampleRoles } from '../docs/access.ts'
import { desktop, type Watched } from './browser.ts'
import { announces } from './faults.ts'
import { colleague, officeSignIn } from './office.ts'
import { opened } from './opened.ts'

let anna: Watched

/** The lender of docs/access.md: the first account keeps accounts and handles no requests */
const place = opened({ lender: (lender) => ({ ...lender, roles: exampleRoles }) }, async () => {
  anna = await place.person(desktop)
  await officeSignIn(anna.page)
})

const bar = async (page: Page) =>
  (await page.getByRole('navigation', { name: 'Разделы' }).getByRole('link').allTextContents()).map((text) =>
    text.replace(/ждут: .*|пора: .*/, ''),
  )

test('roles of a lender’s own: each has its screens, «Люди» gives them by their names, another one counts at once', async () => {
  const { page } = anna
  const everybody = ['Правила', 'Календарь']
  assert.deepEqual(await bar(page), [...everybody, 'Работы', 'Подключения', 'Люди', 'Мой вход'])
  await page.goto('/office/requests/00000000-0000-4000-8000-000000000000')
  await page.getByRole('heading', { name: 'Нет прав' }).waitFor()

  const given = { login: 'boris', name: 'Борис Второй', role: 'risk' }
  const { person: boris } = await colleague(place, page, given)
  assert.deepEqual(await bar(boris.page), [
    ...['Оплаты', 'Займы', 'Портфель', 'Приходы', 'Книга', 'Правила', 'Тарифы', 'Тексты', 'Календарь'],
    ...['Отчёты', 'Журнал', 'Мой вход'],
  ])
  await boris.page.getByText('Риск-контроль').waitFor()
  await boris.page.getByRole('link', { name: 'Займы' }).click()
  await boris.page.getByRole('heading', { name: 'Займы' }).waitFor()

  await page.goto('/office/staff')
  const role = page.getByRole('combobox', { name: 'Роль: Борис Второй' })
  await role.waitFor()
  assert.deepEqual(
    await role.getByRole('option').allTextContents(),
    exampleRoles.map(({ title }) => title),
  )
  await role.selectOption('reviewer')
  await page.getByText('Борис Второй: теперь специалист по заявкам').waitFor()

  // the page was drawn for the role before: the first refusal draws it anew
  announces(boris.page, { status: 403, url: /\/service\/office\// })
  announces(boris.page, { says: /failed/ })
  await boris.page.getByRole('link', { name: 'Портфель' }).click()
  await boris.page.getByRole('link', { name: /^Очередь/ }).waitFor()
  await boris.page.getByRole('heading', { name: 'Нет прав' }).waitFor()
  assert.deepEqual(await bar(boris.page), [
    'Очередь',
    'Задачи',
    'Клиенты',
    'Дела',
    'Сообщения',
    ...everybody,
    'Мой вход',
  ])
})
