import type { Page } from 'playwright-core'
import { inventedVideo, pagePhoto } from './evidence.ts'
import { announces } from './faults.ts'

/** An invented borrower; numbers are from the test vectors. */
export const borrower = {
  phone: '9161234567',
  surname: 'Вымыслова',
  name: 'Анна',
  patronymic: 'Петровна',
  birthDate: '10.05.1990',
  snils: '11223344595',
  passport: '4510235857',
  issuedOn: '01.06.2010',
  departmentCode: '770001',
  issuedBy: 'ГУ МВД РОССИИ ПО Г. МОСКВЕ',
  birthPlace: 'г. Вымышленск',
}

export const smsCode = '111111'
export const emailCode = '222222'
/** For a server with one borrower or few: letters to one address are limited. */
export const email = 'anna@example.ru'

let letters = 0
/** An address nobody else in this run has. */
export function newEmail(): string {
  letters += 1
  return `anna${letters}@example.ru`
}

export type Step = (page: Page) => Promise<void>

export const fill = (label: string, value: string) => (page: Page) =>
  page.getByLabel(label, { exact: true }).fill(value)
/** Key by key, over what stood there. */
const type = (label: string, value: string) => async (page: Page) => {
  const field = page.getByLabel(label, { exact: true })
  await field.press('ControlOrMeta+a')
  await field.pressSequentially(value)
}
const choose = (name: string) => (page: Page) => page.getByRole('radio', { name }).check()
const tick = (name: RegExp) => (page: Page) => page.getByRole('checkbox', { name }).check()

async function photoFromFile(page: Page): Promise<void> {
  const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await pagePhoto() }
  await page.getByLabel('Выбрать файл').setInputFiles(file)
}

async function videoFromFile(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Снять другой программой' }).click()
  const file = { name: 'video.webm', mimeType: 'video/webm', buffer: inventedVideo(7) }
  await page.getByLabel('Выбрать видео').setInputFiles(file)
}

/** What a person does on each filling step, by label, as a reader of the screen would. */
export const fillings: Readonly<Record<number, readonly Step[]>> = {
  10: [
    fill('Фамилия', borrower.surname),
    fill('Имя', borrower.name),
    fill('Отчество', borrower.patronymic),
    // as people write them: the field makes «10.05.1990» and «15.03.2012» of it
    type('Дата рождения', '10.5.1990'),
    choose('Женский'),
    type('СНИЛС', borrower.snils),
  ],
  9: [
    type('Серия и номер', borrower.passport),
    type('Дата выдачи', borrower.issuedOn),
    type('Код подразделения', borrower.departmentCode),
    fill('Кем выдан', borrower.issuedBy),
    fill('Место рождения', borrower.birthPlace),
  ],
  21: [
    fill('Регион', 'Москва'),
    fill('Город или посёлок', 'Москва'),
    fill('Улица', 'Примерная'),
    fill('Дом, корпус', '5'),
    fill('Квартира', '12'),
    type('Зарегистрированы с', '15 марта 2012'),
  ],
  22: [choose('Там же, где регистрация')],
  23: [choose('Не в браке'), fill('Сколько человек на вашем содержании', '0')],
  24: [
    choose('Работаю по найму'),
    fill('Работодатель', 'ООО Вымысел'),
    fill('Должность или дело', 'бухгалтер'),
    choose('Больше трёх лет'),
  ],
  25: [
    type('Официальный доход в месяц', '80000'),
    type('Другой доход в месяц', '0'),
    type('Платежи по кредитам и займам в месяц', '5000'),
    type('Обязательные расходы в месяц', '20000'),
  ],
  26: [(page) => fill('Электронная почта', newEmail())(page), confirmEmail],
  27: [
    (page) => page.getByRole('button', { name: 'Проверить' }).click(),
    (page) => page.getByRole('button', { name: 'Далее' }).waitFor(),
  ],
  28: [photoFromFile],
  29: [photoFromFile],
  30: [photoFromFile],
  31: [videoFromFile],
  32: [choose('На телефон через СБП'), fill('Банк', 'Т-Банк'), ownPhone],
  33: [tick(/обработку персональных данных/), tick(/кредитной истории/)],
}

/** Begins to type and takes what is offered. */
const pick = (label: string, begun: string, offered: string | RegExp) => async (page: Page) => {
  const field = page.getByRole('combobox', { name: label, exact: true })
  await field.focus()
  if (begun) await field.pressSequentially(begun)
  await page.getByRole('option', { name: offered }).first().click()
}

/** The steps of `fillings` where a person with a keyboard of glass takes suggestions and types digits alone. */
export const thriftyFillings: typeof fillings = {
  ...fillings,
  10: [
    fill('Фамилия', borrower.surname),
    fill('Имя', borrower.name),
    fill('Отчество', borrower.patronymic),
    type('Дата рождения', '10051990'),
    choose('Женский'),
    type('СНИЛС', borrower.snils),
  ],
  9: [
    type('Серия и номер', borrower.passport),
    type('Дата выдачи', '01062010'),
    type('Код подразделения', borrower.departmentCode),
    pick('Кем выдан', '', borrower.issuedBy),
    fill('Место рождения', borrower.birthPlace),
  ],
  21: [
    pick('Город или посёлок', 'мос', /^Москва/),
    fill('Улица', 'Примерная'),
    fill('Дом, корпус', '5'),
    fill('Квартира', '12'),
    type('Зарегистрированы с', '15032012'),
  ],
  24: [
    choose('Работаю по найму'),
    fill('Работодатель', 'ООО Вымысел'),
    pick('Должность или дело', 'бух', 'бухгалтер'),
    choose('Больше трёх лет'),
  ],
  26: [(page) => pick('Электронная почта', newEmail().split('@')[0] ?? '', /@mail\.ru$/)(page), confirmEmail],
  32: [choose('На телефон через СБП'), pick('Банк', '', 'Т-Банк'), ownPhone],
}

/** The number of the account stands there already; another may be typed over it */
async function ownPhone(page: Page): Promise<void> {
  const field = page.getByLabel('Телефон, привязанный к банку')
  if (!/^\+7 \(9\d\d\) \d{3}-\d\d-\d\d$/.test(await field.inputValue())) throw new Error('the own phone is not there')
}

export async function confirmEmail(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Подтвердить почту' }).click()
  await page.getByLabel('Код из письма').fill(emailCode)
  await page.getByText('Почта подтверждена').waitFor()
}

export const next: Step = (page) => page.getByRole('button', { name: 'Далее' }).click()

export async function at(page: Page, path: string): Promise<void> {
  await page.waitForURL((url) => url.pathname === path)
}

/** Phone and code on whatever screen asks for them; accepts the documents of a new account. */
export async function signUp(page: Page, phone = borrower.phone): Promise<void> {
  // a phone nobody knows is asked for the documents
  announces(page, { status: 409, url: /\/service\/auth\/session$/, says: /^signIn signIn failed/, times: 1 })
  await page.getByLabel('Телефон', { exact: true }).pressSequentially(phone)
  await page.getByRole('button', { name: 'Получить код' }).click()
  await page.getByLabel('Код из СМС').fill(smsCode)
  for (const box of await documentsToAccept(page)) await box.check()
  const accept = page.getByRole('button', { name: 'Продолжить' })
  if (await accept.isVisible()) await accept.click()
}

async function documentsToAccept(page: Page) {
  const boxes = page.getByRole('checkbox', { name: /Принимаю/ })
  await Promise.race([boxes.first().waitFor(), page.waitForURL((url) => !/(step(2|18)|identity)$/.test(url.pathname))])
  return boxes.all()
}

/** Chooses what is asked for and creates the request; lands on the task list. */
export async function create(page: Page): Promise<void> {
  await page.goto('/step19')
  await page.getByLabel('На что нужны деньги').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Продолжить' }).click()
  await at(page, '/step5')
}

/** A new borrower on the first step of a new request. */
export async function beginFilling(page: Page, number: string): Promise<void> {
  await page.goto('/step18')
  await signUp(page, number)
  await at(page, '/step3')
  await create(page)
  await page.getByRole('link', { name: 'Продолжить' }).click()
  await at(page, '/step10')
}

/** Fills the open steps in their order until the check page; `more` knows further things to do on some. */
export async function fillAll(
  page: Page,
  more: Readonly<Record<number, readonly Step[]>> = {},
  ways: typeof fillings = fillings,
): Promise<number[]> {
  await page.getByRole('link', { name: 'Продолжить' }).click()
  await page.waitForURL((url) => url.pathname !== '/step5')
  const walked: number[] = []
  for (;;) {
    const { pathname } = new URL(page.url())
    if (pathname === '/step36') return walked
    const number = Number(pathname.replace('/step', ''))
    const steps = [...(ways[number] ?? []), ...(more[number] ?? [])]
    if (steps.length === 0) throw new Error(`nobody knows how to fill ${pathname}`)
    for (const step of steps) await step(page)
    walked.push(number)
    await next(page)
    await page.waitForURL((url) => url.pathname !== pathname)
  }
}

/** Code from the SMS under a list of documents. */
export async function sign(page: Page, button: RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await page.getByLabel('Код из СМС').fill(smsCode)
}
