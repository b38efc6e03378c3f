import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { LoanView } from '#contract/calls/loans.ts'
import { desktop, newPerson } from './browser.ts'
import { until } from './client.ts'
import { invited, officeSignIn } from './office.ts'
import { opened } from './opened.ts'
import { chooseAndPay, payOnPage } from './payOnPage.ts'
import { staffSession } from './reviewer.ts'
import { signedLoan } from './signedLoan.ts'

let staff: Awaited<ReturnType<typeof staffSession>> | undefined
const place = opened({}, async ({ server }) => {
  staff = await staffSession(server.url)
})

describe('paying inside the product', () => {
  test('a part by card, refused first; the card kept, charged in one tap, autopay on and off, unlinked; the rest; the excess given back', async () => {
    const person = { phone: '9161110031', passport: '45 10 031857', snils: '112-233-031 77' }
    const { client, id } = await signedLoan(place, staff, person)
    await until('the money', async () => (await client.status(id)) === 5, 40)
    const loans = async () => {
      const { body } = await client.call('GET', '/service/loans')
      return (body as { loans: LoanView[] }).loans
    }
    const { page, context, faults } = await place.personOf(client)
    const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
    const ownSum = async (sum: string) => {
      await page.getByText('Другая сумма').click()
      await page.getByLabel('Сколько заплатить, ₽').fill(sum)
    }
    await page.goto('/step35')
    await ownSum('1 000')
    await chooseAndPay(page, /^Заплатить 1\s000\s₽/, { fate: 'не хватило денег' })
    await heading('Платёж не прошёл')
    await page.getByText(/На счёте не хватило денег/).waitFor()
    await page.getByRole('button', { name: 'Заплатить ещё раз' }).click()
    await ownSum('1 000')
    await chooseAndPay(page, /^Заплатить 1\s000\s₽/, { save: true })
    await heading('Платёж получен')
    await page.getByRole('button', { name: 'Мой заём' }).click()

    await ownSum('500')
    await page.getByRole('button', { name: /^Заплатить 500\s₽/ }).click()
    await page.getByRole('button', { name: 'Заплатить: •• 4477' }).click()
    await heading('Платёж получен')
    await page.getByRole('button', { name: 'Мой заём' }).click()
    assert.deepEqual(
      (await loans())[0]?.payments.map(({ amount }) => amount),
      [100_000, 50_000],
    )

    await page.getByRole('checkbox', { name: /Списывать платежи по графику: •• 4477/ }).check()
    await page.getByRole('button', { name: 'Включить автоплатёж' }).click()
    await heading('Автоплатёж включён')
    await page.getByText(/в день платежа в 10:00 по вашему времени, не больше/).waitFor()
    await page.getByRole('button', { name: 'Отключить автоплатёж' }).click()
    await page.getByRole('button', { name: 'Отвязать •• 4477' }).click()
    await page.getByText('Сохранённые способы').waitFor({ state: 'hidden' })

    // A link that is left open, and the whole loan paid by another way meanwhile.
    await ownSum('700')
    await page.getByRole('button', { name: /^Заплатить 700\s₽/ }).click()
    await page.getByRole('button', { name: 'Через СБП' }).click()
    await page.getByRole('heading', { name: 'Касса, демонстрация' }).waitFor()
    const left = page.url()
    await page.goto('/step35')
    await page.getByText('Ждём оплату').waitFor()
    await chooseAndPay(page, /Вернуть заём целиком/, { fate: 'касса ничего не пришлёт, мы спросим сами' })
    await heading('Заём закрыт')
    await page.goto(left)
    await page.getByRole('button', { name: /деньги придут сразу/ }).click()
    await heading('Заём закрыт')
    await page.getByRole('button', { name: 'Мой заём' }).click()
    await heading('У нас 700 ₽ ваших денег')
    await page.getByRole('button', { name: /Вернуть 700\s₽/ }).click()
    await page.getByText(/в течение трёх рабочих дней/).waitFor()
    assert.deepEqual(faults, [])
    await context.close()
  })

  test('the office sees what was begun, and gives the excess back at the word of two; the borrower is told', async () => {
    const { page: first, context } = await newPerson(place.browser, place.server.url, desktop)
    const { page: second, context: another } = await newPerson(place.browser, place.server.url, desktop)
    for (const [page, login] of [
      [first, 'boss1'],
      [second, 'boss2'],
    ] as const) {
      const { invitation } = await staff!.must<{ invitation: { token: string } }>('POST', '/service/office/staff', {
        login,
        name: `Проба ${login}`,
        role: 'supervisor',
      })
      await officeSignIn(page, await invited(page, invitation.token))
    }
    await first.goto('/office/payments')
    await first
      .getByRole('cell', { name: /касса|не хватило денег/ })
      .first()
      .waitFor()
    await first.getByRole('cell', { name: 'своя сумма, сохранённый способ' }).waitFor()
    await first.goto('/office/suspense')
    await first.getByText('клиент просит вернуть').waitFor()
    await first.getByRole('button', { name: 'Вернуть', exact: true }).click()
    await first.getByLabel('Почему').fill('Заём уже закрыт')
    await first.getByRole('button', { name: 'Попросить вернуть' }).click()
    await first.getByText('ждёт второго сотрудника').waitFor()
    await second.goto('/office/suspense')
    await second.getByRole('button', { name: 'Подтвердить возврат' }).click()
    await second.getByRole('button', { name: /Подтвердить: просит Проба boss1/ }).click()
    await second.getByText('Невыясненных нет').waitFor()
    await until('the message', async () => {
      const { items } = await staff!.must<{ items: { text: string }[] }>('GET', '/service/office/messages')
      return items.filter(({ text }) => /вернули 700\s₽/.test(text)).length === 1
    })
    await context.close()
    await another.close()
  })

  test('a payment that takes ten seconds may be left and looked at again', async () => {
    const person = { phone: '9161110032', passport: '45 10 032857', snils: '112-233-032 78' }
    const { client, id } = await signedLoan(place, staff, person)
    await until('the money', async () => (await client.status(id)) === 5, 40)
    const { page, context } = await place.personOf(client)
    await page.goto('/step35')
    await page.getByRole('button', { name: /Вернуть заём целиком/ }).click()
    await payOnPage(page, { way: 'Через СБП', fate: 'деньги придут через десять секунд' })
    await page.getByText('Экран можно закрыть').waitFor()
    await page.getByRole('button', { name: 'Мой заём' }).click()
    await page.getByText('Весь заём').click()
    await page.getByRole('heading', { name: 'Заём закрыт' }).waitFor({ timeout: 20_000 })
    await context.close()
  })
})
