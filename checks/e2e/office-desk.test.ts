import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { signUp } from './borrower.ts'
import type { Watched } from './browser.ts'
import { type Client, openClient, until } from './client.ts'
import { announces } from './faults.ts'
import { officeSignIn, reviewByKeys, twoOfStaff } from './office.ts'
import { opened } from './opened.ts'

let anna: Watched
let boris: Watched

const place = opened(
  {
    // ten thousand roubles are above the threshold here, five are not
    lender: (lender) => ({ ...lender, flow: { ...lender.flow, secondPersonFrom: 8000 } }),
  },
  async () => {
    ;({ anna, boris } = await twoOfStaff(place, 'verifier'))
  },
)

/** A request that waits for its review, filled and sent through the calls. */
async function waiting(phone: string, roubles: number): Promise<{ client: Client; id: string }> {
  const client = openClient(place.server.url)
  await client.signUp(phone)
  const { _id: id } = await client.create({
    product: 'payday',
    amount: roubles * 100,
    term: 14,
    purpose: 'everyday',
    promo: '',
  })
  await client.fill(id)
  await client.sign(id, 'application')
  return { client, id }
}

async function open(page: Page, id: string): Promise<void> {
  await page.goto(`/office/requests/${id}`)
  await page.getByRole('article').waitFor()
}

/** Takes the request on the screen by its key. */
async function take(page: Page): Promise<void> {
  await page.keyboard.press('t')
  await page.getByText('у вас ещё').waitFor()
}

const item = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Пункты заявки' }).getByRole('button').filter({ hasText: name })

describe('two people at the desk of the office', () => {
  test('above the threshold the first approval asks for a second person, who is not the first one', async () => {
    const { client, id } = await waiting('9161110001', 10_000)
    await reviewByKeys(anna.page)
    await anna.page.keyboard.press('a')
    await anna.page.getByText('теперь нужен второй сотрудник').waitFor()
    assert.equal(await client.status(id), 2)
    await anna.page.keyboard.press('n')
    await anna.page.getByText('Очередь пуста').waitFor()
    // The first one's marks are there; the second is to look at every item with his own eyes.
    await boris.page.keyboard.press('n')
    const [, items = 0] =
      ((await boris.page.getByText(/^Проверено/).textContent()) ?? '').match(/\d+/g)?.map(Number) ?? []
    for (let n = 0; n < items; n += 1) await boris.page.keyboard.press('j')
    await boris.page.getByText('Всё проверено').waitFor()
    await boris.page.keyboard.press('a')
    await boris.page.getByText('проверка пройдена').waitFor()
    await until('the offer', async () => (await client.status(id)) === 3)
  })

  test('a request taken over: each sees the other, the loser reads what happened, and no mark is lost', async () => {
    const { client, id } = await waiting('9161110002', 5000)
    await open(anna.page, id)
    await take(anna.page)
    await item(anna.page, /^Паспорт: (?!разворот|страница)/).click()
    await anna.page.keyboard.press('1')
    await anna.page.getByText(/^Проверено 1 из/).waitFor()

    await open(boris.page, id)
    await boris.page.getByText('Заявка у сотрудника: Первый администратор').waitFor()
    await anna.page.reload()
    await anna.page.getByText('смотрит и Борис Второй').waitFor()

    await boris.page.keyboard.press('t')
    await boris.page.getByRole('dialog').getByRole('button', { name: 'Забрать' }).first().click()
    await boris.page.getByText(/^Проверено 1 из/).waitFor()

    // Anna's next mark finds the request gone: it stays on her screen, and is kept when the request is hers again.
    await item(anna.page, /^О вас/).click()
    await anna.page.keyboard.press('2')
    await anna.page.getByText('Заявка у сотрудника: Борис Второй').waitFor()
    await boris.page.keyboard.press('q')
    await boris.page.getByText('снова в очереди, отметки сохранены').waitFor()
    await anna.page.getByText('Данные скрыты').waitFor()
    // O7: the keys stopped with the lease
    await anna.page.keyboard.press('t')
    await anna.page.getByText('Заявка больше не у вас').waitFor()
    await anna.page.getByRole('button', { name: /^Взять/ }).click()
    await anna.page.getByText('у вас ещё').waitFor()
    await anna.page.getByText(/^Проверено 2 из/).waitFor()
    await anna.page.reload()
    await item(anna.page, /^О вас: исправить/).waitFor()
    await item(anna.page, /^Паспорт: верно/).waitFor()
    await anna.page.keyboard.press('q')
    await anna.page.getByText('снова в очереди').waitFor()
    assert.equal(await client.status(id), 2)
    assert.deepEqual([anna.faults, boris.faults], [[], []])
  })

  test('O5, O6, O7: what is typed outlives reload, Back, the lease, the session; a key never goes where words should', async () => {
    const { id } = await waiting('9161110021', 5000)
    const { page } = anna
    const typed = (label: RegExp) => page.getByRole('textbox', { name: label })
    const kept = () =>
      page.waitForResponse((answer) => answer.url().endsWith('/typed') && answer.request().method() === 'PUT')
    const second = (on: Page) =>
      on.getByRole('navigation', { name: 'Пункты заявки' }).getByRole('button').nth(1).click()
    await open(page, id)
    await take(page)
    const heading = page.getByRole('article').getByRole('heading', { level: 2 })
    const first = (await heading.textContent()) ?? ''

    // O6: the mark of the first item stays on it, and the comment's key opens the comment.
    await page.keyboard.press('2')
    await page.getByText(/^Проверено 1 из/).waitFor()
    assert.equal(await heading.textContent(), first)
    await page.keyboard.press('c')
    await page.keyboard.type('дом без номера')
    await typed(/^Комментарий клиенту/).blur()
    // looked at again, without a change
    await typed(/^Комментарий клиенту/).focus()
    await typed(/^Комментарий клиенту/).blur()

    // A note without a verdict: over a reload at once, and over Back.
    await second(page)
    await page.keyboard.press('i')
    await page.keyboard.type('звонила, просила перезвонить')
    await page.reload()
    await second(page)
    await typed(/^Заметка для коллег/).waitFor()
    assert.equal(await typed(/^Заметка для коллег/).inputValue(), 'звонила, просила перезвонить')
    await page.goto('/office/')
    await page.goBack()
    await page.getByRole('article').waitFor()
    await second(page)
    assert.equal(await typed(/^Заметка для коллег/).inputValue(), 'звонила, просила перезвонить')

    // A refusal in the making.
    await page.keyboard.press('x')
    await page.getByLabel('Комментарий для коллег').fill('паспорт чужой')
    await kept()
    await page.reload()
    await page.getByRole('article').waitFor()
    await page.keyboard.press('x')
    assert.equal(await page.getByLabel('Комментарий для коллег').inputValue(), 'паспорт чужой')
    await page.keyboard.press('Escape')

    // The lease goes in the middle of a word: the field stays, and no letter is a command.
    await second(page)
    await typed(/^Заметка для коллег/).click()
    await boris.page.goto(`/office/requests/${id}`)
    await boris.page.getByText('Заявка у сотрудника: Первый администратор').waitFor()
    await boris.page.keyboard.press('t')
    await boris.page.getByRole('dialog').getByRole('button', { name: 'Забрать' }).first().click()
    await boris.page.getByText('у вас ещё').waitFor()
    await page.getByText('Заявка больше не у вас').waitFor()
    await page.keyboard.press('End')
    await page.keyboard.type(' вечером, nt')
    await kept()
    assert.equal(new URL(page.url()).pathname, `/office/requests/${id}`)
    // The colleague reads the note, and it is no verdict.
    await boris.page.reload()
    await boris.page.getByRole('article').waitFor()
    await second(boris.page)
    await boris.page.getByText('звонила, просила перезвонить вечером, nt').waitFor()

    // What he marks now is not what she meant before.
    await boris.page.getByRole('navigation', { name: 'Пункты заявки' }).getByRole('button').first().click()
    await boris.page.keyboard.press('1')
    await item(boris.page, /: верно/).waitFor()

    // The session ends while typing: after the sign-in the words are there.
    await page.context().clearCookies()
    announces(page, { status: 401, url: /\/service\/office\// })
    await page.keyboard.type(' и утром')
    await page.getByLabel('Логин').waitFor()
    await officeSignIn(page)
    await open(page, id)
    await second(page)
    assert.equal(await typed(/^Заметка для коллег/).count(), 0, 'not in hands: no form')
    await boris.page.keyboard.press('q')
    await boris.page.getByText('снова в очереди').waitFor()
    await page.getByText('Данные скрыты').waitFor()
    await take(page)
    await second(page)
    await typed(/^Заметка для коллег/).waitFor()
    assert.equal(await typed(/^Заметка для коллег/).inputValue(), 'звонила, просила перезвонить вечером, nt и утром')
    await item(page, /: верно/).waitFor()
    assert.equal(await item(page, /: исправить/).count(), 0)

    // Refused: the words for colleagues are shown, what was typed is gone.
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('x')
    await page.getByLabel('Причина').selectOption('false_data')
    await page.getByRole('button', { name: 'Отказать' }).last().click()
    await page.getByText(/отказ$/).waitFor()
    await open(page, id)
    await page.getByText('паспорт чужой').waitFor()
    assert.deepEqual([anna.faults, boris.faults], [[], []])
  })

  test('the frame drawn on a photo and the old answers reach the client beside the reason', async () => {
    const { page, faults } = await place.person()
    const { id } = await waiting('9161110003', 5000)
    await open(anna.page, id)
    await take(anna.page)
    await anna.page.getByText(/^Проверено 0 из/).waitFor()
    for (;;) {
      const [done, all] = ((await anna.page.getByText(/^Проверено/).textContent()) ?? '').match(/\d+/g) ?? []
      if (done === all) break
      const title = (await anna.page.getByRole('article').getAttribute('aria-label')) ?? ''
      const wrong = title === 'Паспорт' || title === 'Паспорт: разворот с фото'
      await anna.page.keyboard.press(wrong ? '2' : '1')
      await anna.page.getByText(`Проверено ${Number(done) + 1} из ${all}`).waitFor()
      if (title === 'Паспорт: разворот с фото') {
        await anna.page.keyboard.press('r')
        for (let n = 0; n < 5; n += 1) await anna.page.keyboard.press('ArrowRight')
        await anna.page.keyboard.press('Enter')
      }
      if (wrong) await anna.page.keyboard.press('j')
    }
    await anna.page.keyboard.press('v')
    await anna.page
      .getByRole('dialog')
      .getByRole('button', { name: /Вернуть/ })
      .click()
    await anna.page.getByText('вернули клиенту на исправление').waitFor()

    await page.goto('/step18')
    await signUp(page, '9161110003')
    await page.waitForURL((url) => url.pathname === '/step3')
    await page.goto('/step28')
    await page.getByText('Снимок размыт: буквы не читаются').waitFor()
    const photo = page.getByRole('img', { name: 'Прошлый снимок, рамкой обведено, что не так' })
    await photo.waitFor()
    await photo.evaluate((image: HTMLImageElement) => image.decode())
    const [whole, frame] = [await photo.boundingBox(), await page.locator('figure svg rect').last().boundingBox()]
    assert.ok(whole && frame && whole.width > 200)
    assert.ok(Math.abs((frame.x - whole.x) / whole.width - 0.45) < 0.02, 'the frame stands where it was drawn')
    assert.ok(Math.abs(frame.width / whole.width - 0.3) < 0.03)
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/returned-photo.png`, fullPage: true })

    await page.goto('/step9')
    await page.getByText('Данные не совпадают с документом').waitFor()
    await page.getByText('Что вы отправили раньше').click()
    await page.getByText('ГУ МВД РОССИИ ПО Г. МОСКВЕ').first().waitFor()
    assert.deepEqual(faults, [])
  })

  test('a disabled account is cut off on its next step', async () => {
    await boris.page.goto('/office/')
    await boris.page.getByRole('heading', { name: 'Очередь' }).waitFor()
    await anna.page.goto('/office/staff')
    await anna.page.getByRole('row', { name: /Борис/ }).getByRole('button', { name: 'Закрыть вход' }).click()
    await anna.page.getByRole('dialog').getByRole('button', { name: 'Закрыть вход' }).click()
    await anna.page.getByText('вход закрыт').first().waitFor()
    await boris.page.keyboard.press('n')
    await boris.page.getByRole('heading', { name: 'Кабинет сотрудника' }).waitFor()
  })

  test('reports: any period, as charts, tables and files', async () => {
    await anna.page.goto('/office/reports')
    const outcomes = anna.page.getByRole('region', { name: 'Итоги', exact: true })
    await outcomes.getByText('Возвращены на исправление').first().waitFor()
    await outcomes.getByText('Таблица').click()
    await outcomes.getByRole('row', { name: /Возвращены на исправление 1/ }).waitFor()
    const coming = anna.page.waitForEvent('download')
    await outcomes.getByRole('link', { name: 'Итоги: скачать CSV' }).click()
    assert.match((await coming).suggestedFilename(), /^outcomes-.*\.csv$/)
    await anna.page.getByLabel('С', { exact: true }).fill('01.01.2020')
    await anna.page.getByLabel('По', { exact: true }).fill('31.01.2020')
    await anna.page.getByRole('button', { name: 'Показать' }).click()
    await outcomes.getByText('За эти дни ничего не было').waitFor()
  })
})
