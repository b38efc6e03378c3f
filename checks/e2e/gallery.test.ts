import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { createServer, type ViteDevServer } from 'vite'
import { inForcedColours } from '../steps/forced.ts'
import { atDoubleText, violations } from '../steps/look.ts'
import { openBrowser } from './browser.ts'

const sheets = ['start', 'step', 'desk', 'offer', 'fields', 'signing', 'capture', 'feedback', 'office']

/** What the next key reaches looks otherwise than a moment before; its name when it does not. */
async function unseenFocus(page: Page): Promise<string[]> {
  const looks = () =>
    page.evaluate(() => {
      const { activeElement: at } = document
      const look = (element: Element, part?: string) => {
        const { outline, borderColor, borderWidth, boxShadow } = getComputedStyle(element, part)
        return [outline, borderColor, borderWidth, boxShadow].join()
      }
      const around = at ? [at.parentElement, at, at.nextElementSibling?.querySelector('.current, span')] : []
      const seen = () => around.map((element) => element && look(element)).join()
      if (!at || at === document.body) return null
      const focused = seen()
      if (at.matches('input[type=range]')) return ''
      ;(at as HTMLElement).blur()
      const plain = seen()
      ;(at as HTMLElement).focus()
      return focused === plain ? `${at.tagName.toLowerCase()} «${(at.textContent || at.id).slice(0, 30)}»` : ''
    })
  const unseen: string[] = []
  for (let stops = 0; stops < 80; stops++) {
    await page.keyboard.press('Tab')
    const name = await looks()
    if (name === null) break
    if (name) unseen.push(name)
  }
  return unseen
}

/** Every part of ui/ in every state, on the narrowest phone. */
describe('the gallery of parts', () => {
  let vite: ViteDevServer
  let browser: Browser
  before(async () => {
    const root = fileURLToPath(new URL('../../', import.meta.url))
    vite = await createServer({ root, logLevel: 'error', server: { host: '127.0.0.1', port: 0, hmr: false } })
    await vite.listen()
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await vite?.close()
  })

  for (const sheet of sheets)
    test(sheet, async () => {
      const context = await browser.newContext({ viewport: { width: 320, height: 640 } })
      const page = await context.newPage()
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(String(error)))
      const add = (where: string, found: readonly string[]) =>
        faults.push(...found.map((fault) => `${where}: ${fault}`))
      await page.goto(`${vite.resolvedUrls?.local[0]}ui/gallery/index.html?sheet=${sheet}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        add(colorScheme, await violations(page))
      }
      add('forced colours', await inForcedColours(page))
      add('letters twice as large', await atDoubleText(page))
      await page.emulateMedia({ forcedColors: 'active' })
      add('focus not to be seen', await unseenFocus(page))
      assert.deepEqual(faults, [])
      await context.close()
    })
})
