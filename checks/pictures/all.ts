import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowser } from '../e2e/browser.ts'
import { openTour, parts } from '../tour/tour.ts'

const widths = [320, 360, 768, 1280]

/** Every screen in every state, at four widths, light and dark, into a folder. */
export async function takeAll(folder: string): Promise<void> {
  const browser = await openBrowser()
  const stop = async (page: Page, name: string) => {
    const before = page.viewportSize() ?? { width: 360, height: 740 }
    const own = before.width >= 768 ? [768, 1280] : widths
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForTimeout(400)
    for (const width of own)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 740 })
        await page.emulateMedia({ colorScheme })
        mkdirSync(join(folder, `${width}-${colorScheme}`), { recursive: true })
        await page.screenshot({ path: join(folder, `${width}-${colorScheme}`, `${name}.png`), fullPage: true })
      }
    await page.setViewportSize(before)
    await page.emulateMedia({ colorScheme: 'light' })
  }
  const tour = await openTour(browser, stop)
  try {
    for (const [name, part] of Object.entries(parts)) {
      await part(tour)
      console.log(`${name}: taken`)
    }
  } finally {
    await browser.close()
    await tour.close()
  }
}
