import type { Browser, Page } from 'playwright-core'
import { at, borrower, create, signUp } from './borrower.ts'
import type { Watched } from './browser.ts'
import { type Opened, opened } from './opened.ts'
import type { Running, RunOptions } from './server.ts'

interface Place {
  readonly server: Running
  readonly browser: Browser
  /** Signed in, with a request being filled. */
  readonly anna: Watched
  /** A page of somebody nobody knows. */
  visitor(path: string): Promise<Page>
  /** Another tab of Anna's; `prepare` puts something in the way of its network. */
  tab(path: string, prepare?: (page: Page) => Promise<unknown>): Promise<Page>
}

async function enter({ server, browser, person }: Opened): Promise<Place> {
  const anna = await person()
  await anna.page.goto('/step18')
  await signUp(anna.page, borrower.phone)
  await at(anna.page, '/step3')
  await create(anna.page)
  return {
    server,
    browser,
    anna,
    async visitor(path) {
      const { page } = await person()
      await page.goto(path)
      return page
    },
    async tab(path, prepare) {
      const page = await anna.context.newPage()
      await prepare?.(page)
      await page.goto(path)
      return page
    },
  }
}

/** For the tests of one file: the product, a browser, and Anna in it. Ask for it inside a test. */
export function annasPlace(options: RunOptions = {}): () => Place {
  let place: Place | undefined
  opened(options, async (open) => {
    place = await enter(open)
  })
  return () => {
    if (!place) throw new Error('Anna’s place is open inside tests only')
    return place
  }
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).waitFor()
