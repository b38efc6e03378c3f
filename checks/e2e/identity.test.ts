import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { afterEach, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from '../steps/look.ts'
import { at, create, next, signUp } from './borrower.ts'
import type { Watched } from './browser.ts'
import { announces } from './faults.ts'
import { opened } from './opened.ts'

const place = opened()
const narrow = { width: 360, height: 780 }
let person: Watched
let phones = 0

afterEach(async () => {
  await person?.context.close()
})

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
  await page.setViewportSize(narrow)
}

async function onStep10(): Promise<Page> {
  person = await place.person()
  phones += 1
  const { page } = person
  await page.setViewportSize(narrow)
  await page.goto('/step18')
  await signUp(page, `91677722${String(phones).padStart(2, '0')}`)
  await at(page, '/step3')
  await create(page)
  await page.getByRole('link', { name: 'Продолжить' }).click()
  await at(page, '/step10')
  return page
}

const choose = (page: Page, who: RegExp) => page.getByRole('button', { name: who }).click()

async function fillBy(page: Page, who: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Заполнить через Госуслуги' }).click()
  await page.getByRole('button', { name: 'Перейти и подтвердить' }).click()
  await page.getByText('Без разрешения данные нам не передадут').first().waitFor()
  assert.deepEqual(await violations(page), [])
  await shot(page, 'identity-consent')
  await page.getByRole('checkbox', { name: /Разрешаю получить/ }).check()
  await page.getByRole('button', { name: 'Перейти и подтвердить' }).click()
  await page.getByRole('heading', { name: 'Госуслуги, демонстрация' }).waitFor()
  assert.deepEqual(await violations(page), [])
  await choose(page, who)
}

/** Nothing of the walk stands in the address, nor in what «Back» leads to. */
async function leftNothing(page: Page): Promise<void> {
  assert.doesNotMatch(page.url(), /code|state|#./)
}

const narrowEnough = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

describe('who the borrower is, at 360 px', () => {
  test('fields come from «Госуслуги» marked; what was typed otherwise stays until it is taken', async () => {
    const page = await onStep10()
    await page.getByRole('button', { name: 'Заполнить через Госуслуги' }).waitFor()
    assert.deepEqual(await violations(page), [])
    assert.ok(await narrowEnough(page))
    await shot(page, 'identity-offer')
    await page.getByLabel('Имя', { exact: true }).fill('Мария')
    await page
      .getByText(/Сохран/)
      .first()
      .waitFor()
      .catch(() => undefined)
    await fillBy(page, /Анна Вымыслова/)
    await at(page, '/step10')
    await leftNothing(page)
    await page.getByText('Введено не так, как подтверждено').waitFor()
    assert.equal(await page.getByLabel('Имя', { exact: true }).inputValue(), 'Мария')
    assert.equal(await page.getByLabel('Фамилия', { exact: true }).inputValue(), 'Вымыслова')
    assert.deepEqual(await violations(page), [])
    await shot(page, 'identity-differs')
    await page.getByRole('button', { name: 'Взять подтверждённое' }).click()
    await page.getByText('вписали и отметили').waitFor()
    assert.equal(await page.getByLabel('Имя', { exact: true }).inputValue(), 'Анна')
    assert.equal(await page.getByLabel('СНИЛС').inputValue(), '112-233-445 95')
    assert.ok((await page.getByText(/Подтверждено: Госуслуги/).count()) >= 6)
    assert.deepEqual(await violations(page), [])
    await shot(page, 'identity-filled')
    await next(page)
    await at(page, '/step9')
    await page.getByText('вписали и отметили').waitFor()
    assert.equal((await page.getByLabel('Серия и номер').inputValue()).replace(/\s/g, ''), '4514123456')
    await next(page)
    await at(page, '/step21')
    await page.getByText('вписали и отметили').waitFor()
    assert.equal(await page.getByLabel('Город или посёлок').inputValue(), 'Москва')
  })

  test('who comes back without having confirmed is told so, and goes on by hand', async () => {
    const page = await onStep10()
    announces(page, { status: 409, url: /\/identity\/finish$/, says: /^finishIdentity/, times: 1 })
    await fillBy(page, /Отказаться/)
    await page.getByRole('heading', { name: 'Не получилось подтвердить' }).waitFor()
    await page.getByText('Вы вернулись, не подтвердив').waitFor()
    await leftNothing(page)
    assert.deepEqual(await violations(page), [])
    await page.goto('/step10')
    await page.getByLabel('Фамилия', { exact: true }).fill('Вымыслова')
  })

  test('«Войти через Госуслуги»: somebody new adds a phone; the next time nothing but the button is pressed', async () => {
    person = await place.person()
    const { page } = person
    await page.setViewportSize(narrow)
    await page.goto('/step2')
    await page.getByRole('button', { name: 'Войти через Госуслуги' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await shot(page, 'identity-sign-in')
    await page.getByRole('button', { name: 'Войти через Госуслуги' }).click()
    await choose(page, /Борис Примеров/)
    await page.getByRole('heading', { name: 'Остался телефон' }).waitFor()
    await leftNothing(page)
    assert.deepEqual(await violations(page), [])
    await shot(page, 'identity-newcomer')
    await page.getByRole('checkbox', { name: /Разрешаю использовать/ }).check()
    await page.getByRole('checkbox', { name: /Дальше входить/ }).check()
    await signUp(page, '9167773301')
    await at(page, '/step3')
    await page.goto('/step16')
    await page.getByRole('heading', { name: 'Подтверждение личности' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await shot(page, 'identity-profile')
    await page.getByRole('button', { name: 'Выйти', exact: true }).click()
    await at(page, '/')
    await page.goto('/step2')
    await page.getByRole('button', { name: 'Войти через Госуслуги' }).click()
    await choose(page, /Борис Примеров/)
    await at(page, '/step3')
  })
})
