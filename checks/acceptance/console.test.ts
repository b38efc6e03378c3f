import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { heading } from '../e2e/anna.ts'
import { until } from '../e2e/client.ts'
import { announcesForAll } from '../e2e/faults.ts'
import { opened } from '../e2e/opened.ts'

// what the page is made to throw and to miss, for the console to show; and vConsole's own, when rows come while it draws
announcesForAll(
  { says: /nobody caught this|unwaited|Cannot set properties of undefined \(setting 'key'\)/ },
  { status: 404, url: /\/assets\/no-such-picture\.png$/ },
)

const place = opened()

/** The page of a developer, its console open at a panel. */
async function developer(panel: string) {
  const person = await place.person()
  const { page } = person
  await page.goto('/step2?dev=1')
  await heading(page, 'Вход')
  await page.locator('.vc-switch').click()
  await show(page, panel)
  return person
}

const show = (page: Page, panel: string) => page.locator('.vc-tab', { hasText: new RegExp(`^${panel}$`) }).click()

/** The words of what stands in a panel's bars, seen. */
const seen = (page: Page, what: string) => page.locator(`${what}:visible`).allInnerTexts()

const words = (texts: readonly string[]) => texts.map((text) => text.trim()).filter((text) => text !== 'Hide')

/** How many entries there are is told by the numbers written into them: the panel draws only those in sight. */
const numbered = (page: Page, rows: string) =>
  page.locator(rows).evaluateAll((found) =>
    found.flatMap((row) => {
      const number = /entry-(\d+)-/.exec(row.textContent ?? '')?.[1]
      return number ? [Number(number)] : []
    }),
  )

describe('the customer’s text: the debug console', () => {
  test('1.11, 2.67: without dev mode nothing of the console is fetched', async () => {
    const { page, context } = await place.person()
    const files: string[] = []
    page.on('request', (request) => files.push(request.url()))
    await page.goto('/step2')
    await heading(page, 'Вход')
    await page.waitForTimeout(1500)
    assert.ok(files.length > 5)
    assert.deepEqual(
      files.filter((file) => /console/i.test(file)),
      [],
    )
    await context.close()
  })

  test('2.68 to 2.74: every panel has the tools, filters and tabs the text gives it', async () => {
    const { page, context } = await developer('Log')
    const tools: Readonly<Record<string, readonly string[]>> = {
      Log: ['Clear', 'Top', 'Bottom'],
      System: ['Clear', 'Top', 'Bottom'],
      Network: ['Clear'],
      Element: ['Expand', 'Collapse'],
      Storage: ['Add', 'Refresh', 'Clear'],
    }
    const tabs: Readonly<Record<string, readonly string[]>> = {
      Log: ['All', 'Log', 'Info', 'Warn', 'Error'],
      Storage: ['Cookies', 'LocalStorage', 'SessionStorage'],
    }
    assert.deepEqual(words(await seen(page, '.vc-tab')), Object.keys(tools))
    for (const [panel, names] of Object.entries(tools)) {
      await show(page, panel)
      assert.deepEqual(words(await seen(page, '.vc-tool')), names, panel)
      const upper = words(await seen(page, '.vc-topbar .vc-toptab'))
      if (tabs[panel]) assert.deepEqual(upper, tabs[panel], panel)
    }
    await context.close()
  })

  test('8.16, 8.17, 8.18: uncaught errors, failed resources and unhandled rejections are error entries', async () => {
    const { page, context } = await developer('Log')
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('nobody caught this')
      })
      void Promise.reject(new Error('unwaited'))
      const picture = new Image()
      picture.src = '/assets/no-such-picture.png'
      document.body.append(picture)
    })
    for (const words of ['nobody caught this', 'in promise', 'unwaited', 'no-such-picture.png'])
      await page.locator('.vc-log-row.vc-log-error', { hasText: words }).first().waitFor()
    await context.close()
  })

  test('3.22: a call is an entry of the network panel with method, status and time', async () => {
    const { page, context } = await developer('Network')
    await page.evaluate(() => fetch('/health/live?entry=seen').then((answer) => answer.text()))
    const row = page.locator('.vc-group', { hasText: 'entry=seen' }).first()
    await row.waitFor()
    await row.locator('.vc-group-preview').click()
    const detail = page.locator('.vc-group.vc-actived')
    await detail.getByText('Request Type').waitFor()
    const text = await detail.innerText()
    for (const part of [
      /GET/,
      /200/,
      /fetch/,
      /\n\d+\nGeneral/,
      /Start Time/,
      /Response Headers/,
      /Query String Parameters/,
    ])
      assert.match(text, part)
    await context.close()
  })

  test('9.24: of more than a thousand log entries the last thousand stay', async () => {
    const { page, context } = await developer('Log')
    await page.evaluate(() => {
      for (let n = 1; n <= 1300; n += 1) console.log(`entry-${n}-`)
    })
    const row = '.vc-log-row:visible'
    await page.locator(row, { hasText: 'entry-1300-' }).waitFor()
    // A panel that is still drawing what came last goes back there: as a person would, once more.
    await until('the oldest entries', async () => {
      await page.locator('.vc-tool:visible', { hasText: 'Top' }).click()
      return (await page.locator(row, { hasText: /entry-3[01]\d-/ }).count()) > 0
    })
    // What the app itself writes meanwhile takes a place too.
    const oldest = Math.min(...(await numbered(page, row)))
    assert.ok(oldest >= 301 && oldest <= 310, `the oldest is ${oldest}`)
    await context.close()
  })

  test('9.25: of more than a thousand network entries the last thousand stay', async () => {
    const { page, context } = await developer('Network')
    await page.route('**/health/live?*', (route) => route.fulfill({ json: {} }))
    await page.evaluate(async () => {
      for (let n = 0; n < 1300; n += 50)
        await Promise.all(Array.from({ length: 50 }, (_, place) => fetch(`/health/live?entry-${n + place + 1}-`)))
    })
    const count = page.locator('.vc-table-col', { hasText: /Name \(\d+\)/ })
    const last = page.locator('.vc-group', { hasText: 'entry-1300-' })
    await last.waitFor()
    // When full it makes room for ten at a time.
    const kept = Number(/\d+/.exec(await count.innerText())?.[0])
    assert.ok(kept <= 1000 && kept >= 980, `${kept} entries`)
    await context.close()
  })
})
