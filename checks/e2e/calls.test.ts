import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Answer, answers, type Client, openClient, until, wish } from './client.ts'
import { staffSession } from './reviewer.ts'
import { type Running, runServer } from './server.ts'

let server: Running
let anna: Client
let boris: Client
let request: { _id: string; version: number }
/** One sign-in: an authenticator's code is good once. */
let staff: Awaited<ReturnType<typeof staffSession>>

const codeOf = ({ body }: Answer) => (body as { error?: { code?: string } } | null)?.error?.code
const issuesOf = ({ body }: Answer) =>
  (body as { error: { issues?: { field: string; message: string }[] } }).error.issues ?? []

before(async () => {
  server = await runServer()
  anna = openClient(server.url)
  boris = openClient(server.url)
  await anna.signUp('9161234567')
  await boris.signUp('9001002030')
  request = await anna.create()
})
after(() => server.stop())

describe('PRODUCT 5: the fixed calls', () => {
  test('POST /service/requests/findByClientIds answers result.count and result.data', async () => {
    const body = await anna.must<{ result: { count: number; data: Record<string, unknown>[] } }>(
      'POST',
      '/service/requests/findByClientIds',
      { options: { output: 'all' } },
    )
    assert.equal(body.result.count, 1)
    const [first] = body.result.data
    assert.equal(first?._id, request._id)
    assert.equal(first?.type, 'loan')
    assert.equal(first?.status, 0)
    assert.equal(first?.allowedFillRequest, true)
    assert.equal('verification' in (first ?? {}), false)
  })

  test('findByClientIds answers 401 when not signed in', async () => {
    const answer = await openClient(server.url).call('POST', '/service/requests/findByClientIds', {
      options: { output: 'all' },
    })
    assert.equal(answer.status, 401)
    assert.equal(codeOf(answer), 'not_signed_in')
  })

  test('GET /authenticated: 200 signed in, 401 not', async () => {
    assert.equal((await anna.call('GET', '/authenticated')).status, 200)
    assert.equal((await openClient(server.url).call('GET', '/authenticated')).status, 401)
  })

  test('the current request', async () => {
    const mine = await anna.must<{ status: string; data: { _id: string; allowedFillRequest: boolean } }>(
      'POST',
      '/service/requests/current',
    )
    assert.deepEqual([mine.status, mine.data._id, mine.data.allowedFillRequest], ['correct', request._id, true])
    assert.deepEqual(await boris.must('POST', '/service/requests/current'), { status: 'correct', data: null })
  })

  test('/service/openapi.json names every call of this walk', async () => {
    const { paths } = await anna.must<{ paths: Record<string, unknown> }>('GET', '/service/openapi.json')
    for (const path of [
      '/authenticated',
      '/service/requests/findByClientIds',
      '/service/requests/{id}/steps/{step}/draft',
    ]) {
      assert.ok(paths[path], path)
    }
  })
})

describe('bad input', () => {
  test('a wrong or missing field answers 400 with the field named', async () => {
    const wrong = await anna.call('POST', '/service/auth/codes', { phone: '+7 495 123-45-67' })
    assert.equal(wrong.status, 400)
    assert.equal(issuesOf(wrong)[0]?.field, 'phone')
    const missing = await anna.call('POST', '/service/auth/codes', {})
    assert.equal(missing.status, 400)
    assert.equal(issuesOf(missing)[0]?.field, 'phone')
    const step = await anna.call('PUT', `/service/requests/${request._id}/steps/10`, {
      revision: 0,
      raw: { ...answers[10], snils: '112-233-445 96' },
    })
    assert.equal(step.status, 400)
    assert.equal(codeOf(step), 'invalid_answers')
    assert.deepEqual(
      issuesOf(step).map(({ field }) => field),
      ['snils'],
    )
  })

  test("somebody else's request reads the same as an unknown one", async () => {
    const strip = ({ status, text }: Answer) => [status, text.replace(/"traceId":"\w+"/, '')]
    const calls: [string, string, unknown?][] = [
      ['GET', ''],
      ['PUT', '/steps/10/draft', { revision: 0, patch: { surname: 'X' } }],
      ['PUT', '/steps/10', { revision: 0, raw: {} }],
      ['POST', '/codes', { purpose: 'application', version: 1 }],
      ['POST', '/send', { code: '111111', package: 'x', version: 1 }],
      ['GET', '/offer'],
      ['POST', '/offer/sign', { code: '111111', package: 'x', version: 1 }],
      ['POST', '/offer/decline', { version: 1 }],
      ['POST', '/offer/refuse', { version: 1 }],
      ['GET', '/documents'],
      ['GET', '/documents/d0c'],
    ]
    for (const [method, rest, body] of calls) {
      const theirs = await boris.call(method, `/service/requests/${request._id}${rest}`, body, boris.keyed())
      const unknown = await boris.call(method, `/service/requests/${crypto.randomUUID()}${rest}`, body, boris.keyed())
      assert.equal(theirs.status, 404, `${method} ${rest}: ${theirs.text}`)
      assert.deepEqual(strip(theirs), strip(unknown), `${method} ${rest}`)
    }
  })

  test('an event the state does not allow answers 409 and changes nothing', async () => {
    const before = await anna.must('GET', `/service/requests/${request._id}`)
    const version = await anna.version(request._id)
    for (const [path, body] of [
      ['/offer/sign', { code: '111111', package: 'x', version }],
      ['/offer/decline', { version }],
      ['/offer/refuse', { version }],
      ['/send', { code: '111111', package: 'x', version }],
    ] as const) {
      const answer = await anna.call('POST', `/service/requests/${request._id}${path}`, body, anna.keyed())
      assert.equal(answer.status, 409, `${path}: ${answer.text}`)
    }
    const after = await anna.must('GET', `/service/requests/${request._id}`)
    assert.deepEqual({ ...(after as object), serverTime: '' }, { ...(before as object), serverTime: '' })
    assert.equal((await anna.call('POST', '/service/requests', { raw: wish }, anna.keyed())).status, 409)
  })

  test('broken body, unknown route, wrong method: the documented error shape', async () => {
    for (const [answer, status, code] of [
      [await anna.call('POST', '/service/auth/codes', '{"phone":'), 400, 'bad_request'],
      [await anna.call('POST', '/service/auth/codes', '{"phone":"1","phone":"2"}'), 400, 'bad_request'],
      [
        await anna.call('POST', '/service/auth/codes', JSON.stringify({ phone: 'x'.repeat(200_000) })),
        413,
        'body_too_large',
      ],
      [await anna.call('GET', '/service/no-such-call'), 404, 'not_found'],
      [await anna.call('DELETE', '/authenticated'), 405, 'method_not_allowed'],
    ] as const) {
      assert.equal(answer.status, status, answer.text)
      assert.equal(codeOf(answer), code)
      assert.match((answer.body as { error: { traceId: string } }).error.traceId, /^[0-9a-f]{32}$/)
    }
  })

  test('a changing call from another site is refused before any effect', async () => {
    const body = { phone: '9161112233' }
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      assert.equal((await anna.call('POST', '/service/auth/codes', body, headers)).status, 403)
    }
    assert.equal(
      (await anna.call('POST', '/service/auth/codes', 'phone=1', { 'content-type': 'text/plain' })).status,
      403,
    )
  })
})

describe('drafts', () => {
  const path = () => `/service/requests/${request._id}/steps/10/draft`

  test('what was typed is kept, valid or not, and a stale save is a conflict with both versions', async () => {
    const odd = { surname: 'Иваноva\u0000\u202e', name: '😀', birthDate: '99.99.9999' }
    const first = await anna.must<{ revision: number }>('PUT', path(), { revision: 0, patch: odd })
    const again = await anna.must<{ revision: number }>('PUT', path(), { revision: 0, patch: odd })
    assert.equal(again.revision, first.revision, 'the same save, its answer lost, is no conflict')
    const stale = await anna.call('PUT', path(), { revision: 0, patch: { surname: 'Другая' } })
    assert.equal(stale.status, 409)
    const { details } = (stale.body as { error: { details: { revision: number; raw: object } } }).error
    assert.deepEqual(details, { revision: first.revision, raw: odd })
  })

  test('a step that is not open yet takes nothing', async () => {
    const answer = await anna.call('PUT', `/service/requests/${request._id}/steps/33/draft`, {
      revision: 0,
      patch: { a: 1 },
    })
    assert.equal(answer.status, 409)
    assert.equal(codeOf(answer), 'step_closed')
  })
})

describe('signed and sent', () => {
  test('twenty identical sends have one effect, and the journal holds one', async () => {
    await anna.fill(request._id)
    const version = await anna.version(request._id)
    const frozen = await anna.must<{ package: string }>('POST', `/service/requests/${request._id}/codes`, {
      purpose: 'application',
      version,
    })
    const body = { code: '111111', package: frozen.package, version: await anna.version(request._id) }
    const key = anna.keyed()
    const send = () => anna.call('POST', `/service/requests/${request._id}/send`, body, key)
    const sent = await Promise.all(Array.from({ length: 20 }, send))
    assert.ok(sent.every(({ status }) => status === 200 || status === 409))
    const replay = await send()
    assert.equal(replay.status, 200)
    for (const answer of sent.filter(({ status }) => status === 200)) assert.equal(answer.text, replay.text)
    const other = await anna.call('POST', `/service/requests/${request._id}/send`, { ...body, code: '222222' }, key)
    assert.equal(codeOf(other), 'idempotency_key_reused')
    staff = await staffSession(server.url)
    const { items } = await staff.must<{ items: { event: string }[] }>(
      'GET',
      `/service/office/journal?subject=${request._id}`,
    )
    assert.equal(items.filter(({ event }) => event === 'request.send').length, 1)
  })

  test('approved, offered, signed, paid: the money goes out once', async () => {
    assert.equal(await staff.approve(), request._id)
    await until('the offer', async () => (await anna.status(request._id)) === 3)
    const offer = await anna.must<{ amount: number; fullCostPercent: string }>(
      'GET',
      `/service/requests/${request._id}/offer`,
    )
    assert.equal(offer.amount, 1_000_000)
    await anna.sign(request._id, 'contract')
    await until('the payout', async () => (await anna.status(request._id)) === 5)
    const { items } = await staff.must<{ items: { state: string; attempts: unknown[] }[] }>(
      'GET',
      '/service/office/payouts',
    )
    assert.deepEqual(
      items.map(({ state, attempts }) => [state, attempts.length]),
      [['succeeded', 1]],
    )
  })
})
