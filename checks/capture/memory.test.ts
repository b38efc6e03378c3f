import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../e2e/browser.ts'
import { runServer } from '../e2e/server.ts'
import { seeing, standingAt } from './borrower.ts'
import { writeClip, writeSound } from './clips.ts'

/** `PHOTOS=20` for the whole of it. */
const photos = Number(process.env.PHOTOS ?? 6)
const allowed = 1.3

/**
 * Megabytes of anonymous memory the tab's process keeps after its garbage is collected. Without a graphics card Chromium
 * keeps drawn video frames in discardable shared memory, up to a fixed 512 MB it gives back when asked: not the page's.
 */
async function memoryOf(page: Page): Promise<number> {
  const tab = await page.context().newCDPSession(page)
  await tab.send('HeapProfiler.collectGarbage')
  await page.waitForTimeout(300)
  const browser = await page.context().browser()?.newBrowserCDPSession()
  const { processInfo } = (await browser?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] }
  const read = (maps: string, what: string) => Number(new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(maps)?.[1])
  // The largest is the page's: the others stand ready for the next one.
  const [largest = ''] = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))
    .sort((one, other) => read(other, 'Rss') - read(one, 'Rss'))
  return read(largest, 'Pss_Anon') / 1024
}

test(`after ${photos} photos the tab keeps no more than ${allowed} of what it kept after two`, async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'zayavka-clips-'))
  const server = await runServer()
  const browser = await openBrowser(seeing(await writeClip(folder, 'good'), writeSound(folder)))
  try {
    const { page } = await standingAt(server.url, browser, 28, '9162300001')
    await page.goto('/step28')
    await page.getByRole('button', { name: 'Включить камеру' }).click()
    let afterTwo = 0
    for (let taken = 1; taken <= photos; taken += 1) {
      await page.getByText('Дошло и проверено').waitFor()
      if (taken === 2) afterTwo = await memoryOf(page)
      if (taken < photos) await page.getByRole('button', { name: 'Переснять' }).click()
    }
    const afterAll = await memoryOf(page)
    context.diagnostic(`tab: ${afterTwo.toFixed(0)} MB after 2 photos, ${afterAll.toFixed(0)} MB after ${photos}`)
    assert.ok(afterAll <= afterTwo * allowed, `${afterTwo.toFixed(1)} MB, then ${afterAll.toFixed(1)} MB`)
  } finally {
    await browser.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
