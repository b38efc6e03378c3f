import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { desktop } from './browser.ts'

/** Pictures for people's eyes, light and dark, when SHOTS names a folder. */
export async function shots(page: Page, name: string, widths: readonly number[] = [1280, 768]): Promise<void> {
  if (!process.env.SHOTS) return
  mkdirSync(process.env.SHOTS, { recursive: true })
  const before = page.viewportSize() ?? desktop
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of widths) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${colorScheme}.png` })
    }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(before)
}
