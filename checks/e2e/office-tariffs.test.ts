import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Watched } from './browser.ts'
import { checkedRight, forceAsked, looked, saved, secondAsked, startDraft, tab } from './drafts.ts'
import { offered } from './offer-screens.ts'
import { colleague, twoOfStaff } from './office.ts'
import { opened } from './opened.ts'

let anna: Watched
/** Compliance: who makes no versions says the second word for them */
let kira: Watched
let offer: Awaited<ReturnType<typeof offered>>

const place = opened({}, async () => {
  offer = await offered(place.server, '9165550701')
  ;({ anna } = await twoOfStaff(place, 'supervisor'))
  const given = { login: 'kira', name: 'Кира Вторая', role: 'compliance' }
  ;({ person: kira } = await colleague(place, anna.page, given))
})

/** What a stranger reads on the start screen: drawn by the server, before any script. */
async function startPage(): Promise<string> {
  const answer = await fetch(`${place.server.url}/`)
  return (await answer.text()).replaceAll('\u00a0', ' ')
}

const offerView = async () => {
  const { body } = await offer.client.call('GET', `/service/requests/${offer.id}/offer`)
  const { dailyRate, totalToReturn } = body as { dailyRate: string; totalToReturn: number }
  return { dailyRate, totalToReturn }
}

async function confirmed(): Promise<void> {
  await kira.page.getByRole('button', { name: 'Подтвердить' }).click()
  await kira.page.getByText('Версия введена').waitFor()
}

test('a tariff is changed by two from a moment: a fault at its field, a cap of the law, the start screen at that moment, an offer stays; and back', async () => {
  const { page } = anna
  const before = await offerView()
  assert.match(await startPage(), /"dailyRate":"0.008"/)
  await startDraft(page, 'tariffs', 'Дешевле и без бесплатного')
  const payday = page.getByRole('region', { name: 'До зарплаты' })
  await payday.getByLabel('Ставка в день').fill('много')
  await payday.getByText('Доля долга, как 0,008').waitFor()
  await looked(page, 'tariff-fault')
  // typed and not saved, it outlives the page
  await page.reload()
  await payday.getByText('Доля долга, как 0,008').waitFor()
  await payday.getByLabel('Ставка в день').fill('0,009')
  await saved(page)
  await tab(page, /Проверка/)
  await page.getByRole('button', { name: 'Проверить' }).click()
  await page
    .getByText(/«До зарплаты» выходит за предел/)
    .first()
    .waitFor()
  await looked(page, 'tariff-checks')
  await tab(page, /Продукты/)
  await payday.getByLabel('Ставка в день').fill('0,007')
  await payday.getByLabel('Первый заём бесплатно до').fill('')
  await saved(page)
  await tab(page, /Отличия/)
  await page.getByText('Ставка в день: 0,8 % 0,7 %').waitFor()
  await looked(page, 'tariff-changes')
  await checkedRight(page)
  await tab(page, /Прогон/)
  await page.getByRole('button', { name: 'Прогнать' }).click()
  await page.getByText('готов', { exact: true }).waitFor()
  await page.getByText(/1\s+предложение, изменится: 1/).waitFor()
  await looked(page, 'tariff-backtest')
  const from = Date.now() + 25_000
  const local = await page.evaluate((moment) => {
    const at = new Date(moment)
    return new Date(moment - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
  }, from)
  await forceAsked(page, 'конкуренты дешевле', local)
  await kira.page.goto('/office/tariffs')
  await kira.page.getByText('конкуренты дешевле').waitFor()
  await looked(kira.page, 'tariffs')
  await confirmed()
  if (Date.now() < from - 2000) assert.match(await startPage(), /"dailyRate":"0.008"/)
  while (Date.now() < from + 1000) await page.waitForTimeout(500)
  const after = await startPage()
  assert.match(after, /"dailyRate":"0.007"/)
  // 10 000 ₽ for 14 days cost nothing before, as a first loan
  assert.match(after, /10 980/)
  assert.deepEqual(await offerView(), before)

  await page.goto('/office/tariffs')
  await page.getByText(/^lender.json, с/).click()
  await page.getByRole('button', { name: 'Вернуть lender.json' }).click()
  await page.getByRole('dialog', { name: 'Вернуть lender.json' }).waitFor()
  await secondAsked(page, 'рано')
  await page.getByText('ждёт второго', { exact: true }).waitFor()
  await kira.page.goto('/office/tariffs')
  await confirmed()
  assert.match(await startPage(), /"dailyRate":"0.008"/)
  assert.deepEqual(await offerView(), before)
})

test('a day off is added to the calendar by two, and is there for everybody', async () => {
  const { page } = anna
  await startDraft(page, 'calendar', 'Перенос')
  const off = page.getByRole('region', { name: 'Выходные сверх суббот и воскресений' })
  await off.getByLabel('Ещё день').fill('2027-12-31')
  await off.getByRole('button', { name: 'Добавить день' }).click()
  await looked(page, 'calendar-draft')
  await saved(page)
  await tab(page, /Отличия/)
  await page.getByText('31.12.2027, пт').waitFor()
  await checkedRight(page)
  await forceAsked(page, 'постановление')
  await kira.page.goto('/office/calendar')
  await kira.page.getByText('постановление').waitFor()
  await looked(kira.page, 'calendar-versions')
  await confirmed()
  await kira.page.getByRole('region', { name: '2027 год' }).getByText('31.12, пт').waitFor()
})

test('a message is told in new words once two have said so', async () => {
  const { page } = anna
  await startDraft(page, 'texts', 'Проще')
  const words = page.getByRole('textbox', { name: 'Заём одобрен' })
  await words.fill('можно взять {сумма} до {дня}')
  await page.getByText('Значения {дня} у этого сообщения нет. Есть: {сумма}, {день}').waitFor()
  await looked(page, 'texts-fault')
  await words.fill('можно взять {сумма} до {день}')
  await saved(page)
  await tab(page, /Отличия/)
  await page.getByText('можно взять {сумма} до {день}').filter({ visible: true }).first().waitFor()
  await checkedRight(page)
  await forceAsked(page, 'короче')
  await kira.page.goto('/office/texts')
  await kira.page.getByText('короче').waitFor()
  await looked(kira.page, 'texts')
  await confirmed()
  await offered(place.server, '9165550702')
  await kira.page.goto('/office/messages')
  await kira.page
    .getByText(/можно взять 10\s000\s₽ до/)
    .first()
    .waitFor()
})
