import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { readConfig } from '#server/platform/config.ts'
import { dadata } from '#server/providers/suggest/dadata.ts'
import { localSuggestions } from '#server/providers/suggest/local.ts'
import { heading } from '../e2e/anna.ts'
import { type Client, openClient, until } from '../e2e/client.ts'
import { earlierLoans } from '../e2e/earlier.ts'
import { announcesForAll } from '../e2e/faults.ts'
import { opened } from '../e2e/opened.ts'
import { runServer } from '../e2e/server.ts'

// the tests that hold an answer or a chunk back past its limit
announcesForAll({ says: /no answer in time|the chunk has not arrived after 120000 ms|^long ю/ })

const messenger = 'https://talk.lender.test/zayavka'
const token = 'a-token-of-the-address-service-0123456789'
const emailCode = '345678'

const people: { anna?: Client } = {}
const place = opened(
  {
    env: { TEST_EMAIL_CODE: emailCode, DADATA_TOKEN: token },
    lender: (lender) => ({ ...lender, contacts: { ...lender.contacts, messengerLink: messenger } }),
  },
  async ({ server }) => {
    people.anna = openClient(server.url)
    await people.anna.signUp('9167706001')
    await people.anna.create()
  },
)

function anna(): Client {
  if (!people.anna) throw new Error('Anna is there inside tests only')
  return people.anna
}

/** How often the page asks for an address, from now on. */
function counted(page: Page, path: string): () => number {
  let asked = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) asked += 1
  })
  return () => asked
}

describe('the customer’s text: constants and limits', () => {
  test('9.2: the requests and the current request are asked for each 20 000 ms', async () => {
    for (const [screen, name, call] of [
      ['/step3', 'Заполните заявку', '/service/requests/findByClientIds'],
      ['/step5', 'Ваша заявка', '/service/requests/current'],
    ] as const) {
      const { page, context } = await place.personOf(anna())
      await page.clock.install()
      // Only the clock asks, no notice of the server.
      await page.route('**/service/live', (route) => route.fulfill({ status: 204 }))
      await page.goto(screen)
      await heading(page, name)
      await page.waitForTimeout(500)
      const asked = counted(page, call)
      await page.clock.runFor(19_000)
      await page.waitForTimeout(300)
      assert.ok(asked() <= 1, `${asked()} before the time is up`)
      for (let n = 1; n <= 3; n += 1) {
        await page.clock.runFor(20_000)
        await page.waitForTimeout(300)
      }
      assert.ok(asked() >= 3 && asked() <= 4, `${call} was asked for ${asked()} times in 79 s`)
      await context.close()
    }
  })

  test('9.4, 9.5: the desk says when the office is open', async () => {
    for (const [hour, words] of [
      ['08:59', /Сейчас закрыто, откроемся .*9:00/],
      ['09:01', /Открыто до 20:00/],
      ['19:59', /Открыто до 20:00/],
      ['20:01', /Сейчас закрыто, откроемся .*9:00/],
    ] as const) {
      const { page, context } = await place.personOf(anna())
      const now = new Date(`2026-11-20T${hour}:00+03:00`)
      // The app goes by the server's clock, which it reads from the answers.
      await page.clock.install({ time: now })
      await page.route(/\/authenticated$|\/service\/(?!live)/, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, headers: { ...response.headers(), date: now.toUTCString() } })
      })
      await page.goto('/step3')
      await heading(page, 'Заполните заявку')
      await page.getByText(words).waitFor()
      await context.close()
    }
  })

  test('9.7: the messenger link of the configuration is where every screen leads', async () => {
    const { page, context } = await place.personOf(anna())
    for (const path of ['/', '/step3']) {
      await page.goto(path)
      const links = page.locator(`#root a[href="${messenger}"]`)
      await links.first().waitFor()
      assert.equal((await page.content()).includes('messenger.example'), false)
    }
    await context.close()
  })

  test('9.11: the fixed code of the configuration confirms an e-mail', async () => {
    const email = 'proba@example.ru'
    await anna().must('POST', '/service/profile/email/codes', { email })
    const wrong = await anna().call('POST', '/service/profile/email', { email, code: '222222' })
    assert.ok(wrong.status >= 400, `${wrong.status}`)
    await anna().must('POST', '/service/profile/email', { email, code: emailCode })
  })

  test('9.12: the token of the address service goes to the service alone', async () => {
    const sent: { url: string; authorization: string | undefined }[] = []
    const config = readConfig({ DADATA_TOKEN: token })
    const service = dadata(
      config.dadataToken?.reveal() ?? '',
      async (url, { authorization }) => {
        sent.push({ url, authorization })
        return { suggestions: [{ value: 'г Вымышленск', data: { city_with_type: 'г Вымышленск' } }] }
      },
      localSuggestions(),
    )
    assert.equal((await service.find('city', 'Вымыш', {}))[0]?.value, 'г Вымышленск')
    assert.deepEqual(
      sent.map(({ url, authorization }) => [new URL(url).host, authorization]),
      [['suggestions.dadata.ru', `Token ${token}`]],
    )
    const { page, context } = await place.personOf(anna())
    const got: Promise<string>[] = []
    page.on('response', (response) => {
      // The stream of notices has no end.
      if (!response.url().endsWith('/live')) got.push(response.text().catch(() => ''))
    })
    await page.goto('/step5')
    await heading(page, 'Ваша заявка')
    const texts = await Promise.all(got)
    assert.ok(texts.length > 5)
    assert.equal(texts.filter((text) => text.includes(token)).length, 0)
    await context.close()
  })

  test('9.13: addresses others come back to stand on the callback domain of the configuration', async () => {
    // Not a public one, which would end the demo.
    const domain = 'http://zayavka.localhost'
    const phone = '9167706002'
    const server = await runServer({
      env: { PUBLIC_URL: domain },
      prepare: (dataDir) => earlierLoans(dataDir, 2, [phone]),
    })
    try {
      const client = openClient(server.url, { origin: domain })
      await client.signUp(phone)
      const { result } = await client.must<{ result: { data: { loan?: { id: string } }[] } }>(
        'POST',
        '/service/requests/findByClientIds',
        { options: { output: 'all' } },
      )
      const calendar = await client.call('GET', `/service/loans/${result.data[0]?.loan?.id}/calendar.ics`)
      assert.match(calendar.text.replace(/\r\n /g, ''), /^URL(;[^:]+)?:http:\/\/zayavka\.localhost\/step35\?loan=/m)
    } finally {
      await server.stop()
    }
  })

  test('9.16: what is worth knowing goes to the console in dev mode, and only there', async () => {
    for (const dev of [true, false]) {
      const { page, context } = await place.personOf(anna())
      const said: string[] = []
      page.on('console', (message) => message.type() === 'info' && said.push(message.text()))
      let told = 0
      await page.route('**/service/live', (route) => {
        told += 1
        return route.fulfill({ contentType: 'text/event-stream', body: 'event: request\ndata: {}\n\n' })
      })
      await page.goto(dev ? '/step3?dev=1' : '/step3')
      await heading(page, 'Заполните заявку')
      await until('a notice', async () => told > 0)
      if (dev) await until('the line', async () => said.some((line) => line.startsWith('live')))
      else {
        await page.waitForTimeout(1500)
        assert.deepEqual(said, [])
      }
      await context.close()
    }
  })

  test('9.17, 9.18, 9.19: the place is watched with low accuracy and no timeout', async () => {
    const { page, context } = await place.personOf(anna())
    await page.addInitScript(() => {
      Object.assign(window, { watched: [] })
      navigator.geolocation.watchPosition = (_done, _failed, options) => {
        ;(window as unknown as { watched: unknown[] }).watched.push(options ?? {})
        return 1
      }
    })
    const givenAt = '2026-01-01T00:00:00.000Z'
    const consents = [{ id: 'geolocation', version: '1', title: 'x', givenAt, optional: true }]
    await page.route('**/service/profile', (route) =>
      route.fulfill({ json: { phone: '+79167706001', sessions: [], consents } }),
    )
    await page.goto('/step3')
    await heading(page, 'Заполните заявку')
    const watched = () =>
      page.evaluate(
        () => (window as unknown as { watched: { enableHighAccuracy?: boolean; timeout?: number }[] }).watched,
      )
    const [options, ...more] = await until('the watch', async () => ((await watched()).length > 0 ? watched() : null))
    assert.equal(more.length, 0)
    assert.equal(options?.enableHighAccuracy ?? false, false)
    assert.equal(options && 'timeout' in options, false)
    await context.close()
  })

  test('9.20: a chunk that is not there after 120 s gives way to the crash fallback, and not before', async () => {
    const { page, context } = await place.person()
    await page.clock.install()
    let asked = 0
    await page.route(/\/assets\/Screen-[^/]+\.js$/, () => {
      asked += 1
      return new Promise(() => {})
    })
    await page.goto('/step2')
    await until('the chunk to be asked for', async () => asked > 0)
    await page.clock.runFor(118_000)
    await page.waitForTimeout(300)
    assert.equal(await page.getByText('Компонент размонтирован').count(), 0)
    await page.clock.runFor(4_000)
    await heading(page, 'Компонент размонтирован')
    await context.close()
  })

  test('9.28, 9.29: a report carries the last 100 breadcrumbs and at most 2048 characters of a message', async () => {
    const { page, context } = await place.person()
    const envelopes: string[] = []
    await page.route('**/service/errors', (route) => {
      envelopes.push(route.request().postData() ?? '')
      return route.fulfill({ status: 202, body: '' })
    })
    const sender = page.waitForResponse((response) => /\/assets\/sentry-/.test(response.url()))
    await page.goto('/docs')
    await heading(page, 'Документы и помощь')
    await sender
    await page.waitForTimeout(500)
    await page.evaluate(() => {
      for (let n = 1; n <= 150; n += 1) console.log(`crumb ${n}`)
      void Promise.reject(new Error(`long ${'ю'.repeat(5000)}`))
    })
    const envelope = await until('the report', async () => envelopes.find((text) => text.includes('long ююю')))
    const event = envelope
      .split('\n')
      .map(
        (line) => JSON.parse(line || '{}') as { exception?: { values: { value: string }[] }; breadcrumbs?: unknown[] },
      )
      .find(({ exception }) => exception)
    const value = event?.exception?.values[0]?.value ?? ''
    assert.ok(value.length > 2000 && value.length <= 2048, `${value.length} characters`)
    assert.equal(event?.breadcrumbs?.length, 100)
    assert.match(JSON.stringify(event?.breadcrumbs?.at(-1)), /crumb 150/)
    await context.close()
  })
})
