import type { Page } from 'playwright-core'

const usual = { way: 'Картой', fate: 'деньги придут сразу', save: false }

/** From the ways of paying to the demo's page, and there the means by what becomes of it. */
export async function payOnPage(page: Page, how: Partial<typeof usual> = {}): Promise<void> {
  const { way, fate, save } = { ...usual, ...how }
  const button = page.getByRole('button', { name: way, exact: true })
  await button.waitFor()
  if (save) await page.getByRole('checkbox', { name: /Запомнить/ }).check()
  await button.click()
  await page.getByRole('heading', { name: 'Касса, демонстрация' }).waitFor()
  await page.getByRole('button', { name: fate }).click()
}

/** The same from a sum on «Мой заём». */
export async function chooseAndPay(page: Page, sum: RegExp, how?: Partial<typeof usual>): Promise<void> {
  await page.getByRole('button', { name: sum }).click()
  await payOnPage(page, how)
}
