import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { heading } from './anna.ts'
import { newPerson, openBrowser, phone } from './browser.ts'
import { openClient, until } from './client.ts'
import { openErrorService } from './error-service.ts'
import { announcesForAll } from './faults.ts'
import { personOf } from './opened.ts'
import { type Running, runServer } from './server.ts'

// what the app writes of the answers that are broken here
announcesForAll({ says: /^(authenticated|requests_findByClientIds|currentRequest)\b/ })

type Service = Awaited<ReturnType<typeof openErrorService>>

let service: Service
let server: Running
let browser: Browser

before(async () => {
  service = await openErrorService()
  server = await runServer({ env: { SENTRY_DSN: service.dsn } })
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await server?.stop()
  await service?.close()
})

/** As a fault of the app would: where nobody catches it. */
const fail = (page: Page, message: string) =>
  page.evaluate((text) => {
    void Promise.reject(new Error(text))
  }, message)

/** The page of somebody whose browser has the sender of reports by now. */
async function watched(serviceWorkers: 'allow' | 'block' = 'block') {
  const person = await newPerson(browser, server.url, phone, serviceWorkers)
  const sender = person.page.waitForResponse((response) => /\/assets\/sentry-/.test(response.url()))
  await person.page.goto('/docs')
  await heading(person.page, 'Документы и помощь')
  await sender
  await person.page.waitForTimeout(300)
  return person
}

/** What waits is tried again after 5, 10, 20 s: on a busy machine the network is back between two of them. */
const arrived = (message: string) => until(message, async () => service.messages().includes(message), 60)

describe('S2: reports of a browser reach the error service of the configuration', () => {
  test('S2: by the server, under the page’s own policy; the message is what was thrown', async () => {
    const { page, context, faults } = await watched()
    await fail(page, 'порвалось 1')
    await arrived('порвалось 1')
    assert.deepEqual(
      faults.filter((fault) => /foreign host|Content Security/.test(fault)),
      [],
    )
    assert.deepEqual([...new Set(service.paths)], ['POST /api/7/envelope/'])
    assert.match(service.headers[0] ?? '', /sentry_key=publickey/)
    assert.equal((await page.content()).includes('publickey'), false, 'the address stays with the server')
    await context.close()
  })

  test('S2: an exception of the network keeps its words: no name of a host behind them', async () => {
    const { page, context } = await watched()
    await page.route('**/authenticated', (route) => route.abort())
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await arrived('Failed to fetch')
    assert.equal(service.messages().filter((message) => /127\.0\.0\.1|localhost/.test(message)).length, 0)
    await context.close()
  })

  test('S2: nothing of a person is handed on', async () => {
    const { page, context } = await watched()
    await fail(page, 'нет пути 4510 123456 для proba@example.org')
    await until('the report', async () => service.messages().some((message) => message.startsWith('нет пути')))
    assert.doesNotMatch(JSON.stringify(service.events), /123456|proba@/)
    await context.close()
  })

  test('S2: an hour offline: kept, over a reload too, of a hundred the last 64, and sent once the network is back', async () => {
    const { page, context } = await watched('allow')
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.reload()
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.waitForTimeout(1500)
    await context.setOffline(true)
    for (let n = 1; n <= 100; n += 1) await fail(page, `без сети ${n}`)
    await page.clock.setFixedTime(Date.now() + 3_600_000)
    await page.waitForTimeout(1000)
    assert.equal(service.messages().filter((message) => message.startsWith('без сети')).length, 0)
    await page.reload()
    await heading(page, 'Документы и помощь')
    await context.setOffline(false)
    await arrived('без сети 100')
    await page.waitForTimeout(1000)
    const told = service.messages().flatMap((message) => /^без сети (\d+)$/.exec(message)?.[1] ?? [])
    // the polls of that hour failed too, and are among the 64
    assert.ok(told.length >= 50 && told.length <= 64, `${told.length} of them`)
    assert.deepEqual(
      told.map(Number),
      Array.from({ length: told.length }, (_, place) => 101 - told.length + place),
      'the oldest gave way; in order, each once',
    )
    await context.close()
  })

  test('S2: a service that is away for a while gets what waited with the next report', async () => {
    const { page, context } = await watched()
    service.answers(503)
    await fail(page, 'служба молчит')
    await page.waitForTimeout(1500)
    assert.equal(service.messages().includes('служба молчит'), false)
    service.answers(200)
    await fail(page, 'служба вернулась')
    await arrived('служба вернулась')
    assert.equal(service.messages().includes('служба молчит'), true)
    await context.close()
  })
})

describe('S9: input and response of a failed call go to the console, by field', () => {
  test('S9: what was sent, its status, code and ids can be read; what a person typed cannot', async () => {
    const client = openClient(server.url)
    await client.signUp('9167701003')
    const { _id } = await client.create()
    const { page, context } = await personOf(browser, server.url, client)
    const said: unknown[][] = []
    page.on('console', (message) => {
      if (message.type() === 'error')
        void Promise.all(message.args().map((arg) => arg.jsonValue().catch(() => null))).then((args) => said.push(args))
    })
    await page.route('**/steps/10/draft', (route) =>
      route.fulfill({ status: 418, json: { error: { code: 'teapot', message: 'нет', traceId: 'abc123' } } }),
    )
    await page.goto('/step10')
    await page.getByLabel('Фамилия', { exact: true }).fill('Вымыслова')
    const told = await until('the line', async () => said.find(([place]) => place === 'saveDraft'))
    assert.deepEqual(told[2], {
      sent: { params: { id: _id, step: '10' }, body: { revision: 0, version: 1, patch: '[скрыто]' } },
      received: { httpStatus: 418, body: { error: { code: 'teapot', message: 'нет', traceId: 'abc123' } } },
    })
    await context.close()
  })
})
