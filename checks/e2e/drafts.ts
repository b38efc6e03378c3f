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
