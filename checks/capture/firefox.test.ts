import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { firefox } from 'playwright-core'
import { runServer } from '../e2e/server.ts'
import { standingAt } from './borrower.ts'

const installed = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(existsSync)

/** Its fake camera shows a test pattern: what is proved is the way, not the advice. */
test('Firefox: a photo by the button, a video with digits, both checked by the server', {
  skip: !installed && 'there is no Firefox here',
}, async () => {
  const server = await runServer()
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: installed ?? '',
    firefoxUserPrefs: {
      'media.navigator.streams.fake': true,
      'media.navigator.permission.disabled': true,
      'media.autoplay.default': 0,
    },
  })
  try {
    const { page, faults } = await standingAt(server.url, browser, 28, '9162400001')
    await page.goto('/step28')
    await page.getByRole('button', { name: 'Включить камеру' }).click()
    await page.getByRole('button', { name: 'Снять', exact: true }).click()
    // It may find the pattern blurred: the newest Firefox shows little more than a colour.
    await page.getByText(/Дошло и проверено|Снимок дошёл/).waitFor()
    await page.reload()
    await page.getByRole('button', { name: /далее/i }).click()
    await page.waitForURL('**/step29')

    const video = await standingAt(server.url, browser, 31, '9162400002')
    await video.page.goto('/step31')
    await video.page.getByRole('button', { name: 'Включить камеру' }).click()
    await video.page.getByRole('button', { name: 'Записать' }).and(video.page.locator(':not([aria-busy])')).click()
    await video.page.waitForTimeout(6500)
    await video.page.getByRole('button', { name: 'Готово' }).click()
    await video.page.getByText('Дошло и проверено').waitFor()
    await video.page.getByRole('button', { name: 'Далее' }).click()
    await video.page.waitForURL('**/step32')
    assert.deepEqual([...faults, ...video.faults], [])
  } finally {
    await browser.close()
    await server.stop()
  }
})
