import type { LifeEvent, Who } from '#contract/life.ts'
import type { TestPlatform } from '#server/testing/bench.ts'
import type { TestBrowser, TestProduct } from '#server/testing/product.ts'
import { offeredFacts } from '../contracts.ts'

export interface Borrower {
  readonly browser: TestBrowser
  readonly id: string
  version(): Promise<number>
  status(): Promise<number>
}

let people = 0

/** A borrower of their own with a request that is being filled. */
export async function newBorrower(product: TestProduct): Promise<Borrower> {
  people += 1
  const browser = product.browser(`198.51.${people >> 8}.${people & 255}`)
  await browser.signUp(`916${String(7_000_000 + people)}`)
  const made = await browser.create()
  if (made.status !== 201) throw new Error(`creation answered ${made.status}: ${made.text}`)
  const id = (made.body as { _id: string })._id
  const request = async () =>
    (await browser.call('GET', `/service/requests/${id}`)).body as { request: { version: number; status: number } }
  return {
    browser,
    id,
    version: async () => (await request()).request.version,
    status: async () => (await request()).request.status,
  }
}

/** Brings the request as far as an offer, as filling, review and decision would have. */
export async function offered(
  product: TestProduct,
  platform: TestPlatform,
  given: { amount?: number; product?: string; term?: number; phone?: string } = {},
): Promise<Borrower> {
  const borrower = await newBorrower(product)
  const { phone = '+79160000055', ...wish } = given
  const { requests, decisions } = product.services
  const facts = {
    ...offeredFacts,
    amount: 10_000_00,
    ...wish,
    destination: { kind: 'sbp' as const, bankId: '100000000004', bankName: 'Т-Банк', phone },
  }
  await platform.transact(async (tx) => {
    let request = await requests.saveFacts(tx, await requests.lock(tx, borrower.id), facts)
    const moves: readonly [LifeEvent, Who][] = [
      ['send', 'client'],
      ['claim', 'staff'],
      ['approve', 'staff'],
    ]
    for (const [event, who] of moves) {
      const actor = { kind: who, id: who === 'client' ? request.client_id : 'drill' }
      request = await requests.move(tx, request, { event, who, actor })
    }
  })
  await decisions.decide(borrower.id)
  return borrower
}

/** Asks for the contract's code; answers the body of the call that signs. */
export async function signature({ browser, id, version }: Borrower) {
  const frozen = await browser.call('POST', `/service/requests/${id}/codes`, {
    purpose: 'contract',
    version: await version(),
  })
  if (frozen.status !== 202) throw new Error(`the code answered ${frozen.status}: ${frozen.text}`)
  return { code: '111111', package: (frozen.body as { package: string }).package, version: await version() }
}

/** Signs the contract. */
export async function signed(borrower: Borrower): Promise<void> {
  const body = await signature(borrower)
  const { browser, id } = borrower
  const answer = await browser.call('POST', `/service/requests/${id}/offer/sign`, body, browser.key())
  if (answer.status !== 200) throw new Error(`signing answered ${answer.status}: ${answer.text}`)
}

/** How often an event is in the journal of a subject. */
export async function timesIn(platform: TestPlatform, event: string, subject?: string): Promise<number> {
  type Tables = { journal: { event: string; subject_id: string } }
  const rows = await platform.db
    .$extendTables<Tables>()
    .selectFrom('journal')
    .select('subject_id')
    .where('event', '=', event)
    .execute()
  return rows.filter(({ subject_id }) => subject === undefined || subject_id === subject).length
}
