import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from '../steps/look.ts'
import type { Watched } from './browser.ts'
import { openClient } from './client.ts'
import { announces } from './faults.ts'
import { twoOfStaff } from './office.ts'
import { opened } from './opened.ts'
import { shots } from './shots.ts'

let anna: Watched
let boris: Watched

const place = opened({}, async () => {
  ;({ anna, boris } = await twoOfStaff(place, 'verifier'))
  // a sheet that is still coming up is paler than it will be
  for (const { page } of [anna, boris]) await page.emulateMedia({ reducedMotion: 'reduce' })
  // he is told at once, by his own renewal, that the request was moved
  announces(boris.page, { status: 409, url: /\/lease$/ })
})

const clean = async (page: Page) => assert.deepEqual(await violations(page), [])

async function waiting(phone: string): Promise<string> {
  const client = openClient(place.server.url)
  await client.signUp(phone)
  const { _id: id } = await client.create()
  await client.fill(id)
  await client.sign(id, 'application')
  return id
}

const bar = (page: Page, name: string) => page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name })

test('O14: a supervisor sees the shift, gives a request to a reviewer, and moves it from their hands', async () => {
  const first = await waiting('9161280001')
  const second = await waiting('9161280002')
  await bar(anna.page, 'Смена').click()
  const row = anna.page.getByRole('row').filter({ has: anna.page.locator(`a[href$="${second}"]`) })
  await row.getByRole('button', { name: 'Назначить' }).click()
  const dialog = anna.page.getByRole('dialog')
  await clean(anna.page)
  await dialog.getByLabel('Сотрудник').selectOption({ label: 'Борис Второй: в работе 0, назначено 0' })
  await dialog.getByRole('button', { name: 'Назначить' }).click()
  await row.getByText(/^назначена: Борис Второй/).waitFor()
  assert.equal(await bar(boris.page, 'Смена').count(), 0)
  await boris.page.goto('/office/')
  await boris.page.getByText('назначена: Борис Второй').waitFor()
  await boris.page.keyboard.press('n')
  await boris.page.waitForURL(new RegExp(second))
  await boris.page.getByText('у вас ещё').waitFor()
  await row.getByText(/^Борис Второй, с /).waitFor()
  await anna.page.getByRole('row', { name: /^Борис Второй Верификатор 1 0 0/ }).waitFor()
  await clean(anna.page)
  await shots(anna.page, 'shift')

  await row.getByRole('button', { name: 'Передать' }).click()
  await dialog.getByText('Сейчас заявка у сотрудника Борис Второй').waitFor()
  await dialog.getByRole('button', { name: 'Вернуть в очередь' }).click()
  await anna.page.getByText('Заявка снова в общей очереди').waitFor()
  await boris.page.getByText('Заявка больше не у вас').or(boris.page.getByText('Данные скрыты')).first().waitFor()
  await boris.page.goto('/office/')
  await boris.page.getByRole('row').nth(1).waitFor()
  await boris.page.keyboard.press('n')
  await boris.page.waitForURL(new RegExp(first))
  await boris.page.getByText('у вас ещё').waitFor()
})

test('O14: a call to make later stands with its person and time, and is done with what came of it; a client is told a template', async () => {
  const { page } = boris
  await page.getByText(/^История/).click()
  await page.getByRole('button', { name: 'Перезвонить позже' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Поставить' }).click()
  await dialog.getByText('Напишите, что нужно сделать').first().waitFor()
  await dialog.getByLabel('Что сделать').fill('просила набрать после работы')
  await dialog.getByLabel('Время').fill('вечером')
  await dialog.getByRole('button', { name: 'Поставить' }).click()
  await dialog.getByText('Укажите день и время').first().waitFor()
  await clean(page)
  await dialog.getByLabel('День').fill('01.03.2026')
  await dialog.getByLabel('Время').fill('18:30')
  await dialog.getByLabel('Кому').selectOption({ label: 'Борис Второй' })
  await shots(page, 'call-later')
  await dialog.getByRole('button', { name: 'Поставить' }).click()
  await page.getByText('Задача поставлена').waitFor()

  await page.getByRole('button', { name: 'Написать клиенту' }).click()
  await dialog.getByText('не смогли дозвониться до вас').waitFor()
  await clean(page)
  await dialog.getByRole('button', { name: 'Послать СМС' }).click()
  await page.getByText('Сообщение уйдёт в дневные часы').waitFor()

  await bar(page, 'Задачи').click()
  const row = page.getByRole('row').filter({ hasText: 'просила набрать после работы' })
  await row.getByText('просрочено').waitFor()
  await row.getByText('Перезвонить').waitFor()
  await clean(page)
  await shots(page, 'tasks')
  await row.getByRole('button', { name: 'Сделано' }).click()
  await dialog.getByLabel('Чем кончилось').fill('договорились')
  await dialog.getByRole('button', { name: 'Сделано' }).click()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: 'Сделано' }).click()
  await page.getByText(/Борис Второй.*договорились/).waitFor()
  await bar(page, 'Сообщения').click()
  await page.getByText('не смогли дозвониться до вас').waitFor()
})

test('O14: the calendar of working days is read by anybody', async () => {
  const { page } = boris
  await bar(page, 'Календарь').click()
  await page.getByRole('region', { name: '2026 год' }).getByText('04.11, ср').waitFor()
  await page.getByText(/ещё ничего нет/).waitFor()
  await clean(page)
  await shots(page, 'calendar')
})
