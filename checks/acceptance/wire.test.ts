import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Request } from 'playwright-core'
import { heading } from '../e2e/anna.ts'
import { type Client, openClient } from '../e2e/client.ts'
import { opened } from '../e2e/opened.ts'

const people: { anna?: Client } = {}
const place = opened({}, async ({ server }) => {
  people.anna = openClient(server.url)
  await people.anna.signUp('9167702001')
  await people.anna.create()
})

function anna(): Client {
  if (!people.anna) throw new Error('Anna is there inside tests only')
  return people.anna
}

const requestsCall = '/service/requests/findByClientIds'
const pathOf = (request: Request) => new URL(request.url()).pathname

/** Everything the page asks for while Anna opens a screen. */
async function asked(path: string, seen: string | RegExp) {
  const { page, context } = await place.personOf(anna())
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await page.goto(path)
  await heading(page, seen)
  await page.waitForLoadState('networkidle').catch(() => undefined)
  return { page, context, requests }
}

describe('the customer’s text: the calls it makes', () => {
  test('7.1, 7.2: the requests are asked for by POST with the body of the text', async () => {
    const { context, requests } = await asked('/step3', 'Заполните заявку')
    const calls = requests.filter((request) => pathOf(request) === requestsCall)
    assert.ok(calls.length > 0)
    for (const call of calls) {
      assert.equal(call.method(), 'POST')
      assert.match(call.headers()['content-type'] ?? '', /^application\/json/)
      assert.equal(call.postData(), '{"options":{"output":"all"}}')
    }
    await context.close()
  })

  test('7.3: a redirect of the requests call is followed', async () => {
    const { page, context } = await place.personOf(anna())
    await page.route(`**${requestsCall}`, (route) =>
      route.fulfill({ status: 307, headers: { location: `${requestsCall}?moved` } }),
    )
    const second = page.waitForRequest((request) => request.url().endsWith(`${requestsCall}?moved`))
    await page.goto('/step3')
    const request = await second
    assert.equal(request.redirectedFrom()?.method(), 'POST')
    assert.equal(request.postData(), '{"options":{"output":"all"}}', 'what was sent goes along')
    await heading(page, 'Заполните заявку')
    await context.close()
  })

  test('3.15, 7.6, 7.7, 7.9: the authentication status is asked for by GET without a body', async () => {
    const { page, context, requests } = await asked('/step3', 'Заполните заявку')
    const calls = requests.filter((request) => pathOf(request) === '/authenticated')
    assert.ok(calls.length > 0)
    for (const call of calls) {
      assert.deepEqual([call.method(), call.postData()], ['GET', null])
      assert.equal((await call.response())?.status(), 200)
    }
    assert.equal(await page.getByText('Войдите').count(), 0, 'the desk of somebody who is known')
    await context.close()
  })

  test('7.14: chunks are fetched by GET, as script and style files that never change', async () => {
    const { context, requests } = await asked('/step16', 'Профиль')
    const chunks = requests.filter((request) => /\.(js|css)$/.test(pathOf(request)))
    assert.ok(chunks.some((chunk) => pathOf(chunk).endsWith('.css')) && chunks.length > 5)
    for (const chunk of chunks) {
      assert.equal(chunk.method(), 'GET')
      const headers = (await chunk.response())?.headers() ?? {}
      assert.match(headers['content-type'] ?? '', /^(text|application)\/(javascript|css)/)
      assert.match(headers['cache-control'] ?? '', /immutable/)
    }
    await context.close()
  })

  test('7.15: the session goes by its cookie alone, which no script can read', async () => {
    const { page, context, requests } = await asked('/step3', 'Заполните заявку')
    const call = requests.find((request) => pathOf(request) === requestsCall)
    const headers = (await call?.allHeaders()) ?? {}
    const [[name, token] = ['', '']] = [...anna().jar].filter(([cookie]) => cookie === '__Host-zayavka')
    assert.ok(headers.cookie?.includes(`${name}=${token}`))
    assert.deepEqual(
      Object.entries(headers).filter(([header, value]) => header !== 'cookie' && value.includes(token)),
      [],
    )
    assert.equal('authorization' in headers, false)
    assert.equal((await page.evaluate(() => document.cookie)).includes(token), false)
    await context.close()
  })

  test('6.3: nothing a borrower is told of themselves names a role', async () => {
    for (const [method, path, body] of [
      ['GET', '/authenticated'],
      ['GET', '/service/profile'],
      ['POST', requestsCall, { options: { output: 'all' } }],
    ] as const) {
      const { status, text } = await anna().call(method, path, body)
      assert.equal(status, 200, path)
      assert.doesNotMatch(text, /"(role|roles|permissions|scope)"/i, path)
    }
  })
})
