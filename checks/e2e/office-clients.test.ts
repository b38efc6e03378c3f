import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from '../steps/look.ts'
import { desktop, type Watched } from './browser.ts'
import { openClient } from './client.ts'
import { announces } from './faults.ts'
import { invited, officeSignIn } from './office.ts'
import { opened } from './opened.ts'

let anna: Watched
let vera: Watched

const place = opened({}, async () => {
  anna = await place.person(desktop)
  await anna.page.emulateMedia({ reducedMotion: 'reduce' })
  await officeSignIn(anna.page)
  const answer = await anna.page.request.post('/service/office/staff', {
    data: { login: 'vera', name: 'Вера Проверяющая', role: 'verifier' },
    headers: { origin: place.server.url, 'idempotency-key': crypto.randomUUID() },
  })
  const { invitation } = await answer.json()
  vera = await place.person(desktop)
  await officeSignIn(vera.page, await invited(vera.page, invitation.token))
})

/** A picture for people's eyes, when SHOTS names a folder. */
async function shot(page: Page, name: string) {
  if (!process.env.SHOTS) return
  mkdirSync(process.env.SHOTS, { recursive: true })
  for (const scheme of ['light', 'dark'] as const)
    for (const width of [1280, 768]) {
      await page.emulateMedia({ colorScheme: scheme })
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${scheme}.png`, fullPage: true })
    }
  await page.setViewportSize({ width: 1280, height: 800 })
}

const clean = async (page: Page) => assert.deepEqual(await violations(page), [])

async function card(page: Page, search: string) {
  await page.getByRole('link', { name: 'Клиенты' }).click()
  await page.getByRole('searchbox', { name: 'Найти клиента' }).fill(search)
  await page.getByRole('button', { name: 'Найти' }).click()
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByLabel('Зачем открываете').selectOption({ label: 'Жалоба' })
  await page.getByRole('button', { name: 'Открыть карточку' }).click()
  await page.getByRole('heading', { name: /Аккаунты/ }).waitFor()
}

test('two accounts of one person: found, opened with a purpose, masked for a verifier, parted by a supervisor', async () => {
  for (const phone of ['9161230001', '9161230002']) {
    const client = openClient(place.server.url)
    await client.signUp(phone)
    const { _id } = await client.create({
      product: 'payday',
      amount: 1_000_000,
      term: 14,
      purpose: 'everyday',
      promo: '',
    })
    await client.fill(_id)
    await client.sign(_id, 'application')
  }
  await card(vera.page, '+7 916 123-00-01')
  assert.equal(await vera.page.getByRole('button', { name: 'Показать целиком' }).count(), 0)
  assert.equal(await vera.page.getByRole('button', { name: 'Разные люди' }).count(), 0)
  assert.doesNotMatch(await vera.page.locator('main').innerText(), /123-00-01/)
  await vera.page.getByText('Один человек с двумя аккаунтами').waitFor()
  await clean(vera.page)
  await shot(vera.page, 'card-verifier')

  await card(anna.page, '9161230001')
  await anna.page.getByRole('button', { name: 'Показать целиком' }).click()
  await anna.page.getByText('+7 916 123-00-01').first().waitFor()
  await anna.page.getByRole('heading', { name: 'Аккаунты (2)' }).waitFor()
  await clean(anna.page)
  await shot(anna.page, 'card-supervisor')
  await anna.page.getByRole('button', { name: 'Разные люди' }).click()
  await anna.page.getByRole('heading', { name: 'Аккаунты (1)' }).waitFor()

  await anna.page.getByRole('link', { name: 'Дела' }).click()
  await anna.page.getByText('Один человек с двумя аккаунтами').first().waitFor()
  await clean(anna.page)
  await shot(anna.page, 'cases')
  await anna.page.getByRole('button', { name: 'Закрыть дело' }).first().click()
  const dialog = anna.page.getByRole('dialog')
  await dialog.getByLabel('Исход').selectOption({ label: 'Препятствий нет' })
  await dialog.getByLabel('Что проверили').fill('Позвонили обоим: это мать и дочь')
  await clean(anna.page)
  await dialog.getByRole('button', { name: 'Закрыть дело' }).click()
  await anna.page.getByText('Дел нет').waitFor()
})

test('a signal leads to the card of whom it speaks of, which asks what it is opened for', async () => {
  const { page } = anna
  await card(page, '9161230001')
  await page
    .getByRole('list', { name: 'Сигналы' })
    .getByRole('link', { name: /^карточка \d/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Открыть карточку' }).waitFor()
  assert.equal(await page.getByRole('heading', { name: /Аккаунты/ }).count(), 0)
  await page.getByLabel('Зачем открываете').selectOption({ label: 'Проверка заявки' })
  await page.getByRole('button', { name: 'Открыть карточку' }).click()
  await page.getByText('+7 *** ***-00-02').first().waitFor()
  await clean(page)
  await shot(page, 'card-by-signal')
})

test('P2: lists have a screen: somebody is put on the black one, and it waits for a second person', async () => {
  const { page } = anna
  announces(page, { status: 400, url: /\/service\/office\/lists$/, times: 1 })
  await page.getByRole('link', { name: 'Списки' }).click()
  await page.getByText('Списки пусты').waitFor()
  await page.getByRole('button', { name: 'Внести' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Паспорт', { exact: true }).fill('45 10')
  await dialog.getByLabel('Причина').fill('Подделка')
  await dialog.getByRole('button', { name: 'Внести', exact: true }).click()
  await dialog.getByText('десять цифр').waitFor()
  const passport = dialog.getByLabel('Паспорт', { exact: true })
  assert.ok(
    await passport.evaluate((field) => field === document.activeElement),
    'the field that is wrong has the focus',
  )
  await clean(page)
  await shot(page, 'lists-dialog')
  await passport.fill('45 10 235857')

  // the server takes it and the answer is lost: nothing typed goes, and the next try asks for that answer
  const keys: (string | undefined)[] = []
  announces(page, { says: /^addToList / })
  await page.route(/\/service\/office\/lists$/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await dialog.getByRole('button', { name: 'Внести', exact: true }).click()
  await dialog.getByText('Нет связи. Проверьте интернет и попробуйте ещё раз.').waitFor()
  assert.equal(await passport.inputValue(), '45 10 235857')
  // two presses before the first is drawn
  await dialog.getByRole('button', { name: 'Внести', exact: true }).evaluate((button) => {
    for (const _ of [1, 2]) button.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  })
  await page.getByText('ждёт второго').waitFor()
  assert.deepEqual(keys, [keys[0], keys[0]], 'one thing is meant, however often it is tried; two presses are one')
  assert.equal(await page.getByText('Подделка').count(), 1)
  assert.equal(await page.getByRole('button', { name: 'Подтвердить' }).count(), 0)
  await clean(page)
  await shot(page, 'lists')
  assert.equal(await vera.page.getByRole('link', { name: 'Списки' }).count(), 0)
})
