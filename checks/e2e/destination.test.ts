import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openClient } from './client.ts'
import { opened, personOf } from './opened.ts'
import { runServer } from './server.ts'

const place = opened()
const next = (page: Page) => page.getByRole('button', { name: 'Далее' })
const toTheBank = (page: Page) => page.getByRole('link', { name: 'Указать карту на странице банка' })

/** Somebody who has only to say where the money goes, and on. */
async function before32(phone: string) {
  const client = openClient(place.server.url)
  await client.signUp(phone)
  const { _id: id } = await client.create()
  await client.fill(id, {}, 32)
  const { page, faults } = await place.personOf(client)
  await page.goto('/step32')
  await page.getByText('На карту', { exact: true }).click()
  const destination = async () => {
    const { facts } = await client.must<{ facts: { destination?: object } }>('GET', `/service/requests/${id}`)
    return facts.destination
  }
  return { page, faults, destination }
}

describe('a card, named at the bank', () => {
  test('C3: its token and last four digits come back and are accepted', async () => {
    const { page, faults, destination } = await before32('9165550001')
    await next(page).click()
    await page.getByText('Заполните поле «Карта»').first().waitFor()
    await toTheBank(page).click()
    await page.getByRole('link', { name: 'Карта •• 4400' }).click()
    await page.getByText('Карта •• 4400', { exact: true }).waitFor()
    assert.equal(new URL(page.url()).hash, '')
    await page.reload()
    await page.getByText('Карта •• 4400', { exact: true }).waitFor()
    await next(page).click()
    await page.waitForURL((url) => url.pathname === '/step33')
    assert.deepEqual(await destination(), { kind: 'card', token: 'sandbox-card.4400', mask: '•• 4400' })
    assert.deepEqual(faults, [])
  })

  test('C3: one this tab did not ask for, from a link somebody sent, is not taken', async () => {
    const { page, destination } = await before32('9165550002')
    await toTheBank(page).waitFor()
    await page.goto('/step32#card=sandbox-card.6666:6666&state=0196f7a0-0000-7000-8000-000000000001')
    await page.reload()
    await toTheBank(page).waitFor()
    assert.equal(await page.getByText('6666').count(), 0)
    assert.equal(await destination(), undefined)
  })
})

test('C1: what the lender does not pay is not offered', async () => {
  const server = await runServer({
    lender: (lender) => ({ ...lender, flow: { ...lender.flow, payoutMethods: ['account'] } }),
  })
  try {
    const client = openClient(server.url)
    await client.signUp('9165550003')
    const { _id: id } = await client.create()
    await client.fill(id, {}, 32)
    const sbp = { revision: 0, raw: { way: 'sbp', bankName: 'Т-Банк', phone: '+7 (916) 123-45-67' } }
    const refused = await client.call('PUT', `/service/requests/${id}/steps/32`, sbp)
    assert.equal(refused.status, 400)
    const { page, context } = await personOf(place.browser, server.url, client)
    await page.goto('/step32')
    await page.getByText('На счёт в банке').first().waitFor()
    assert.equal(await page.getByRole('radio').count(), 1)
    await context.close()
  } finally {
    await server.stop()
  }
})
