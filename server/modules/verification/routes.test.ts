import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createRouter } from '#server/http/router.ts'
import { openServer } from '#server/http/server.ts'
import { newId } from '#server/platform/ids.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { staffActor } from '#server/testing/roles.ts'
import { reviewBench } from './review-bench.ts'
import { verificationRoutes } from './routes.ts'

/** The office's review calls over HTTP; the header `x-staff` says who calls. */
async function overHttp(platform: TestPlatform) {
  const bench = reviewBench(platform)
  const app = await openServer(platform)
  const router = createRouter(app, platform, {
    client: async () => null,
    staff: async ({ headers }) => {
      const id = headers['x-staff']
      return typeof id === 'string' ? staffActor(id, 'verifier') : null
    },
  })
  verificationRoutes(router, platform, bench)
  const call = async (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    who: string | undefined,
    body?: object,
    key = newId(),
  ) => {
    const reply = await app.inject({
      method,
      url: `/service/office${path}`,
      headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': key, ...(who && { 'x-staff': who }) },
      ...(body && { payload: body }),
    })
    const error = (reply.body ? reply.json() : {}) as { error?: { code: string } }
    return { status: reply.statusCode, code: error.error?.code, body: reply.body, json: () => reply.json() }
  }
  return { bench, call, calls: router.calls }
}

onBothDatabases('The review over HTTP', (open) => {
  it('walks from taking to approval, and answers a repeated approval with the same bytes', async () => {
    const { bench, call } = await overHttp(await open())
    const anna = await bench.addStaff('Анна')
    const id = await bench.queued()
    assert.deepEqual((await call('POST', '/queue/next', anna)).json(), { id })
    const page = (await call('GET', `/requests/${id}`, anna)).json()
    for (const { step } of page.items) {
      await call('POST', `/requests/${id}/items/${step}/opened`, anna)
      const body = { version: page.version, verdict: { verdict: 'ok' } }
      assert.equal((await call('PUT', `/requests/${id}/items/${step}`, anna, body)).status, 204)
    }
    const approve = () => call('POST', `/requests/${id}/approve`, anna, { version: page.version }, 'approval-1')
    const [first, again] = [await approve(), await approve()]
    assert.deepEqual([first.status, again.body], [200, first.body])
    assert.equal(await bench.state(id), 'Hyb_Verification_Approved')
    assert.deepEqual((await call('POST', '/queue/next', anna)).json(), { id: null })
  })

  it('answers 401 to nobody, 404 to an unknown request and 409 to one that is not in hand', async () => {
    const { bench, call, calls } = await overHttp(await open())
    const anna = await bench.addStaff('Анна')
    const id = await bench.queued()
    const verdict = { version: 2, verdict: { verdict: 'ok' } }
    const asked = [
      ['POST', 'lease', undefined],
      ['POST', 'release', undefined],
      ['POST', 'items/9/opened', undefined],
      ['PUT', 'items/9', verdict],
      ['POST', 'approve', { version: 2 }],
      ['POST', 'return', { version: 2 }],
      ['POST', 'refuse', { version: 2, reason: 'false_data' }],
    ] as const
    await call('GET', `/requests/${id}`, anna)
    for (const [method, path, body] of asked) {
      const at = (request: string, who?: string) => call(method, `/requests/${request}/${path}`, who, body)
      assert.equal((await at(id)).status, 401, path)
      assert.equal((await at(newId(), anna)).code, 'not_found', path)
      assert.equal((await at(id, anna)).code, 'lease_lost', path)
    }
    // giving work out is a supervisor's
    const givingOut = ['officeShift', 'assignRequest']
    for (const { name, who } of calls)
      assert.equal(who, givingOut.includes(name) ? 'requests.assign' : 'requests.review', name)
  })

  it('refuses reasons and verdicts that are not of the list', async () => {
    const { bench, call } = await overHttp(await open())
    const anna = await bench.addStaff('Анна')
    const id = await bench.queued()
    await call('POST', `/requests/${id}/take`, anna)
    const version = await bench.version(id)
    const put = (verdict: object) => call('PUT', `/requests/${id}/items/9`, anna, { version, verdict })
    assert.equal((await put({ verdict: 'maybe' })).code, 'bad_request')
    assert.equal((await put({ verdict: 'fix', reason: 'dislike' })).code, 'bad_request')
    assert.equal((await put({ verdict: 'fix' })).code, 'invalid_answers')
    const refuse = { version, reason: 'mood' }
    assert.equal((await call('POST', `/requests/${id}/refuse`, anna, refuse)).code, 'bad_request')
  })
})
