import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { answers, type Client, openClient, until } from '../e2e/client.ts'
import { earlierLoans } from '../e2e/earlier.ts'
import { staffSession } from '../e2e/reviewer.ts'
import { type Running, runServer } from '../e2e/server.ts'

const prolonging = '9167704002'
const coolingOffSeconds = 6

let server: Running
let staff: Awaited<ReturnType<typeof staffSession>>

before(async () => {
  server = await runServer({
    prepare: (dataDir) => earlierLoans(dataDir, 10, [prolonging]),
    lender: (lender) => ({
      ...lender,
      rules: lender.rules.map((row) =>
        row.rule === 'coolingOff' ? { ...row, value: [{ from: 50000, waits: `PT${coolingOffSeconds}S` }] } : row,
      ),
    }),
  })
  staff = await staffSession(server.url)
})
after(() => server?.stop())

interface Told {
  readonly _id: unknown
  readonly type: unknown
  readonly status: unknown
  readonly verification?: { readonly status: unknown }
  readonly allowedFillRequest: unknown
}

async function told(client: Client): Promise<readonly Told[]> {
  const { result } = await client.must<{ result: { count: number; data: Told[] } }>(
    'POST',
    '/service/requests/findByClientIds',
    { options: { output: 'all' } },
  )
  assert.equal(result.count, result.data.length)
  return result.data
}

describe('the customer’s text: entities as the server tells them', () => {
  test('3.1 to 3.5, 4.13, 6.5: a request as the list tells it, from New to Processed', async () => {
    const client = openClient(server.url)
    await client.signUp('9167704001')
    const large = { product: 'instalment', amount: 6_000_000, term: 12, purpose: 'repair', promo: '' }
    // This receiver is one the sandbox's bank sends back: the request stays at Payout.
    const comesBack = { phone: '+7 (916) 123-45-02' }
    const { _id: id } = await client.create(large)
    const look = async () => {
      const [request] = await told(client)
      assert.equal(request?._id, id)
      assert.equal(request?.type, 'loan')
      return [request?.status, request?.verification?.status ?? null, request?.allowedFillRequest] as const
    }
    const revisionOf = async (step: number) => {
      const { steps } = await client.must<{ steps: { number: number; revision: number }[] }>(
        'GET',
        `/service/requests/${id}`,
      )
      return steps.find(({ number }) => number === step)?.revision ?? 0
    }
    const mayFill = async () => {
      const answer = await client.call('PUT', `/service/requests/${id}/steps/10`, { revision: 0, raw: {} })
      return answer.status === 400
    }
    const current = async () =>
      (await client.must<{ data: { allowedFillRequest: boolean } | null }>('POST', '/service/requests/current')).data

    assert.deepEqual(await look(), [0, null, true], 'New')
    assert.equal('verification' in ((await told(client))[0] ?? {}), false, 'no object, not an empty one')
    assert.equal(await mayFill(), true, 'wrong answers are read, not refused for the state')
    await client.fill(id, { 25: { official: '200 000' }, 32: comesBack })
    await client.sign(id, 'application')
    assert.deepEqual(await look(), [2, 1, false], 'Verification, queued')
    assert.equal(await mayFill(), false)
    assert.notEqual((await current())?.allowedFillRequest, true)
    await staff.giveBack([10])
    assert.deepEqual(await look(), [0, 5, true], 'RollbackVerification')
    assert.equal((await current())?.allowedFillRequest, true)
    const revision = await revisionOf(10)
    await client.must('PUT', `/service/requests/${id}/steps/10`, { revision, raw: answers[10] })
    await client.sign(id, 'application')
    await staff.approve()
    await until('the offer', async () => (await look())[0] === 3)
    assert.deepEqual(await look(), [3, 3, true], 'Approved')
    await client.sign(id, 'contract')
    assert.deepEqual(await look(), [4.5, 3, true], 'Cooldown')
    await until('the money sent', async () => (await look())[0] === 4.7, 40)
    assert.deepEqual(await look(), [4.7, 3, true], 'Payout')
    await until('the money back, and another receiver', async () => {
      const body = { revision: await revisionOf(32), raw: answers[32] }
      return (await client.call('PUT', `/service/requests/${id}/steps/32`, body)).status === 200
    })
    await until('the money', async () => (await look())[0] === 5, 40)
    assert.deepEqual(await look(), [5, 3, false], 'Processed')
  })

  test('3.2: a prolongation is a request of type prolongate', async () => {
    const client = openClient(server.url)
    await client.signUp(prolonging)
    const [paid] = await told(client)
    assert.deepEqual([paid?.type, paid?.status], ['loan', 5])
    const { loan } = paid as unknown as { loan: { id: string } }
    await client.must('POST', `/service/loans/${loan.id}/prolongation`, { days: 14 }, client.keyed())
    const types = (await told(client)).map(({ type }) => type)
    assert.deepEqual(types.toSorted(), ['loan', 'prolongate'])
  })
})
