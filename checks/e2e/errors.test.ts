import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { annasPlace, heading } from './anna.ts'
import { at } from './borrower.ts'
import { newPerson } from './browser.ts'
import { until } from './client.ts'
import { announces, announcesForAll } from './faults.ts'

// what the app writes of the answers that are broken here
announcesForAll({ says: /^(authenticated|requests_findByClientIds|currentRequest)\b/ })

const requestsCall = '**/service/requests/findByClientIds'

const place = annasPlace()

describe('PRODUCT 6: error catalogue in the browser', () => {
  const desk = (fulfil: Parameters<Page['route']>[1]) =>
    place().tab('/step3', (page) => page.route(requestsCall, fulfil))

  test('401 on the requests call → /steperrornoauth', async () => {
    const page = await desk((route) =>
      route.fulfill({ status: 401, json: { error: { code: 'not_signed_in', message: '' } } }),
    )
    await at(page, '/steperrornoauth')
    await page.close()
  })

  test('401 on /authenticated → no_auth: the desk asks to sign in', async () => {
    const { page } = await newPerson(place().browser, place().server.url)
    announces(page, { status: 401, url: /\/service\/requests\/findByClientIds$/, times: 1 })
    await page.goto('/step3')
    await page.waitForURL((url) => ['/step3', '/steperrornoauth'].includes(url.pathname))
    await page.getByRole('link', { name: /Войти/ }).first().waitFor()
  })

  /** What the page says of such an answer, up to the line that is waited for. */
  const consoleOf = async (fulfil: Parameters<Page['route']>[1], awaited: RegExp): Promise<string[]> => {
    const page = await place().anna.context.newPage()
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    await page.route(requestsCall, fulfil)
    await page.goto('/step3')
    await until(`a line like ${awaited}`, async () => said.some((line) => awaited.test(line))).catch(() => {})
    // time to report it
    await page.waitForTimeout(1000)
    await page.close()
    return said
  }

  const rows: [name: string, fulfil: Parameters<Page['route']>[1], said: RegExp][] = [
    [
      'other HTTP status → body read as null',
      (r) => r.fulfill({ status: 503, body: '{}' }),
      /server_response_arr == null/,
    ],
    ['null answer', (r) => r.fulfill({ json: null }), /requests_findByClientIds > server_response_arr == null/],
    [
      'answer with an error → code:message',
      (r) => r.fulfill({ json: { error: { code: 'E7', message: 'нет' } } }),
      /E7:нет/,
    ],
    [
      'schema mismatch → the validator’s message',
      (r) => r.fulfill({ json: { result: { count: 'x', data: [] } } }),
      /count/,
    ],
    ['network exception → its message', (r) => r.abort(), /Failed to fetch/],
  ]
  for (const [name, fulfil, said] of rows) {
    test(name, async () => {
      const lines = await consoleOf(fulfil, said)
      assert.ok(
        lines.some((line) => said.test(line)),
        lines.join('\n'),
      )
    })
  }

  test('a network exception is reported to this server, and the office lists it', async () => {
    await consoleOf((route) => route.abort(), /Failed to fetch/)
    const { staffSession } = await import('./reviewer.ts')
    const staff = await staffSession(place().server.url)
    await until('the report', async () => {
      const { items } = await staff.must<{ items: { message: string }[] }>('GET', '/service/office/errors')
      return items.some(({ message }) => /Failed to fetch/.test(message))
    })
  })

  test('network exception on the authenticated check: the loading overlay is hidden, a way to try again is shown', async () => {
    const { page } = await newPerson(place().browser, place().server.url)
    await page.route('**/authenticated', (route) => route.abort())
    await page.goto('/step19')
    await heading(page, 'Не получается связаться с сервером')
    assert.equal(await page.getByRole('status').filter({ hasText: 'Обработка' }).count(), 0)
  })

  test('start-up of the debug console fails: an error that begins vConsoleInit > catch > error', async () => {
    const { page } = await newPerson(place().browser, place().server.url)
    announces(page, { says: /^vConsoleInit > catch > error/ })
    const thrown: string[] = []
    page.on('pageerror', (error) => thrown.push(error.message))
    page.on('console', (message) => thrown.push(message.text()))
    await page.addInitScript(() => {
      const { trustedTypes } = window as unknown as { trustedTypes: { createPolicy: unknown } }
      trustedTypes.createPolicy = () => {
        throw new Error('no policy for the console')
      }
    })
    await page.goto('/step2?dev=1')
    await heading(page, 'Вход')
    await page.waitForTimeout(1500)
    assert.ok(
      thrown.some((text) => /vConsoleInit > catch > error/.test(text)),
      thrown.join('\n'),
    )
  })

  test('start-up of the core fails: an error that begins CoreInitObjectInit > catch > error', async () => {
    const { page } = await newPerson(place().browser, place().server.url)
    announces(page, { says: /^CoreInitObjectInit > catch > error/ })
    const thrown: string[] = []
    page.on('pageerror', (error) => thrown.push(error.message))
    await page.route('**/', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('id="lender"', 'id="nobody"')
      const { 'content-encoding': _packed, ...headers } = response.headers()
      await route.fulfill({ status: 200, headers, body })
    })
    await page.goto('/')
    await heading(page, 'Компонент размонтирован')
    assert.match(thrown.join('\n'), /^CoreInitObjectInit > catch > error/)
  })
})
