import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { watch } from './faults.ts'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const phone = { width: 360, height: 740 }
export const desktop = { width: 1280, height: 800 }

/** `more`: flags of its own, such as the cameras a test gives it; the shell, where there is one, has no cameras. */
export function openBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath:
      (more.length === 0 && process.env.CHROMIUM_SHELL) || (process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'),
    args: [...flags, ...more],
  })
}

/**
 * `goto` and `reload` that hold when the page moves on by itself in the same moment (a gate takes its borrower to the desk when the
 * request's state changes): what a person does who taps once more.
 */
export function goesOn(page: Page): Page {
  const again = async <Answer>(act: () => Promise<Answer>, left = 5): Promise<Answer> => {
    try {
      return await act()
    } catch (error) {
      if (left === 0 || !/interrupted by another navigation|ERR_ABORTED/.test(String(error))) throw error
      await page.waitForLoadState()
      return again(act, left - 1)
    }
  }
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = (...given) => again(() => goto(...given))
  page.reload = (...given) => again(() => reload(...given))
  return page
}

export interface Watched {
  readonly context: BrowserContext
  readonly page: Page
  /** What no screen may do, see `watch`; at the end of the file it is asked of everybody, whether or not a test did. */
  readonly faults: string[]
}

/**
 * A fresh person: own cookies and storage, and everything that goes wrong written down. The app is not kept for offline use unless
 * asked for: a kept file would pass by what a test puts in the way of the network.
 */
export async function newPerson(
  browser: Browser,
  url: string,
  viewport = phone,
  serviceWorkers: 'allow' | 'block' = 'block',
): Promise<Watched> {
  const context = await browser.newContext({
    viewport,
    baseURL: url,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    serviceWorkers,
    // Over https the certificate is one made for the test.
    ignoreHTTPSErrors: url.startsWith('https:'),
  })
  context.setDefaultTimeout(15_000)
  context.on('page', goesOn)
  const faults = watch(context, url)
  const page = await context.newPage()
  return { context, page, faults }
}
