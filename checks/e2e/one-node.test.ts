import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { openProduct } from '#server/testing/product.ts'
import { offeredFacts } from '../drills/contracts.ts'
import { type Client, openClient } from './client.ts'
import { withLooseLimits } from './loose-limits.ts'
import { isOfOneClient, telling, titleOf } from './statements.ts'

/** What a borrower's calls ask of more than the borrower's own node, by why. The list may only get shorter. */
const elsewhereFor: Readonly<Record<string, readonly string[]>> = {
  'one person may have several accounts: the law counts loans, holds and proofs over all of them': [
    'with person_key + person_crossing by blind, client_id, id, kind, one, other, says, state',
    'select request by client_id, id, state, type',
    'select request by client_id, state, type',
    'select person_case by client_id, holds, outcome, state',
    'select person_case by client_id, kind, outcome, state',
    'select loan by client_id',
    'select identity_record by client_id',
    'select identity_link by client_id',
  ],
  'who else has these documents, and who is on a list: asked of everybody, when a request is sent': [
    'select person_key by blind, kind',
    'select person_key by blind, client_id, kind, not',
    'select person_key by blind, client_id, id, kind, list',
  ],
  'the promise of the waiting time is made of all who wait': [
    'select request by reviewed_at',
    'select request by sent_at, state',
  ],
}
const exceptions = Object.values(elsewhereFor).flat()

/** Approved, as a reviewer would have, and decided. */
async function decided(platform: TestPlatform, { services }: Awaited<ReturnType<typeof openProduct>>, id: string) {
  const { requests, decisions } = services
  const destination = { kind: 'sbp' as const, bankId: '100000000004', bankName: 'Т-Банк', phone: '+79000000055' }
  await platform.transact(async (tx) => {
    const sent = await requests.lock(tx, id)
    const facts = { ...requests.facts(sent), ...offeredFacts, amount: 15_000_00, destination }
    let request = await requests.saveFacts(tx, sent, facts)
    for (const event of ['claim', 'approve'] as const)
      request = await requests.move(tx, request, { event, who: 'staff', actor: { kind: 'staff', id: 'reviewer' } })
  })
  await decisions.decide(id)
}

async function fills(client: Client): Promise<string> {
  await client.signUp('9165550101')
  const { _id: id } = await client.create()
  await client.must('POST', '/service/place', { latitude: 55.75, longitude: 37.62, accuracy: 100 })
  await client.fill(id)
  await client.sign(id, 'application')
  return id
}

async function takesTheLoan(client: Client, id: string): Promise<void> {
  await client.must('GET', `/service/requests/${id}/offer`)
  await client.sign(id, 'contract')
  type Documents = { documents: { id: string }[] }
  const { documents } = await client.must<Documents>('GET', `/service/requests/${id}/documents`)
  await client.must('GET', `/service/requests/${id}/documents/${documents[0]?.id}`)
}

async function paysBack(client: Client): Promise<void> {
  const { loans } = await client.must<{ loans: { id: string }[] }>('GET', '/service/loans')
  const loan = `/service/loans/${loans[0]?.id}`
  await client.must('GET', loan)
  await client.must('GET', `${loan}/calendar.ics`)
  await client.must('GET', `${loan}/paying`)
  await client.must('GET', `${loan}/prolongation`)
  await client.must('POST', `${loan}/sandbox-payment`, { amount: 100_000 }, client.keyed())
}

async function looksRound(client: Client): Promise<void> {
  await client.must('POST', '/service/requests/findByClientIds', { options: { output: 'all' } })
  await client.must('GET', '/service/profile')
  await client.must('GET', '/service/profile/data')
  await client.must('GET', '/service/profile/identity')
  await client.must('GET', '/service/appeals')
  await client.must('GET', '/service/calling')
  await client.must('DELETE', '/service/auth/session')
}

onBothDatabases('a borrower, on an engine that parts clients', (open) => {
  test('asks the own node: each statement about clients names the client', async () => {
    const { database } = await open()
    const elsewhere = new Map<string, string>()
    let asks = false
    const recorded = telling(database, (statement) => {
      if (asks && !isOfOneClient(statement)) elsewhere.set(titleOf(statement), statement)
    })
    const platform = await open({ database: recorded })
    const product = await openProduct(platform, {}, withLooseLimits({}))
    const client = openClient(await product.app.listen({ port: 0, host: '127.0.0.1' }))
    /** What the office and the jobs do meanwhile is theirs. */
    const asking = async <T>(work: () => Promise<T>): Promise<T> => {
      asks = true
      return work().finally(() => {
        asks = false
      })
    }
    try {
      const id = await asking(() => fills(client))
      await decided(platform, product, id)
      await asking(() => takesTheLoan(client, id))
      await platform.jobs.runDue()
      await asking(() => paysBack(client))
      await asking(() => looksRound(client))
    } finally {
      await product.close()
    }
    const unknown = [...elsewhere].filter(([title]) => !exceptions.includes(title))
    assert.deepEqual(unknown, [], 'name the client, or say here why not')
    const gone = exceptions.filter((title) => !elsewhere.has(title))
    assert.deepEqual(gone, [], 'no longer needed')
  })
})

test('what names its client, and what does not', () => {
  for (const statement of [
    'select * from "request" where "id" = $1 and "client_id" = $2',
    'select * from client where id = $1',
    'insert into "step" ("request_id", "client_id") values ($1, $2)',
    'select s.id from session s left join request r on r.client_id = s.client_id where s.client_id = $1 and s.token_hash = $2',
    'select * from "journal" where "shard" = $1',
  ])
    assert.ok(isOfOneClient(statement), statement)
  for (const statement of [
    'select * from "request" where "id" = $1',
    'select * from "loan" where "client_id" in ($1)',
    'insert into "step" ("request_id") values ($1)',
    'update "loan" set "client_id" = $1 where "id" = $2',
    'select s.id from session s join request r on true where s.client_id = $1',
    'delete from payment where loan_id in (select id from loan where client_id = $1)',
  ])
    assert.equal(isOfOneClient(statement), false, statement)
})
