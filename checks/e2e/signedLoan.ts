import { answers, type Client, openClient, until } from './client.ts'
import type { Opened } from './opened.ts'
import type { staffSession } from './reviewer.ts'

interface Person {
  readonly phone: string
  /** Of their own: two people never share papers. */
  readonly passport: string
  readonly snils: string
  readonly more?: Readonly<Record<number, object>>
}

/** Somebody whose contract is signed: all by calls. */
export async function signedLoan(
  { server }: Pick<Opened, 'server'>,
  staff: Awaited<ReturnType<typeof staffSession>> | undefined,
  { phone, passport, snils, more = {} }: Person,
): Promise<{ client: Client; id: string }> {
  const client = openClient(server.url)
  await client.signUp(phone)
  const { _id: id } = await client.create()
  await client.fill(id, { 9: { ...answers[9], number: passport }, 10: { ...answers[10], snils }, ...more })
  await client.sign(id, 'application')
  await staff?.approve()
  await until('the offer', async () => (await client.status(id)) === 3)
  await client.sign(id, 'contract')
  return { client, id }
}
