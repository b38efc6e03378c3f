import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Watched } from './browser.ts'
import { checkedRight, forceAsked, looked, saved, secondAsked, startDraft, tab } from './drafts.ts'
import { announces } from './faults.ts'
import { colleague, twoOfStaff } from './office.ts'
import { opened } from './opened.ts'

let anna: Watched
let boris: Watched
/** Compliance: who makes no rules says the second word for them */
let kira: Watched

const place = opened({}, async () => {
  ;({ anna, boris } = await twoOfStaff(place, 'supervisor'))
  const given = { login: 'kira', name: 'Кира Вторая', role: 'compliance' }
  ;({ person: kira } = await colleague(place, anna.page, given))
})

async function editRow(page: Page, number: number, change: (form: ReturnType<Page['getByRole']>) => Promise<void>) {
  await page.getByRole('button', { name: `Изменить строку ${number}`, exact: true }).click()
  const form = page.getByRole('dialog', { name: `Строка ${number}` })
  await change(form)
  await form.getByRole('button', { name: 'Готово' }).click()
}

test('a risk manager changes a rule: an error names its cell, a check finds the gap, a run, two words, in force; and back', async () => {
  const { page } = anna
  await startDraft(page, 'rules', 'Строже к возрасту')
  await editRow(page, 2, async (form) => {
    await form.getByLabel('Возраст').fill('юный')
    await form.getByText('Пишите число').waitFor()
  })
  await page.getByText('Строка 2, «Возраст»: Пишите число').waitFor()
  // typed and not saved, it outlives the page
  await page.reload()
  await page.getByText('Строка 2, «Возраст»: Пишите число').waitFor()
  await looked(page, 'table')
  await editRow(page, 2, async (form) => {
    await form.getByLabel('Возраст').fill('< 23')
    await form.getByLabel('Правило, словами').fill('Моложе 23 лет')
  })
  await page.getByRole('button', { name: 'Убрать строку 16' }).click()
  await saved(page)
  await tab(page, /Проверка/)
  await page.getByRole('button', { name: 'Проверить' }).click()
  await page.getByText(/Есть заявки без решения/).waitFor()
  await looked(page, 'checks')
  await tab(page, /Таблица/)
  await page.getByRole('button', { name: 'Добавить строку' }).click()
  const form = page.getByRole('dialog', { name: 'Строка 15' })
  await form.getByLabel('Правило, словами').fill('Во всех остальных случаях: вся сумма')
  await form.getByLabel('Исход').selectOption('offer')
  await form.getByLabel('Код правила').fill('otherwise')
  await form.getByRole('button', { name: 'Готово' }).click()
  await page.getByRole('button', { name: 'Строку 15 ниже' }).click()
  await saved(page)
  await tab(page, /Отличия/)
  await page.getByText('Возраст: меньше 18').waitFor()
  await page.getByText('Возраст: меньше 23').waitFor()
  await looked(page, 'changes')
  await checkedRight(page)
  await tab(page, /Рядом/)
  await page.getByRole('button', { name: 'Считать рядом' }).click()
  await page.getByText('считает', { exact: true }).waitFor()
  await tab(page, /Прогон/)
  await page.getByRole('button', { name: 'Прогнать' }).click()
  await page.getByText('готов', { exact: true }).waitFor()
  await page.getByText(/Отпечаток [\da-f]{64}/).waitFor()
  await looked(page, 'backtest')
  await forceAsked(page, 'доля просрочек выросла')

  // who may make rules, may take them back and not put them in force, whoever asked
  await boris.page.goto('/office/rules')
  await boris.page.getByText('доля просрочек выросла').waitFor()
  await boris.page.getByRole('button', { name: 'Отклонить' }).waitFor()
  assert.equal(await boris.page.getByRole('button', { name: 'Подтвердить' }).count(), 0)
  await kira.page.goto('/office/rules')
  await kira.page.getByText('доля просрочек выросла').waitFor()
  await looked(kira.page, 'versions')
  await kira.page.getByRole('button', { name: 'Подтвердить' }).click()
  await kira.page
    .getByText(/^v\d+, с/)
    .filter({ hasText: 'действует' })
    .waitFor()
  await kira.page.getByText('Моложе 23 лет').filter({ visible: true }).first().waitFor()

  const { page: his } = boris
  await his.reload()
  await his.getByText(/^loan-2026-01-01, с/).click()
  await his.getByRole('button', { name: 'Вернуть loan-2026-01-01' }).click()
  await his.getByRole('dialog', { name: 'Вернуть loan-2026-01-01' }).waitFor()
  await secondAsked(his, 'рано')
  await kira.page.goto('/office/rules')
  await kira.page.getByText('рано', { exact: true }).waitFor()
  await kira.page.getByRole('button', { name: 'Подтвердить' }).click()
  await kira.page
    .getByText(/^loan-2026-01-01, с/)
    .filter({ hasText: 'действует' })
    .waitFor()
})

test('two in one draft: the second is told who was first, sees what differs, and has lost nothing', async () => {
  const { page } = anna
  await startDraft(page, 'rules', 'Вдвоём')
  await boris.page.goto(page.url())
  await boris.page.getByRole('button', { name: 'Изменить строку 3', exact: true }).waitFor()
  await editRow(boris.page, 3, (form) => form.getByLabel('Возраст').fill('> 70'))
  await editRow(page, 2, (form) => form.getByLabel('Правило, словами').fill('Моложе восемнадцати'))
  await saved(page)
  announces(boris.page, { says: /^saveRuleDraft saveRuleDraft failed/ })
  announces(boris.page, { status: 409, url: /rules\/drafts\//, times: 1 })
  const save = boris.page.getByRole('button', { name: 'Сохранить', exact: true })
  // told by the next look at the draft, or by the refusal: whichever comes first
  await save.click({ timeout: 2000 }).catch(() => undefined)
  await boris.page.getByText(/Пока вы правили, черновик сохранил другой сотрудник/).waitFor()
  await boris.page.getByText('Возраст: больше 70').filter({ visible: true }).first().waitFor()
  await boris.page.getByText('Чем ваша правка отличается').click()
  await boris.page.getByText('Моложе восемнадцати').filter({ visible: true }).first().waitFor()
  await boris.page.reload()
  await boris.page.getByText('Возраст: больше 70').filter({ visible: true }).first().waitFor()
  await boris.page.getByRole('button', { name: 'Сохранить мою поверх' }).click()
  await boris.page.getByRole('button', { name: 'Сохранено' }).waitFor()
  const text = (await boris.page.getByRole('list', { name: 'Таблица правил' }).textContent()) ?? ''
  assert.match(text, /больше 70/)
})

test('what is there may be used while another part is on its way: letters typed meanwhile stay', async () => {
  const { page } = anna
  let come = () => {}
  const comes = new Promise<void>((go) => {
    come = go
  })
  await page.route('**/service/office/rules', (route) => comes.then(() => route.continue()))
  await page.goto('/office/rules')
  const field = page.getByLabel('Новый черновик')
  await field.pressSequentially('Пока грузится')
  await page.getByText('Загружаем…').waitFor()
  await field.pressSequentially(' остальное')
  come()
  await page.getByRole('heading', { name: 'Продукты' }).waitFor()
  assert.equal(await field.inputValue(), 'Пока грузится остальное')
  await field.fill('')
})
