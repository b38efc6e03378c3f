import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../e2e/browser.ts'
import { faultsOf, treeOf } from './look.ts'
import { openTour, parts, type Stop } from './tour.ts'

const folder = fileURLToPath(new URL('./trees/', import.meta.url))
/** `TREES=write` takes what is shown for right. */
const writing = process.env.TREES === 'write'

/** Every screen in every state: axe finds nothing, nothing sticks out, a screen reader meets what is written in trees/. */
describe('a tour of every screen', () => {
  let browser: Browser
  let tour: Awaited<ReturnType<typeof openTour>>
  const faults: string[] = []
  const seen: string[] = []

  const stop: Stop = async (page, name, { every = false, rows = false } = {}) => {
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    seen.push(name)
    faults.push(...(await faultsOf(page, every)).map((fault) => `${name}, ${fault}`))
    if (rows) return
    const file = `${folder}${name}.txt`
    let tree = await treeOf(page)
    if (!writing && existsSync(file) && readFileSync(file, 'utf8') !== tree) {
      // What depends on the width may still be on its way after the looks at other widths.
      await page.waitForTimeout(1000)
      tree = await treeOf(page)
    }
    if (writing) writeFileSync(file, tree)
    else if (!existsSync(file)) faults.push(`${name}: its tree is not written down`)
    else if (readFileSync(file, 'utf8') !== tree) {
      const known = readFileSync(file, 'utf8').split('\n')
      const now = tree.split('\n')
      const fresh = now.filter((line) => !known.includes(line)).slice(0, 3)
      const gone = known.filter((line) => !now.includes(line)).slice(0, 3)
      faults.push(`${name}, a screen reader meets ${JSON.stringify(fresh)}, not ${JSON.stringify(gone)}`)
    }
  }

  before(async () => {
    mkdirSync(folder, { recursive: true })
    browser = await openBrowser()
    tour = await openTour(browser, stop)
  })
  after(async () => {
    await browser?.close()
    await tour?.close()
  })

  for (const [name, part] of Object.entries(parts))
    test(name, async () => {
      faults.length = 0
      await part(tour)
      assert.deepEqual(faults, [])
    })

  test('stops at each screen once', (context) => {
    assert.equal(new Set(seen).size, seen.length)
    context.diagnostic(`${seen.length} screens and states`)
  })
})
