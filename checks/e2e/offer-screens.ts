import { openClient, until } from './client.ts'
import { staffSession } from './reviewer.ts'
import type { Running } from './server.ts'

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
