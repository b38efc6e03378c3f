import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answers, until } from './client.ts'
import { opened } from './opened.ts'
import { chooseAndPay } from './payOnPage.ts'
import { staffSession } from './reviewer.ts'
import { signedLoan } from './signedLoan.ts'

let staff: Awaited<ReturnType<typeof staffSession>> | undefined
const place = opened({}, async ({ server }) => {
  staff = await staffSession(server.url)
})

describe('how a loan ends', () => {
  test('M12, M22: the requisites are on the loan’s screen; a loan paid in full brings its sealed certificate, which opens as a PDF', async () => {
    const { client, id } = await signedLoan(place, staff, {
      phone: '9161110021',
      passport: '45 10 021857',
      snils: '112-233-021 75',
    })
    await until('the money', async () => (await client.status(id)) === 5, 40)
    const { page, context } = await place.personOf(client)
    await page.goto('/step35')
    await page.getByText('Заплатить переводом из банка').click()
    await page.getByText('40702810900000000001').waitFor()
    await page.getByText(/Назначение платежа: Погашение займа по договору \d{6}-\d{6}-\d{2} от/).waitFor()
    await chooseAndPay(page, /Вернуть заём целиком/)
    await page.getByText('Вы ничего не должны').waitFor()
    await page.getByRole('button', { name: 'Мой заём' }).click()
    const paper = await until('the certificate', async () => {
      await page.reload()
      await page.getByText('Подписанные документы').waitFor()
      const link = page.getByRole('link', { name: /Справка/i })
      return (await link.count()) === 1 ? link.getAttribute('href') : null
    })
    const pdf = await client.call('GET', paper)
    assert.equal(pdf.status, 200)
    assert.match(pdf.text, /^%PDF-/)
    await context.close()
  })

  test('M17: money that came back is given up for good: the request ends, nothing is owed, there is no loan', async () => {
    const { client, id } = await signedLoan(place, staff, {
      phone: '9161110022',
      passport: '45 10 022857',
      snils: '112-233-022 76',
      more: { 32: { ...answers[32], phone: '+7 (916) 123-45-02' } },
    })
    const { page, context } = await place.personOf(client)
    await page.goto('/step3')
    await page.getByRole('heading', { name: 'Перевод не прошёл' }).waitFor({ timeout: 25_000 })
    await page.getByRole('button', { name: 'Отказаться от займа' }).click()
    await page.getByRole('button', { name: 'Да, отказаться' }).click()
    await page.getByRole('heading', { name: 'Перевод не прошёл' }).waitFor({ state: 'hidden' })
    assert.equal(await client.status(id), 4)
    const { body } = await client.call('GET', '/service/loans')
    assert.deepEqual((body as { loans: unknown[] }).loans, [])
    await context.close()
  })
})
