import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { afterEach, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { holder, passportPhoto } from '../passports/borrowers.ts'
import { violations } from '../steps/look.ts'
import { at, beginFilling, borrower, fill, fillAll, fillings, next, sign, thriftyFillings } from './borrower.ts'
import type { Watched } from './browser.ts'
import { pagePhoto } from './evidence.ts'
import { announces } from './faults.ts'
import { opened } from './opened.ts'
import { countWork } from './work.ts'

const place = opened()
let person: Watched
let phones = 0

afterEach(async () => {
  await person?.context.close()
})

async function onStep10(): Promise<Page> {
  person = await place.person()
  phones += 1
  await beginFilling(person.page, `91677711${String(phones).padStart(2, '0')}`)
  return person.page
}

/** «Сначала фото», the file, «Далее»: back on the step whose turn it is. */
async function photoFirst(page: Page, buffer: Buffer): Promise<void> {
  await page.getByRole('link', { name: 'Сначала фото' }).click()
  await at(page, '/step28')
  await page.getByLabel('Выбрать файл').setInputFiles({ name: 'passport.jpg', mimeType: 'image/jpeg', buffer })
  await next(page)
  await at(page, '/step10')
}

/** A picture for people's eyes, when SHOTS names a folder. */
async function shot(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return
  mkdirSync(process.env.SHOTS, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [360, 1280]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${colorScheme}.png`, fullPage: true })
    }
  await page.setViewportSize({ width: 390, height: 800 })
}

const birth = (page: Page) => page.getByLabel('Дата рождения', { exact: true })
const filled = (page: Page) => page.getByText('вписали и отметили').waitFor()

describe('«Сначала фото»', () => {
  test('a new borrower types 120 characters at most: what was read stands in its fields, marked', async (context) => {
    const page = await onStep10()
    const counted = await countWork(page)
    await page.getByRole('link', { name: 'Сначала фото' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await shot(page, 'photo-first-offer')
    await photoFirst(page, await passportPhoto())
    await filled(page)
    assert.deepEqual(await violations(page), [])
    await shot(page, 'photo-first-filled')
    assert.equal(await birth(page).inputValue(), '10.05.1990')
    assert.equal(await page.getByRole('radio', { name: 'Женский' }).isChecked(), true)
    assert.equal(await page.getByText('С фото паспорта: сверьте').count(), 2)
    for (const [label, value] of [
      ['Фамилия', borrower.surname],
      ['Имя', borrower.name],
      ['Отчество', borrower.patronymic],
    ] as const)
      await fill(label, value)(page)
    await page.getByLabel('СНИЛС').pressSequentially(borrower.snils)
    await next(page)
    await at(page, '/step9')
    await filled(page)
    assert.equal((await page.getByLabel('Серия и номер').inputValue()).replace(/\s/g, ''), holder.number)
    assert.equal(await page.getByLabel('Дата выдачи').inputValue(), '01.06.2014')
    assert.equal(await page.getByLabel('Код подразделения').inputValue(), '770-001')
    assert.equal(await page.getByText('С фото паспорта: сверьте').count(), 3)
    await page.getByLabel('Кем выдан').focus()
    await page.getByRole('option', { name: borrower.issuedBy }).click()
    await fill('Место рождения', borrower.birthPlace)(page)
    await next(page)
    await at(page, '/step21')
    await page.goto('/step5')
    await fillAll(page, {}, thriftyFillings)
    await page.getByText(/Вымыслова/).waitFor()
    await page.getByRole('link', { name: 'Всё верно, подписать' }).click()
    await sign(page, /Получить код/)
    await at(page, '/step3')
    const work = await counted()
    context.diagnostic(`a new borrower with «Сначала фото», from the first step to sent: ${work}`)
    assert.ok(Number(/(\d+) characters/.exec(work)?.[1]) <= 120, work)
  })

  test('a photo nobody can read: a plain sentence, what was typed stays, and by hand as before', async () => {
    const page = await onStep10()
    await page.getByLabel('Фамилия', { exact: true }).fill(borrower.surname)
    await photoFirst(page, await pagePhoto())
    await page.getByText('Прочитать паспорт по фото не получилось').waitFor()
    assert.equal(await page.getByLabel('Фамилия', { exact: true }).inputValue(), borrower.surname)
    for (const step of fillings[10] ?? []) await step(page)
    await next(page)
    await at(page, '/step9')
  })

  test('while it is read, and when the answer never comes, the fields are the person’s own', async () => {
    const page = await onStep10()
    let reading = true
    await page.route('**/passport', (route) =>
      route.fulfill({
        json: reading
          ? { state: 'reading' }
          : { state: 'read', values: { ...holder, surname: undefined, name: undefined, patronymic: undefined } },
      }),
    )
    await photoFirst(page, await pagePhoto())
    await page.getByText('Читаем паспорт по фото').waitFor()
    await birth(page).pressSequentially('11051991')
    reading = false
    await filled(page)
    assert.equal(await birth(page).inputValue(), '11.05.1991')
    assert.equal(await page.getByText('С фото паспорта: сверьте').count(), 1)
    await page.unroute('**/passport')
    announces(page, { says: /^passportReading Failed to fetch/ })
    await page.route('**/passport', (route) => route.abort())
    await page.reload()
    await page.getByText('Прочитать паспорт по фото не получилось').waitFor()
    assert.equal(await birth(page).inputValue(), '11.05.1991')
  })
})
