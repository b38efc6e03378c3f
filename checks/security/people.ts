import { type Client, openClient, until } from '../e2e/client.ts'
import type { staffSession } from '../e2e/reviewer.ts'
import type { Running } from '../e2e/server.ts'

/** What there is of a borrower whose loan was paid out: an id of each kind. */
export interface Walked {
  readonly client: Client
  readonly request: string
  readonly document: string
  readonly file: string
  readonly loan: string
  readonly session: string
}

export type Staff = Awaited<ReturnType<typeof staffSession>>

/** Walks a borrower from the phone to the money, through the office. */
export async function walkToMoney(server: Running, phone: string, staff: Staff): Promise<Walked> {
  const client = openClient(server.url)
  await client.signUp(phone)
  const { _id: request } = await client.create()
  await client.fill(request)
  await client.sign(request, 'application')
  await staff.approve()
  await until('the offer', async () => (await client.status(request)) === 3)
  await client.sign(request, 'contract')
  await until('the money', async () => (await client.status(request)) === 5)
  const { documents } = await client.must<{ documents: { id: string }[] }>(
    'GET',
    `/service/requests/${request}/documents`,
  )
  const { loans } = await client.must<{ loans: { id: string }[] }>('GET', '/service/loans')
  const { sessions } = await client.must<{ sessions: { id: string }[] }>('GET', '/service/profile')
  const { steps } = await client.must<{ steps: { number: number; raw: { file?: string } }[] }>(
    'GET',
    `/service/requests/${request}`,
  )
  return {
    client,
    request,
    document: documents[0]?.id ?? '',
    file: steps.find(({ number }) => number === 28)?.raw.file ?? '',
    loan: loans[0]?.id ?? '',
    session: sessions[0]?.id ?? '',
  }
}

/** An answer without what differs each time: to be compared byte for byte. */
export const bare = ({ status, text }: { status: number; text: string }) => [
  status,
  text.replace(/"traceId":"\w+"/, ''),
]
