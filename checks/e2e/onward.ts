import type { Page } from 'playwright-core'

/** What a tap on «Далее» set off, as the page itself saw it. */
export interface Onward {
  /** Milliseconds from the tap to the next step's heading painted. */
  readonly ms: number
  /** Calls to the server from the tap on. */
  readonly calls: readonly string[]
  /** Programs and styles fetched between the tap and the next step. */
  readonly code: readonly string[]
  /** States of the page between both without a heading, or under the loading overlay. */
  readonly blank: number
}

interface Watching {
  tapped: number
  stands: number
  blank: number
}

/** To run in every page before its own programs. */
export const watchOnward = () => {
  const seen: Watching = { tapped: 0, stands: 0, blank: 0 }
  Object.assign(window, { onward: seen })
  performance.setResourceTimingBufferSize(10_000)
  const heading = () => document.querySelector('h1')?.textContent ?? ''
  let before = ''
  addEventListener(
    'click',
    () => {
      before = heading()
      Object.assign(seen, { tapped: performance.now(), stands: 0, blank: 0 })
    },
    { capture: true },
  )
  new MutationObserver(() => {
    if (seen.tapped === 0 || seen.stands > 0) return
    const now = heading()
    if (!now || document.querySelector('dialog[open]')) seen.blank += 1
    else if (now !== before) {
      seen.stands = -1
      requestAnimationFrame(() =>
        setTimeout(() => {
          seen.stands = performance.now()
        }),
      )
    }
  }).observe(document, { childList: true, subtree: true, attributes: true, characterData: true })
}

/** Taps, waits until the next step stands and for what comes after it, and tells what that took. */
export async function goOnward(page: Page, tap: () => Promise<void>): Promise<Onward> {
  await tap()
  await page.waitForFunction(() => (window as unknown as { onward: Watching }).onward.stands > 0)
  await page.waitForTimeout(1000)
  return page.evaluate(() => {
    const { tapped, stands, blank } = (window as unknown as { onward: Watching }).onward
    const asked = (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ startTime }) => startTime >= tapped)
      .map(({ name, startTime }) => ({ path: new URL(name).pathname, startTime }))
    const isCode = (path: string) => path.startsWith('/assets/')
    return {
      ms: stands - tapped,
      calls: asked.filter(({ path }) => /^\/(service|authenticated)\b/.test(path)).map(({ path }) => path),
      code: asked.filter(({ path, startTime }) => isCode(path) && startTime < stands).map(({ path }) => path),
      blank,
    }
  })
}
