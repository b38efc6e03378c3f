import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Call } from '#contract/call.ts'
import { answers, type Client, openClient, order } from '../e2e/client.ts'
import { staffSession } from '../e2e/reviewer.ts'
import { type Running, runServer } from '../e2e/server.ts'
import { declaredCalls } from './declared.ts'
import { bare, type Staff, type Walked, walkToMoney } from './people.ts'

let server: Running
let staff: Staff
let anna: Walked
let boris: Client
let calls: Call[]

before(async () => {
  server = await runServer()
  staff = await staffSession(server.url)
  anna = await walkToMoney(server, '9161234567', staff)
  boris = openClient(server.url)
  await boris.signUp('9001002030')
  calls = await declaredCalls()
})
after(() => server?.stop())

/** Which id of a walked borrower stands in a call's address. */
function idOf(
  call: Call,
  name: string,
  of: Pick<Walked, 'request' | 'document' | 'file' | 'loan' | 'session'>,
): string {
  if (name === 'documentId') return of.document
  if (name === 'sessionId') return of.session
  if (name === 'step') return '10'
  if (name !== 'id') return 'x'
  if (call.path.startsWith('/service/loans')) return of.loan
  return call.path.startsWith('/service/uploads') ? of.file : of.request
}
const address = (call: Call, of: Parameters<typeof idOf>[2]) =>
  call.path.replace(/:(\w+)/g, (_, name: string) => idOf(call, name, of))

/** Bodies that pass the schema, so that it is the owner that decides. */
const bodies: Readonly<Record<string, unknown>> = {
  answerHandover: { same: true, number: 11, match: '11' },
  sandboxPayment: { amount: 100 },
  askPartReturn: { amount: 100 },
  startPayment: { purpose: 'sum', amount: 1000, way: 'card' },
  chooseAssignment: { allowed: true, version: 1 },
  declineOffer: { version: 1 },
  refuseLoan: { version: 1 },
  signOffer: { code: '111111', package: 'x', version: 1 },
  cancelProlongation: { version: 1 },
  createProlongation: { days: 10 },
  signProlongation: { code: '111111', package: 'x', version: 1 },
  acceptStep: { revision: 0, raw: {} },
  requestSigningCode: { purpose: 'contract', version: 1 },
  saveDraft: { revision: 0, patch: { surname: 'Чужая' } },
  sendRequest: { code: '111111', package: 'x', version: 1 },
  withdrawRequest: { version: 1 },
}

const own = (call: Call) => call.who === 'client' && /:(id|sessionId)/.test(call.path)

/** What the borrower, the loan and the papers look like, to be compared before and after. */
async function picture({ client, request, loan }: Walked): Promise<string> {
  const parts = await Promise.all([
    client.call('GET', `/service/requests/${request}`),
    client.call('GET', `/service/requests/${request}/documents`),
    client.call('GET', `/service/loans/${loan}`),
  ])
  return parts.map(({ text }) => text.replace(/"serverTime":"[^"]+"/, '')).join('\n')
}

describe('one borrower and another', () => {
  test('C2: whatever of hers he names, he reads the same as for what never was', async (context) => {
    const before = await picture(anna)
    let asked = 0
    for (const call of calls.filter(own)) {
      const nothing = { request: '', document: '', file: '', loan: '', session: '' }
      const random = Object.fromEntries(Object.keys(nothing).map((key) => [key, crypto.randomUUID()])) as typeof nothing
      const body = call.body ? (bodies[call.name] ?? {}) : undefined
      const theirs = await boris.call(call.method, address(call, anna), body, boris.keyed())
      const unknown = await boris.call(call.method, address(call, random), body, boris.keyed())
      assert.ok(
        theirs.status === 404 || theirs.status === 400,
        `${call.name} answered ${theirs.status}: ${theirs.text}`,
      )
      assert.deepEqual(bare(theirs), bare(unknown), call.name)
      asked += 1
    }
    const mine = await boris.must<{ _id: string }>(
      'POST',
      '/service/requests',
      { raw: { product: 'payday', amount: 1_000_000, term: 14, purpose: 'everyday' } },
      boris.keyed(),
    )
    for (const path of [
      `/service/requests/${mine._id}/documents/${anna.document}`,
      `/service/requests/${mine._id}?id=${anna.request}`,
    ]) {
      const answer = await boris.call('GET', path)
      assert.ok(!answer.text.includes(anna.request) && !answer.text.includes('Вымыслова'), path)
    }
    assert.equal(await picture(anna), before)
    context.diagnostic(`C2: ${asked} calls with another's ids, each the same as for an unknown id`)
  })

  test('C3: ids are of 122 random bits; no number in sequence in addresses or answers', async (context) => {
    const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
    const ids = [anna.request, anna.document, anna.file, anna.loan, anna.session]
    for (const id of ids) assert.match(id, uuid4)
    const { text } = await anna.client.call('POST', '/service/requests/findByClientIds', { options: { output: 'all' } })
    for (const found of text.matchAll(/"_?id":"?([^",}]+)/g)) assert.match(found[1] ?? '', uuid4)
    context.diagnostic(`C3: ${ids.length} kinds of ids, all UUID version 4`)
  })

  test('C4: nothing of the staff, the score or the notes is told to the borrower', async (context) => {
    const denied =
      /"(score|scoring|holder|reviewer|reviewers|staff|staffId|internal|notes?|rules|decision|blacklist|phone_index|sealed|client_id|token_hash)":/i
    const staffName = (await staff.must<{ name: string }>('GET', '/service/office/me')).name
    let read = 0
    for (const call of calls.filter(
      ({ who, method, name }) => who === 'client' && method === 'GET' && name !== 'live',
    )) {
      const { text, status } = await anna.client.call(call.method, address(call, anna))
      if (status !== 200) continue
      assert.doesNotMatch(text, denied, call.name)
      assert.ok(!text.includes(staffName), `${call.name} names a member of the staff`)
      read += 1
    }
    assert.ok(read > 8)
    context.diagnostic(`C4: ${read} answers read through`)
  })

  test('C6: no step opens out of its order, nor after the signature, and nothing changes', async (context) => {
    const client = openClient(server.url)
    await client.signUp('9002003040')
    const { _id } = await client.create()
    const look = async () =>
      (await client.call('GET', `/service/requests/${_id}`)).text.replace(/"serverTime":"[^"]+"/, '')
    let tried = 0
    for (const [at, stands] of order.entries()) {
      const before = await look()
      for (const jump of order.slice(at + 1)) {
        const body = { revision: 0, raw: answers[jump] ?? {} }
        for (const path of [`/steps/${jump}`, `/steps/${jump}/draft`]) {
          const answer = await client.call(
            'PUT',
            `/service/requests/${_id}${path}`,
            path.endsWith('draft') ? { revision: 0, patch: { a: 1 } } : body,
          )
          assert.equal(answer.status, 409, `from ${stands} to ${jump}: ${answer.text}`)
          tried += 1
        }
      }
      assert.equal(await look(), before)
      if (stands === 26) break
      await client.must('PUT', `/service/requests/${_id}/steps/${stands}`, { revision: 0, raw: answers[stands] })
    }
    const paid = await picture(anna)
    for (const number of [...order, 34, 36, 37, 38, 0, 99]) {
      const answer = await anna.client.call('PUT', `/service/requests/${anna.request}/steps/${number}`, {
        revision: 0,
        raw: answers[number] ?? {},
      })
      assert.ok(
        answer.status === 409 || answer.status === 404 || answer.status === 400,
        `step ${number} after the money: ${answer.status}`,
      )
      tried += 1
    }
    assert.equal(await picture(anna), paid)
    context.diagnostic(`C6: ${tried} jumps refused`)
  })

  test('C7: odd verbs and spellings get past no rule', async (context) => {
    const nobody = openClient(server.url)
    const before = await picture(anna)
    const path = `/service/requests/${anna.request}`
    const spellings = [
      path,
      path.toUpperCase(),
      `/${path}`,
      `//${path.slice(1)}`,
      `${path}/`,
      `${path}.`,
      `${path}%20`,
      `${path};a=b`,
      `${path}/.`,
      path.replace('service', 'Service'),
      path.replace('service', 'servic%65'),
      path.replace('/service', '/x/../service'),
      path.replace('/service', '/x/%2e%2e/service'),
      path.replace('/requests', '//requests'),
      `${path}?_method=GET`,
      `${path}.json`,
      `${path}%00`,
      `${path}#`,
    ]
    let tried = 0
    for (const spelling of spellings) {
      for (const stranger of [nobody, boris]) {
        for (const headers of [
          {},
          { 'x-http-method-override': 'GET' },
          { 'x-original-url': path },
          { 'x-rewrite-url': path },
          { 'x-forwarded-prefix': '/' },
        ]) {
          const { text, status } = await stranger.call('GET', spelling, undefined, headers as Record<string, string>)
          assert.ok(status >= 400, `${spelling} answered ${status}`)
          assert.ok(!text.includes('Вымыслова'), spelling)
          tried += 1
        }
      }
    }
    for (const method of ['PATCH', 'OPTIONS', 'PROPFIND', 'FOO', 'DELETE', 'PUT']) {
      const { status } = await anna.client.call(method, path, undefined, { 'x-http-method-override': 'DELETE' })
      assert.ok(status === 404 || status === 405 || status === 400 || status === 403, `${method}: ${status}`)
      tried += 1
    }
    const overridden = await anna.client.call('GET', `${path}/withdraw`, undefined, {
      'x-http-method-override': 'POST',
    })
    assert.ok(overridden.status >= 400)
    assert.equal(await picture(anna), before)
    context.diagnostic(`C7: ${tried} tries`)
  })
})
