import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { borrower } from './borrower.ts'
import { openClient } from './client.ts'
import { announces } from './faults.ts'
import { opened } from './opened.ts'

describe('what is kept of a borrower, in the real client', () => {
  const place = opened()

  test('taken away as a file; forgotten when no request is open, and not before', async () => {
    const client = openClient(place.server.url)
    await client.signUp(borrower.phone)
    const { _id: request, version } = await client.create()
    const { page, faults } = await place.personOf(client)
    announces(page, { status: 409, url: /\/service\/profile\/deletion$/, says: /^forgetMe/, times: 1 })
    await page.goto('/step16')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Скачать мои данные' }).click()
    const stream = await (await download).createReadStream()
    let text = ''
    for await (const part of stream.setEncoding('utf8')) text += part
    const kept = JSON.parse(text) as { requests: { id: string }[]; events: unknown[] }
    assert.equal(kept.requests[0]?.id, request)
    assert.ok(kept.events.length > 0)

    const forget = async () => {
      await page.getByRole('button', { name: 'Удалить мои данные' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Удалить', exact: true }).click()
    }
    await forget()
    await page.getByText(/Сейчас удалить нельзя/).waitFor()
    const pictures = process.env.PICTURES
    for (const colorScheme of pictures ? (['light', 'dark'] as const) : []) {
      await page.emulateMedia({ colorScheme })
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await page.screenshot({ path: `${pictures}/own-data-${colorScheme}-${width}.png`, fullPage: true })
      }
    }
    await client.must('POST', `/service/requests/${request}/withdraw`, { version }, client.keyed())
    await forget()
    await page.waitForURL((url) => url.pathname === '/')
    assert.equal((await client.call('GET', '/authenticated')).status, 401)
    assert.deepEqual(faults, [])
  })
})
