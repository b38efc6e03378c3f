import type { Browser } from 'playwright-core'
import { at, create, fillings, next, signUp } from '../e2e/borrower.ts'
import { newPerson, openBrowser, phone } from '../e2e/browser.ts'
import { goOnward, type Onward, watchOnward } from '../e2e/onward.ts'
import { runServer } from '../e2e/server.ts'
import { type Figure, median } from './figures.ts'
import { slowDown, typed } from './screens.ts'

const rounds = 3

/** Every typed step filled and left on a cheap phone with a slow network. */
async function walk(browser: Browser, url: string, number: string): Promise<Onward[]> {
  const { page, context } = await newPerson(browser, url, phone)
  await context.addCookies([{ name: 'dev_on_interval', value: '0', url }])
  await page.addInitScript(watchOnward)
  await page.goto('/step18')
  await signUp(page, number)
  await at(page, '/step3')
  await create(page)
  await page.getByRole('link', { name: 'Продолжить' }).click()
  await page.waitForURL((address) => address.pathname !== '/step5')
  await slowDown(page)
  const seen: Onward[] = []
  for (const step of typed) {
    await at(page, `/step${step}`)
    for (const act of fillings[step] ?? []) await act(page)
    await page.waitForTimeout(3000)
    seen.push(await goOnward(page, () => next(page)))
  }
  await context.close()
  return seen
}

async function walks(browser: Browser, root?: string): Promise<Onward[]> {
  const server = await runServer(root === undefined ? {} : { root })
  const seen: Onward[] = []
  try {
    for (let round = 0; round < rounds; round += 1)
      seen.push(...(await walk(browser, server.url, `91680000${10 + round}`)))
  } finally {
    await server.stop()
  }
  return seen
}

const times = (seen: readonly Onward[]) => median(seen.map(({ ms }) => ms))
const calls = (seen: readonly Onward[]) => Math.max(...seen.map((one) => one.calls.length))

/** «Далее» to the next step's heading painted. `BEFORE=FOLDER`: another tree, built, measured in the same run and said beside it. */
export async function onward(): Promise<Figure[]> {
  const browser = await openBrowser()
  try {
    const { BEFORE } = process.env
    const before = BEFORE === undefined ? null : await walks(browser, BEFORE)
    const ours = await walks(browser)
    const against = (of: (seen: readonly Onward[]) => number, unit: string): Figure[] =>
      before
        ? [{ what: `«Далее» against ${BEFORE}`, unit, floor: of(before), ours: of(ours), budget: { atMost: 1 } }]
        : []
    return [
      {
        what: '«Далее» to the next step painted, 1.6 Mbit/s, 150 ms, 4 × CPU',
        unit: 'ms',
        ours: times(ours),
        budget: { atMost: 250 },
      },
      { what: 'calls a «Далее» makes, the most', unit: 'calls', ours: calls(ours), budget: { atMost: 2 } },
      {
        what: 'states without a heading between two steps, all walks',
        unit: '',
        ours: ours.reduce((sum, { blank }) => sum + blank, 0),
        budget: { atMost: 0 },
      },
      ...against(times, 'ms'),
      ...against(calls, 'calls'),
    ]
  } finally {
    await browser.close()
  }
}
