import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { build } from 'vite'
import { at, create, fillings, next, signUp } from '../e2e/borrower.ts'
import { newPerson, openBrowser, phone } from '../e2e/browser.ts'
import { runServer } from '../e2e/server.ts'
import { type Figure, median } from './figures.ts'

const rounds = 5

/** A cheap phone on a slow network: 1.6 Mbit/s, 150 ms there and back, a quarter of this machine's speed. */
export async function slowDown(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 93_750,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return cdp
}

/** Says on the console when the input is there and lives: the start's script or React has taken it, or it is a page without programs. */
const watchInput = (selector: string) => {
  const look = () => {
    const element = document.querySelector(selector)
    const live =
      element &&
      (element.closest('#start, [data-static]') || Object.keys(element).some((key) => key.startsWith('__react')))
    if (live) console.info(`usable ${performance.now()}`)
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/**
 * When the first pixels came, and when the main input answered to its program. The page watches itself: what a driver puts into a
 * page to ask it takes as long on a slow phone as a fifth of the whole start.
 */
async function open(browser: Browser, url: string, input: string): Promise<{ painted: number; usable: number }> {
  const { page, context } = await newPerson(browser, url, phone)
  await page.addInitScript(watchInput, input)
  const told = page.waitForEvent('console', { predicate: (said) => said.text().startsWith('usable '), timeout: 60_000 })
  await slowDown(page)
  await page.goto(url, { waitUntil: 'commit' })
  const usable = Number((await told).text().split(' ')[1])
  await page.waitForTimeout(300)
  const painted = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)
  await context.close()
  return { painted: painted ?? usable, usable: Math.max(painted ?? 0, usable) }
}

/** Programs and pages that are the floors: the start screen's text as bare HTML, and React with one field. */
async function floorPages(html: string): Promise<{ url: string; close(): void }> {
  const text = html
    .replace(/<(script|style|svg)[\s\S]*?<\/\1>/g, '')
    .replace(/<link[^>]*>/g, '')
    .replace(/<div id="start">/, '<div data-static>')
  const id = 'virtual:one-field'
  const source = `import { createElement as h, useState } from 'react'
    import { createRoot } from 'react-dom/client'
    function Field() { const [v, set] = useState(''); return h('input', { value: v, onChange: (e) => set(e.target.value) }) }
    createRoot(document.getElementById('root')).render(h(Field))`
  // the builder makes this process a production one
  const mode = process.env.NODE_ENV
  const built = await build({
    logLevel: 'silent',
    configFile: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'one-field',
        resolveId: (name) => (name === id ? id : null),
        load: (name) => (name === id ? source : null),
      },
    ],
    build: { write: false, rollupOptions: { input: id }, modulePreload: false },
  })
  if (mode === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = mode
  const [output] = [built].flat()
  const chunk = output && 'output' in output ? output.output[0] : undefined
  const { brotliCompressSync } = await import('node:zlib')
  const script = brotliCompressSync(Buffer.from(chunk && 'code' in chunk ? chunk.code : ''))
  const page =
    '<!doctype html><meta name="viewport" content="width=device-width"><div id="root"></div><script type="module" src="/field.js"></script>'
  const server = createServer(({ url }, response) => {
    if (url === '/field.js') {
      response.writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'br' }).end(script)
    } else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(url === '/static' ? text : page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

export async function firstScreen(): Promise<Figure[]> {
  const server = await runServer()
  const browser = await openBrowser()
  const floors = await floorPages(await (await fetch(server.url)).text())
  const [plain, react, ours, taken]: { painted: number; usable: number }[][] = [[], [], [], []]
  try {
    for (let n = 0; n < rounds; n += 1) {
      plain?.push(await open(browser, `${floors.url}/static`, '[data-static] input'))
      react?.push(await open(browser, `${floors.url}/`, 'input'))
      ours?.push(await open(browser, `${server.url}/`, '#start [type=range]:enabled, #root input'))
      taken?.push(await open(browser, `${server.url}/`, '#root input'))
    }
  } finally {
    floors.close()
    await browser.close()
    await server.stop()
  }
  const of = (runs: readonly { painted: number; usable: number }[] = [], what: 'painted' | 'usable') =>
    median(runs.map((run) => run[what]))
  return [
    {
      what: 'first paint of /, against bare HTML with its text',
      unit: 'ms',
      floor: of(plain, 'painted'),
      ours: of(ours, 'painted'),
      budget: { atMost: 1.25 },
    },
    {
      what: 'usable /, against react-dom with one field',
      unit: 'ms',
      floor: of(react, 'usable'),
      ours: of(ours, 'usable'),
      budget: { atMost: 0.7 },
    },
    {
      what: 'taken over by React, against react-dom with one field',
      unit: 'ms',
      floor: of(react, 'usable'),
      ours: of(taken, 'usable'),
      budget: { atMost: 1.2 },
    },
  ]
}

/** Tap on «Далее» to the next screen painted, by the browser's own event timing. */
const watchTaps = () => {
  const seen = { taps: [] as number[], shift: 0 }
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'click') seen.taps.push(duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { hadRecentInput: boolean; value: number })[])
      if (!entry.hadRecentInput) seen.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

export const typed = [10, 9, 21, 22, 23, 24, 25]

async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}

/** Every screen of the filling by its address inside the app, twice. */
async function tour(page: Page): Promise<void> {
  for (const number of typed) {
    await page.evaluate((path) => {
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
    }, `/step${number}`)
    await page.waitForTimeout(400)
  }
}

export async function steps(): Promise<Figure[]> {
  const server = await runServer()
  const browser = await openBrowser()
  try {
    const { page } = await newPerson(browser, server.url, phone)
    await page.addInitScript(watchTaps)
    await page.goto('/step18')
    await signUp(page)
    await at(page, '/step3')
    await create(page)
    await page.getByRole('link', { name: 'Продолжить' }).click()
    await page.waitForURL((url) => url.pathname !== '/step5')
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    for (const number of typed) {
      await at(page, `/step${number}`)
      for (const step of fillings[number] ?? []) await step(page)
      await page.waitForTimeout(1200)
      await next(page)
      await page.waitForURL((url) => url.pathname !== `/step${number}`)
    }
    await page.waitForTimeout(1000)
    const { taps, shift } = await page.evaluate(
      () => (globalThis as unknown as { seen: { taps: number[]; shift: number } }).seen,
    )
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await tour(page)
    const once = await heapOf(cdp)
    await tour(page)
    const twice = await heapOf(cdp)
    return [
      {
        what: 'worst tap while filling (INP), 4 × CPU',
        unit: 'ms',
        ours: Math.max(16, ...taps),
        budget: { atMost: 100 },
      },
      { what: 'layout shift over the walk', unit: '', ours: shift, budget: { atMost: 0.01 } },
      {
        what: 'heap after walking all steps twice, against once',
        unit: 'MB',
        floor: once,
        ours: twice,
        budget: { atMost: 1.1 },
      },
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}
