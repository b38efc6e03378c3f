import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { faultsOf } from '../tour/look.ts'

/** Pictures of every part in `SHOTS`, for whoever wants to look. */
const shots = process.env.SHOTS

/** Light and dark: axe finds nothing, nothing sticks out of the screen. */
export async function looked(page: Page, name: string): Promise<void> {
  assert.deepEqual(await faultsOf(page, false), [], name)
  if (!shots) return
  const own = page.viewportSize() ?? { width: 1280, height: 800 }
  for (const width of [360, 768, 1280])
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${shots}/${name}-${width}-${colorScheme}.png`, fullPage: true })
    }
  await page.setViewportSize(own)
}

export const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name }).click()

export async function saved(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await page.getByRole('button', { name: 'Сохранено' }).waitFor()
}

export async function startDraft(
  page: Page,
  book: 'rules' | 'tariffs' | 'calendar' | 'texts',
  title: string,
): Promise<void> {
  await page.goto(`/office/${book}`)
  await page.getByLabel('Новый черновик').fill(title)
  await page.getByRole('button', { name: 'Начать черновик' }).click()
  await page.getByRole('heading', { name: /^Черновик v\d+$/ }).waitFor()
}

/** The draft is looked through as a whole, and nothing is wrong with it. */
export async function checkedRight(page: Page): Promise<void> {
  await tab(page, /Проверка/)
  await page.getByRole('button', { name: 'Проверить' }).click()
  await page.getByText('Всё в порядке').waitFor()
}

/** Says why in the dialog that is open, and from which moment, and asks a second person. */
export async function secondAsked(page: Page, why: string, from?: string): Promise<void> {
  const asking = page.getByRole('dialog')
  await asking.getByLabel('Почему').fill(why)
  if (from) await asking.getByLabel('С какого момента').fill(from)
  await asking.getByRole('button', { name: 'Попросить второго' }).click()
}

/** A draft that is saved waits for a second person to put it in force. */
export async function forceAsked(page: Page, why: string, from?: string): Promise<void> {
  await page.getByRole('button', { name: 'Ввести в действие' }).click()
  await page.getByRole('heading', { name: /^Ввести v\d+ в действие$/ }).waitFor()
  await secondAsked(page, why, from)
  await page.getByText(/Этот черновик ждёт второго/).waitFor()
}
