import { after, before } from 'node:test'
import type { Browser, BrowserContext } from 'playwright-core'
import { newPerson, openBrowser, phone, type Watched } from './browser.ts'
import type { Client } from './client.ts'
import { type Running, type RunOptions, runServer } from './server.ts'

export interface Opened {
  readonly server: Running
  readonly browser: Browser
  /** A fresh person in that browser, see newPerson. */
  person(viewport?: typeof phone, serviceWorkers?: 'allow' | 'block'): Promise<Watched>
  /** Somebody who has done everything so far by calls. */
  personOf(client: Client, viewport?: typeof phone): Promise<Watched>
}

/**
 * For the tests of one file: the product and a browser, there from the first test to the last. `enter` runs once they are there: a
 * `before` of the file's own would not wait for them.
 */
export function opened(options: RunOptions = {}, enter?: (place: Opened) => Promise<void>): Opened {
  let server: Running | undefined
  let browser: Browser | undefined
  function there<T>(part: T | undefined): T {
    if (!part) throw new Error('the product is open inside tests only')
    return part
  }
  const place: Opened = {
    get server() {
      return there(server)
    },
    get browser() {
      return there(browser)
    },
    person: (viewport, serviceWorkers) => newPerson(there(browser), there(server).url, viewport, serviceWorkers),
    personOf: (client, viewport) => personOf(there(browser), there(server).url, client, viewport),
  }
  before(async () => {
    server = await runServer(options)
    browser = await openBrowser()
    await enter?.(place)
  })
  after(async () => {
    await browser?.close()
    await server?.stop()
  })
  return place
}

/** A browser signed in as somebody who has done everything so far by calls. */
export async function personOf(
  browser: Browser,
  url: string,
  client: Pick<Client, 'jar'>,
  viewport = phone,
): Promise<Watched> {
  const person = await newPerson(browser, url, viewport)
  await bringCookies(person.context, url, client.jar)
  return person
}

/** Cookies of calls, as the browser keeps them: over plain http too, which a browser lets the local machine do. */
export async function bringCookies(context: BrowserContext, url: string, jar: Iterable<readonly [string, string]>) {
  const place = { url: url.replace('http:', 'https:'), secure: true, httpOnly: true, sameSite: 'Lax' as const }
  await context.addCookies([...jar].map(([name, value]) => ({ name, value, ...place })))
}
