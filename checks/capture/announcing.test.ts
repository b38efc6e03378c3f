import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { pagePhoto } from '../e2e/evidence.ts'
import { announces } from '../e2e/faults.ts'
import { opened } from '../e2e/opened.ts'
import { standingAt } from './borrower.ts'

const photo = async () => ({ name: 'page.jpg', mimeType: 'image/jpeg', buffer: await pagePhoto() })

describe('a photo and what the server knows of it', () => {
  const place = opened()

  /** Methods of the calls about uploads, with the status of those that were refused. */
  function callsOf(page: Page): string[] {
    const calls: string[] = []
    page.on('response', (answer) => {
      if (!answer.url().includes('/service/uploads')) return
      calls.push(`${answer.request().method()}${answer.status() >= 400 ? ` ${answer.status()}` : ''}`)
    })
    return calls
  }

  test('is announced without being asked for: no answer is an error', async () => {
    const { page, context } = await standingAt(place.server.url, place.browser, 28, '9162300001')
    const calls = callsOf(page)
    await page.goto('/step28')
    await page.getByLabel('Выбрать файл').setInputFiles(await photo())
    await page.getByText('Дошло и проверено').waitFor()
    assert.deepEqual(calls.slice(0, 2), ['POST', 'PATCH'])
    assert.deepEqual(
      calls.filter((call) => call.includes(' ')),
      [],
    )
    await context.close()
  })

  test('forgotten by the server before it arrived, begins anew after a reload and is not lost', async () => {
    const { page, context, client } = await standingAt(place.server.url, place.browser, 28, '9162300002')
    await page.route('**/service/uploads/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    const announced = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.status() === 201)
    await page.goto('/step28')
    await page.getByLabel('Выбрать файл').setInputFiles(await photo())
    const { location } = await (await announced).allHeaders()
    await page.getByText(/Сохранено на этом устройстве/).waitFor()
    assert.equal((await client.call('DELETE', String(location), undefined, { 'tus-resumable': '1.0.0' })).status, 204)
    await page.unroute('**/service/uploads/*')
    announces(page, { status: 404, url: /\/service\/uploads\/[^/]+$/, times: 1 })
    const calls = callsOf(page)
    await page.reload()
    await page.getByText('Дошло и проверено').waitFor()
    assert.deepEqual(calls.slice(0, 3), ['HEAD 404', 'POST', 'PATCH'])
    await context.close()
  })
})
