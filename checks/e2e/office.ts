import type { Page } from 'playwright-core'
import { desktop, type Watched } from './browser.ts'
import { announces } from './faults.ts'
import type { Opened } from './opened.ts'
import { authenticatorCode } from './reviewer.ts'
import { office } from './server.ts'

export interface Credentials {
  readonly login: string
  readonly password: string
  readonly totpSecret: string
}

/** Signs in to the office as a person does; waits for the next authenticator code when this one was used. */
export async function officeSignIn(page: Page, who: Credentials = office): Promise<void> {
  // who they are is asked before they have said it
  announces(page, { status: 401, url: /\/service\/office\/me$/ })
  // a session that ended has brought the form up already, where one was
  if (!(await page.getByLabel('Логин').isVisible())) await page.goto('/office/')
  for (let tries = 0; tries < 3; tries += 1) {
    // the code may have been used
    announces(page, { status: 401, url: /\/service\/office\/session$/, times: 1 })
    await page.getByLabel('Логин').fill(who.login)
    await page.getByLabel('Пароль').fill(who.password)
    await page.getByLabel('Код из приложения').fill(await authenticatorCode(who.totpSecret))
    await page.keyboard.press('Enter')
    const inside = page.getByRole('button', { name: 'Выйти' })
    const refused = page.getByText('Логин, пароль или код не подошли').first()
    await Promise.race([inside.waitFor(), refused.waitFor()])
    if (await inside.isVisible()) return
    await page.waitForTimeout(31_000)
  }
  throw new Error('the office did not let us in')
}

/** Keys pressed since the request was taken. */
export interface Keys {
  pressed: number
  press(page: Page, key: string): Promise<void>
}

export const countKeys = (): Keys => ({
  pressed: 0,
  async press(page, key) {
    this.pressed += 1
    await page.keyboard.press(key)
  },
})

/** Takes the next request with N and gives every open item its verdict by keys: 1 is right, the digit of a reason is not. */
export async function reviewByKeys(
  page: Page,
  verdicts: Readonly<Record<string, string>> = {},
  keys = countKeys(),
): Promise<Keys> {
  await page.goto('/office/')
  await page.getByRole('heading', { name: 'Очередь' }).waitFor()
  await keys.press(page, 'n')
  await page.waitForURL(/\/office\/.+/)
  const items = page.getByRole('navigation', { name: 'Пункты заявки' }).getByRole('button')
  await items.first().waitFor()
  const progress = page.getByText(/^Проверено \d+ из \d+$/)
  for (;;) {
    const [done, all] = ((await progress.textContent()) ?? '').match(/\d+/g)?.map(Number) ?? []
    if (done === all) break
    const title = await page.getByRole('article').getAttribute('aria-label')
    const key = Object.entries(verdicts).find(([name]) => title === name)?.[1] ?? '1'
    await keys.press(page, key)
    await page.getByText(`Проверено ${(done ?? 0) + 1} из ${all}`).waitFor()
    if (key !== '1') await keys.press(page, 'j')
  }
  await page
    .getByText(/Всё проверено|Вернём клиенту/)
    .first()
    .waitFor()
  return keys
}

/** A new member's credentials, as the page behind their link shows them. */
export async function invited(page: Page, token: string): Promise<Credentials> {
  await page.goto(`/office/invitation#${token}`)
  await page.getByRole('button', { name: 'Показать' }).click()
  const shown = async (term: string) =>
    (await page.locator('dt', { hasText: term }).locator('xpath=following-sibling::dd[1]').textContent()) ?? ''
  return { login: await shown('Логин'), password: await shown('Пароль'), totpSecret: await shown('Ключ для кодов') }
}

/** Somebody new with a role, invited by who is signed in on the page and signed in in a browser of their own. */
export async function colleague(
  place: Opened,
  by: Page,
  { login, name, role }: { readonly login: string; readonly name: string; readonly role: string },
): Promise<{ person: Watched; is: Credentials }> {
  const answer = await by.request.post('/service/office/staff', {
    data: { login, name, role },
    headers: { origin: place.server.url, 'idempotency-key': crypto.randomUUID() },
  })
  const { invitation } = await answer.json()
  const person = await place.person(desktop)
  const is = await invited(person.page, invitation.token)
  await officeSignIn(person.page, is)
  return { person, is }
}

/** The product's first administrator in a browser of theirs, and a colleague with a role, invited by them, in another. */
export async function twoOfStaff(
  place: Opened,
  role: string,
): Promise<{ anna: Watched; boris: Watched; borisIs: Credentials }> {
  const anna = await place.person(desktop)
  await officeSignIn(anna.page)
  const { person: boris, is: borisIs } = await colleague(place, anna.page, {
    login: 'boris',
    name: 'Борис Второй',
    role,
  })
  return { anna, boris, borisIs }
}
