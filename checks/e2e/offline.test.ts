import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { newPerson, openBrowser, phone } from './browser.ts'
import { type Running, runServer } from './server.ts'

let server: Running
let browser: Browser

before(async () => {
  server = await runServer()
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

describe('without a network', () => {
  test('the app opens on a second visit, keeps nothing of the server’s answers, and goes on by itself', async () => {
    const { page, context, faults } = await newPerson(browser, server.url, phone, 'allow')
    await page.goto('/')
    await page.getByRole('heading', { name: /Сколько нужно/ }).waitFor()
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.reload()
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    assert.deepEqual(faults, [], 'the page’s policy lets the worker in')

    const kept = await page.evaluate(async () => {
      const addresses: string[] = []
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) addresses.push(new URL(url).pathname)
      return addresses
    })
    assert.ok(kept.length > 40, `${kept.length} files are kept`)
    assert.deepEqual(
      kept.filter((path) => !/^\/(assets\/[^/]+|favicon\.svg)?$/.test(path)),
      [],
      'the page and its files, nothing else',
    )

    await server.kill()
    await page.goto('/step2')
    await page.getByRole('heading', { name: 'Вход' }).waitFor()
    await page.goto('/step10')
    await page.getByText('Введённое сохранено на этом устройстве').or(page.getByRole('status')).first().waitFor()
    await server.restart()
    await page.goto('/docs')
    await page.getByRole('heading', { name: 'Документы и помощь' }).waitFor()
    await context.close()
  })

  test('the office is never kept', async () => {
    const { page, context } = await newPerson(browser, server.url, phone, 'allow')
    await page.goto('/')
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.goto('/office/')
    await page.getByLabel('Логин').waitFor()
    const office = await page.evaluate(async () => (await caches.match('/office/')) !== undefined)
    assert.equal(office, false)
    await context.close()
  })
})
