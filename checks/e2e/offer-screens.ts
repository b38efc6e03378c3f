import type { Browser, BrowserContext, Page } from 'playwright-core'
import { newPerson, phone as phoneScreen } from './browser.ts'
import { type Client, openClient, until } from './client.ts'
import { staffSession } from './reviewer.ts'
import type { Running } from './server.ts'

/** A browser signed in as somebody who has done everything so far by calls. */
export async function browserOf(
  browser: Browser,
  url: string,
  client: Client,
  viewport = phoneScreen,
): Promise<{ page: Page; context: BrowserContext; faults: string[] }> {
  const person = await newPerson(browser, url, viewport)
  await person.context.addCookies(
    [...client.jar].map(([name, value]) => ({
      name,
      value,
      url: url.replace('http:', 'https:'),
      secure: true,
      httpOnly: true,
      sameSite: 'Lax' as const,
    })),
  )
  return person
}

const signedIn = new WeakMap<Running, ReturnType<typeof staffSession>>()

/** Somebody with an offer; `paid` takes it to the money on the card. */
export async function offered(server: Running, phone: string, paid = false) {
  const client = openClient(server.url)
  await client.signUp(phone)
  const { _id: id } = await client.create()
  await client.fill(id)
  await client.sign(id, 'application')
  // Signed in once: the authenticator's code is good once, the next one is half a minute away.
  const staff = signedIn.get(server) ?? staffSession(server.url)
  signedIn.set(server, staff)
  await (await staff).approve()
  await until('the offer', async () => (await client.status(id)) === 3)
  if (paid) {
    await client.sign(id, 'contract')
    await until('the money', async () => (await client.status(id)) === 5, 40)
  }
  return { client, id }
}
