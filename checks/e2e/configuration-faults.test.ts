import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { heading } from './anna.ts'
import { openBrowser } from './browser.ts'
import { openClient } from './client.ts'
import { earlierLoans } from './earlier.ts'
import { personOf } from './opened.ts'
import { runServer } from './server.ts'

const number = '9167701004'

describe('the customer’s constants', () => {
  test('S6: a payment page with a query of its own keeps it: one «?» in the link', async () => {
    const server = await runServer({
      prepare: (dataDir) => earlierLoans(dataDir, 2, [number]),
      lender: (lender) => ({
        ...lender,
        contacts: { ...lender.contacts, paymentPageLink: 'https://pay.lender.test/in?shop=7' },
      }),
    })
    const browser = await openBrowser()
    try {
      const client = openClient(server.url)
      await client.signUp(number)
      const { page } = await personOf(browser, server.url, client)
      // As where money moves: the demo pays by a button.
      await page.route('**/step35', async (route) => {
        const response = await route.fetch()
        const body = (await response.text()).replace('"paysInside":true', '"paysInside":false')
        await route.fulfill({ response, body })
      })
      await page.goto('/step35')
      const link = page.getByRole('link', { name: /Вернуть заём целиком/ })
      const url = new URL((await link.getAttribute('href')) ?? '')
      assert.equal(`${url.origin}${url.pathname}`, 'https://pay.lender.test/in')
      assert.deepEqual([...url.searchParams.keys()], ['shop', 'loan', 'amount'])
      assert.equal(url.searchParams.get('shop'), '7')
      assert.match(url.searchParams.get('loan') ?? '', /^[\da-f-]{36}$/)
    } finally {
      await browser.close()
      await server.stop()
    }
  })

  for (const code of ['1111', '11111111']) {
    test(`S10: a fixed test code of ${code.length} digits stops the start, in words: six can be typed`, async () => {
      await assert.rejects(
        runServer({ env: { TEST_SMS_CODE: code } }).then((server) => server.stop()),
        /TEST_SMS_CODE is to be six digits/,
      )
    })
  }

  test('S13: one phone: the lender’s file has no other, and every screen shows it', async () => {
    const server = await runServer({
      lender: ({ legal, ...lender }) => {
        const { phone: _gone, ...kept } = { phone: '', ...legal }
        return { ...lender, legal: kept, contacts: { ...lender.contacts, phone: '+78001112233' } }
      },
    })
    const browser = await openBrowser()
    try {
      const page = await browser.newPage({ baseURL: server.url })
      await page.goto('/docs')
      await heading(page, 'Документы и помощь')
      await page.getByText('+7 800 111-22-33').first().waitFor()
      assert.equal((await page.content()).includes('+78005550000'), false)
    } finally {
      await browser.close()
      await server.stop()
    }
  })
})
