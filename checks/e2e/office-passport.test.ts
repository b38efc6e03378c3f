import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { passportPhoto } from '../passports/borrowers.ts'
import { violations } from '../steps/look.ts'
import { desktop, type Watched } from './browser.ts'
import { openClient, until } from './client.ts'
import { officeSignIn } from './office.ts'
import { opened } from './opened.ts'

let anna: Watched

const place = opened({}, async () => {
  anna = await place.person(desktop)
  await anna.page.emulateMedia({ reducedMotion: 'reduce' })
  await officeSignIn(anna.page)
})

/** A picture for people's eyes, when SHOTS names a folder. */
async function shot(page: Page, name: string) {
  if (!process.env.SHOTS) return
  mkdirSync(process.env.SHOTS, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${process.env.SHOTS}/${name}-${colorScheme}.png` })
  }
}

/** A request whose passport was photographed, and its values typed with these changes; waits for its review. */
async function sent(phone: string, typed: Readonly<Record<string, string>>, photo?: Buffer): Promise<string> {
  const client = openClient(place.server.url)
  await client.signUp(phone)
  const { _id: id } = await client.create()
  await client.fill(id, {
    9: { number: '45 14 235857', issuedOn: '01.06.2014', departmentCode: '770-001', ...typed },
    ...(photo && { 28: { photo } }),
  })
  await client.sign(id, 'application')
  await until(
    'the passport is read',
    async () => (await client.must<{ state: string }>('GET', `/service/requests/${id}/passport`)).state !== 'reading',
  )
  return id
}

async function take(page: Page, id: string): Promise<void> {
  await page.goto(`/office/requests/${id}`)
  await page.getByRole('article').waitFor()
  await page.keyboard.press('t')
  await page.getByText('у вас ещё').waitFor()
}

const item = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Пункты заявки' }).getByRole('button').filter({ hasText: name })
const firstRow = (page: Page, table: string) =>
  page
    .getByRole('region', { name: `Введено: ${table}` })
    .getByRole('row')
    .first()

test('O2: the photo stands beside the typed values of its document with what bears each out; what disagrees is first and marked', async () => {
  const { page } = anna
  await take(page, await sent('9161110001', { number: '45 14 235858' }, await passportPhoto()))
  await page.getByRole('region', { name: 'На что смотреть' }).getByText('не сходится с фото паспорта').waitFor()
  await item(page, 'Паспорт: разворот с фото').click()
  await page.getByRole('img', { name: 'Паспорт: разворот с фото' }).first().waitFor()
  await page.getByText('прочитана машиной').waitFor()
  const number = firstRow(page, 'Паспорт')
  await number.getByText('с фото прочитано: 45 14 235857').waitFor()
  assert.match((await number.textContent()) ?? '', /^Серия и номер45.14.235858/)
  const birth = page.getByRole('row', { name: /^Дата рождения/ })
  assert.match((await birth.textContent()) ?? '', /то же прочитано с фото/)
  assert.match((await page.getByRole('row', { name: /^СНИЛС/ }).textContent()) ?? '', /контрольные цифры верны/)
  assert.match((await item(page, 'Паспорт').first().textContent()) ?? '', /есть расхождения/)
  assert.deepEqual(await violations(page), [])
  await shot(page, 'office-passport')
})

test('what was typed as it stands in the passport is in no dispute; what nobody can read is said to be unread', async () => {
  const { page } = anna
  await take(page, await sent('9161110002', {}, await passportPhoto()))
  await item(page, 'Паспорт: разворот с фото').click()
  await page.getByText('прочитана машиной').waitFor()
  assert.equal(await page.getByText('не сходится с фото паспорта').count(), 0)
  assert.equal(await page.getByText('с фото прочитано:').count(), 0)
  assert.ok((await page.getByText('то же прочитано с фото').count()) >= 5)
  await take(page, await sent('9161110003', {}))
  await item(page, 'Паспорт: разворот с фото').click()
  await page.getByText('Машина не прочитала').waitFor()
  assert.equal(await page.getByText('прочитано с фото').count(), 0)
})
