import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { at, borrower, fillings, next, signUp, smsCode } from './borrower.ts'
import { desktop, newPerson } from './browser.ts'
import { openClient } from './client.ts'
import { announces } from './faults.ts'
import { officeSignIn } from './office.ts'
import { opened } from './opened.ts'
import { office } from './server.ts'

/** Keys are made for a name, never for a bare address. */
let url: string
/** Where pictures of the screens go, when somebody wants to look. */
const pictures = process.env.PICTURES

const place = opened({}, async ({ server }) => {
  url = server.url.replace('127.0.0.1', 'localhost')
})

/** Puts a security key into this page's browser that always knows its person. */
async function plugIn(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  })
}

async function picture(page: Page, name: string): Promise<void> {
  if (!pictures) return
  mkdirSync(pictures, { recursive: true })
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.screenshot({ path: `${pictures}/${name}-${scheme}-${width}.png`, fullPage: true })
    }
  }
}

test('B5: a visitor confirms the phone on a screen of its own: focus on the field, action and price in the dock, back to what was chosen', async () => {
  const { page, context } = await place.person()
  await page.goto('/step19')
  await page.getByRole('slider', { name: 'Сумма' }).press('Home')
  await page.getByLabel('На что нужны деньги').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Продолжить' }).click()
  const phone = page.getByLabel('Телефон', { exact: true })
  await phone.waitFor()
  assert.equal(await phone.evaluate((field) => field === document.activeElement), true)
  const dock = page.getByRole('region', { name: 'Дальше' })
  assert.match(await dock.innerText(), /Вернёте 1.112.₽.*Получить код/s)
  assert.equal(await page.getByRole('slider').count(), 0)
  await page.keyboard.press('Enter')
  await page
    .getByText(/Укажите|Введите|номер/i)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Назад' }).click()
  assert.equal(await page.getByRole('slider', { name: 'Сумма' }).inputValue(), '100000')
  assert.notEqual(await page.getByLabel('На что нужны деньги').inputValue(), '')
  await page.getByRole('button', { name: 'Продолжить' }).click()
  announces(page, { status: 409, url: /\/service\/auth\/session$/, says: /^signIn signIn failed/, times: 1 })
  await phone.pressSequentially('9167770599')
  await dock.getByRole('button', { name: 'Получить код' }).click()
  await page.getByLabel('Код из СМС').fill(smsCode)
  await page
    .getByRole('checkbox', { name: /Принимаю/ })
    .first()
    .waitFor()
  for (const box of await page.getByRole('checkbox', { name: /Принимаю/ }).all()) await box.check()
  await dock.getByRole('button', { name: 'Продолжить' }).click()
  await at(page, '/step5')
  await context.close()
})

describe('ways in without a code, and a code where money is moved', () => {
  test('a borrower adds a passkey after the SMS, signs in with it next time, and takes it away', async () => {
    const { page, faults } = await newPerson(place.browser, url)
    await plugIn(page)
    await page.goto('/step18')
    await signUp(page, borrower.phone)
    await at(page, '/step3')
    await page.goto('/step16')
    await page.getByRole('button', { name: 'Добавить ключ' }).click()
    await page.getByText(/Добавлен \d/).waitFor()
    await picture(page, 'profile')
    await page.getByRole('button', { name: 'Выйти' }).click()
    await at(page, '/')
    await page.goto('/step2')
    await picture(page, 'sign-in')
    await page.getByRole('button', { name: 'Войти по ключу' }).click()
    await at(page, '/step3')
    await page.goto('/step16')
    await page.getByText(/Входили \d/).waitFor()

    // the last code is of before the sign-out: another is asked for
    announces(page, { status: 403, url: /\/service\/profile\/passkeys\/options$/, times: 1 })
    await page.getByRole('button', { name: 'Добавить ключ' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Подтвердите, что это вы').waitFor()
    await dialog.getByRole('button', { name: 'Получить код' }).click()
    await dialog.getByLabel('Код из СМС').waitFor()
    await picture(page, 'confirmation')
    await dialog.getByLabel('Код из СМС').fill(smsCode)
    await page.getByText('На этом устройстве ключ уже есть').waitFor()

    await page.getByRole('button', { name: /^Удалить: / }).click()
    await page.getByText(/Входили \d/).waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
  })

  test('a destination that asks for another code: the code is entered in place, what was typed is taken', async () => {
    const client = openClient(place.server.url)
    await client.signUp('9163334455')
    const { _id: request } = await client.create()
    await client.fill(request, {}, 32)
    const { page, faults } = await place.personOf(client)
    // As the server answers once the request was approved and the last code is more than five minutes old.
    const body = { error: { code: 'confirm_again', message: 'Подтвердите, что это вы: введите код из СМС.' } }
    await page.route('**/steps/32', (route) => route.fulfill({ status: 403, json: body }), { times: 1 })
    await page.goto('/step32')
    for (const step of fillings[32] ?? []) await step(page)
    await next(page)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Вы меняете, куда придут деньги').waitFor()
    await dialog.getByRole('button', { name: 'Получить код' }).click()
    await dialog.getByLabel('Код из СМС').fill(smsCode)
    await at(page, '/step33')
    assert.deepEqual(faults, [])
  })

  test('a wrong code is told under the digits with the focus there; the last try voids it; another number keeps the digits', async () => {
    const { page, faults } = await newPerson(place.browser, url)
    announces(page, { status: 401, url: /\/service\/auth\/session$/, says: /^signIn signIn failed/, times: 5 })
    await page.goto('/step2')
    const phone = page.getByLabel('Телефон', { exact: true })
    await phone.pressSequentially('9165556677')
    await page.getByRole('button', { name: 'Получить код' }).click()
    const code = page.getByLabel('Код из СМС')
    for (const words of [...Array(4).fill(/не подошёл/), /больше не действует/]) {
      const answered = page.waitForResponse(/auth\/session$/)
      await code.fill('000000')
      await answered
      await page.getByText(words).waitFor()
      await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true')
      assert.equal(await code.inputValue(), '', 'empty again')
      const [field, error, button] = await Promise.all(
        [code, page.getByText(words), page.getByRole('button', { name: /Новый код через/ })].map((one) =>
          one.boundingBox(),
        ),
      )
      assert.ok(field && error && button && field.y < error.y && error.y < button.y, 'right under the digits')
    }
    await page.getByRole('button', { name: 'Другой номер' }).click()
    assert.equal(await phone.inputValue(), '+7 (916) 555-66-77')
    assert.equal(await phone.evaluate((node) => node === document.activeElement), true)
    assert.equal(await page.getByText(/не подошёл|больше не действует/).count(), 0, 'of the code before')
    assert.deepEqual(faults, [])
  })

  test('a member of the staff adds a passkey, and it takes the place of the code', async () => {
    const { page, faults } = await newPerson(place.browser, url, desktop)
    await plugIn(page)
    await officeSignIn(page)
    await page.getByRole('link', { name: 'Мой вход' }).click()
    await page.getByRole('button', { name: 'Добавить ключ' }).click()
    await page.getByRole('button', { name: 'Удалить', exact: true }).waitFor()
    await picture(page, 'office-keys')
    await page.getByRole('button', { name: 'Выйти' }).click()
    await page.getByLabel('Логин').fill(office.login)
    await page.getByLabel('Пароль').fill(office.password)
    await picture(page, 'office-sign-in')
    await page.getByRole('button', { name: 'Войти с ключом' }).click()
    await page.getByRole('heading', { name: 'Очередь' }).waitFor()
    assert.deepEqual(faults, [])

    // «Are you calling me now?», seen live on the borrower's desk.
    const client = openClient(place.server.url)
    await client.signUp('9162223344')
    const { _id: request } = await client.create()
    await client.fill(request)
    await client.sign(request, 'application')
    const seen = await place.personOf(client)
    await seen.page.goto('/step3')
    await seen.page.getByText('Мы вам сейчас не звоним').waitFor()
    await picture(seen.page, 'desk-quiet')
    await page.keyboard.press('n')
    await page.getByRole('button', { name: 'Звоню клиенту' }).click()
    await seen.page.getByText('Вам сейчас звонит наш сотрудник').waitFor({ timeout: 5000 })
    await picture(seen.page, 'desk-calling')
    await picture(page, 'office-calling')
    await page.getByRole('button', { name: 'Звонок окончен' }).click()
    await seen.page.getByText('Мы вам сейчас не звоним').waitFor({ timeout: 5000 })
    assert.deepEqual(seen.faults, [])
    assert.deepEqual(faults, [])
  })
})
