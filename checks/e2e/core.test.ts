import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fineractStandIn } from '#server/providers/core/stand-in.ts'
import { owedIn } from '#server/providers/core/stand-in-books.ts'
import { violations } from '../steps/look.ts'
import { desktop } from './browser.ts'
import { until } from './client.ts'
import { officeSignIn } from './office.ts'
import { opened } from './opened.ts'
import { staffSession } from './reviewer.ts'
import { signedLoan } from './signedLoan.ts'

const fineract = await fineractStandIn({ answering: () => 'error500' })
after(() => fineract.close())

let staff: Awaited<ReturnType<typeof staffSession>> | undefined
const env = {
  CORE_PROVIDER: 'fineract',
  CORE_URL: fineract.url,
  CORE_USER: 'mifos',
  CORE_PASSWORD: 'password',
  CORE_PRODUCT: '1',
  CORE_INTEREST_CHARGE: '1',
  CORE_PENALTY_CHARGE: '2',
}
const place = opened({ env }, async ({ server }) => {
  staff = await staffSession(server.url)
})

test('the money comes though the core is away; the office sees what waits, sends it again, and takes the files of a day', async () => {
  const person = { phone: '9161110031', passport: '45 10 031857', snils: '112-233-031 77' }
  const { client, id } = await signedLoan(place, staff, person)
  await until('the money', async () => (await client.status(id)) === 5, 60)
  const { page } = await place.person(desktop)
  await officeSignIn(page)
  await page.getByRole('link', { name: 'Книга' }).click()
  await page.getByRole('link', { name: 'Обороты по счетам' }).waitFor()
  const pictures = async (name: string) => {
    assert.deepEqual(await violations(page), [], name)
    if (!process.env.PICTURES) return
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [1280, 'dark'],
      [360, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${process.env.PICTURES}/${name}-${width}-${colorScheme}.png`, fullPage: true })
    }
    await page.setViewportSize(desktop)
    await page.emulateMedia({ colorScheme: 'light' })
  }
  await pictures('ledger')
  await page.getByRole('link', { name: 'Учётная система' }).click()
  await page.getByRole('heading', { name: 'Учётная система' }).waitFor()
  await page.getByText('нет ответа').first().waitFor()
  await pictures('core')
  fineract.state.answering = () => 'well'
  await page.getByRole('button', { name: 'Повторить' }).click()
  await until('the loan in Fineract', async () => fineract.books.loans.size === 1, 30)
  await page.getByText('Всё передано').waitFor({ timeout: 40_000 })
  await pictures('core-empty')
  const [loan] = fineract.books.loans.values()
  assert.ok(loan)
  assert.equal(owedIn(loan), loan.principal)
})
