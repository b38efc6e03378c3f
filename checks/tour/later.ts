import type { Page } from 'playwright-core'
import { answers, type Client, openClient, until } from '../e2e/client.ts'
import { personOf } from '../e2e/opened.ts'
import { chooseAndPay, payOnPage } from '../e2e/payOnPage.ts'
import type { Tour } from './tour.ts'

/** Documents of a person of their own: of one person's offers only one is signed. */
function documentsOf(phone: string): Readonly<Record<number, object>> {
  const nine = `112233${phone.slice(-3)}`
  const sum = [...nine].reduce((total, digit, at) => total + Number(digit) * (9 - at), 0) % 101
  const snils = `${nine}${String(sum === 100 ? 0 : sum).padStart(2, '0')}`
  return { 9: { ...answers[9], number: `45 10 ${phone.slice(-3)}857` }, 10: { ...answers[10], snils } }
}

/** The screens after the request, made through the calls: returned, refused, offered, cooling off, paid, come back. */
export async function laterTour({ server, browser, staff, stop }: Tour): Promise<void> {
  const asks = async (phone: string, wish?: object, other: Readonly<Record<number, object>> = {}) => {
    const client = openClient(server.url)
    await client.signUp(phone)
    const { _id: id } = await client.create(wish)
    await client.fill(id, { ...documentsOf(phone), ...other })
    await client.sign(id, 'application')
    return { client, id }
  }
  const offers = async (phone: string, wish?: object, other?: Readonly<Record<number, object>>) => {
    const made = await asks(phone, wish, other)
    await staff.approve()
    await until('the offer', async () => (await made.client.status(made.id)) === 3)
    return made
  }
  const seen = async (client: Client, look: (page: Page) => Promise<void>) => {
    const { page, context } = await personOf(browser, server.url, client)
    await page.goto('/step3')
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await look(page)
    await context.close()
  }

  const returned = await asks('9161110004')
  await staff.giveBack([10, 28])
  await seen(returned.client, async (page) => {
    await page.getByRole('heading', { name: /поправить/ }).waitFor()
    await stop(page, 'desk-returned', { every: true })
    await page.goto('/step10')
    await stop(page, 'step10-returned')
    await page.goto('/step28')
    await stop(page, 'step28-returned')
  })

  const refused = await asks('9161110005')
  await staff.refuse()
  await seen(refused.client, (page) => stop(page, 'desk-refused', { every: true }))

  const large = { product: 'instalment', amount: 6_000_000, term: 12, purpose: 'repair', promo: '' }
  const cooling = await offers('9161110006', large, { 25: { official: '200 000' } })
  await seen(cooling.client, async (page) => {
    await stop(page, 'desk-offer', { every: true })
    await page.goto('/step38')
    await page.getByText('Полная стоимость займа').first().waitFor()
    await stop(page, 'offer', { every: true })
    await page.goto('/step39')
    await page.getByRole('button', { name: /Получить код/ }).waitFor()
    await stop(page, 'contract', { every: true })
    await cooling.client.sign(cooling.id, 'contract')
    await page.goto('/step3')
    await page.getByRole('heading', { name: /Деньги уйдут/ }).waitFor()
    await stop(page, 'desk-cooling-off', { every: true })
    await page.getByRole('link', { name: 'Условия и отказ от займа' }).click()
    await page.getByRole('button', { name: 'Отказаться от займа' }).waitFor()
    await stop(page, 'refusal', { every: true })
  })

  const back = await offers('9161110007', undefined, { 32: { phone: '+7 (916) 123-45-02' } })
  await back.client.sign(back.id, 'contract')
  await seen(back.client, async (page) => {
    await page.getByRole('heading', { name: 'Перевод не прошёл' }).waitFor({ timeout: 25_000 })
    await stop(page, 'desk-came-back', { every: true })
  })

  const paid = await offers('9161110008')
  await paid.client.sign(paid.id, 'contract')
  await until('the money', async () => (await paid.client.status(paid.id)) === 5, 40)
  await seen(paid.client, async (page) => {
    await stop(page, 'desk-paid', { every: true })
    await page.goto('/step35')
    await page.getByText('Подписанные документы').waitFor()
    await stop(page, 'loan', { every: true })
    await page.goto('/step20')
    await stop(page, 'prolongation', { every: true })
    await page.goto('/step35')
    await page.getByText('Другая сумма').click()
    await page.getByLabel('Сколько заплатить, ₽').fill('500')
    await page.getByRole('button', { name: /^Заплатить 500/ }).click()
    await page.getByRole('checkbox', { name: /Запомнить/ }).waitFor()
    await stop(page, 'paying', { every: true })
    await payOnPage(page, { save: true })
    await page.getByRole('heading', { name: 'Платёж получен' }).waitFor()
    await stop(page, 'payment-came', { every: true })
    await page.getByRole('button', { name: 'Мой заём' }).click()
    await page.getByRole('checkbox', { name: /Списывать платежи/ }).check()
    await stop(page, 'autopay-agreed')
    await page.getByRole('button', { name: 'Включить автоплатёж' }).click()
    await page.getByRole('heading', { name: 'Автоплатёж включён' }).waitFor()
    await stop(page, 'autopay-on', { every: true })
    await chooseAndPay(page, /Вернуть заём целиком/, { way: 'Через СБП', fate: 'не хватило денег' })
    await page.getByRole('heading', { name: 'Платёж не прошёл' }).waitFor()
    await stop(page, 'payment-failed', { every: true })
  })
}
