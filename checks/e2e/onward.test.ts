import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { at, create, fillings, next, signUp } from './borrower.ts'
import { goOnward, type Onward, watchOnward } from './onward.ts'
import { opened } from './opened.ts'

const place = opened()

/** Counts and states only: how long it takes is measured by `npm run bench`. */
describe('C6: «Далее» on every step of the filling', () => {
  test('C6: at most two calls until the next step stands, no code on the way, nothing blank between', async (context) => {
    const { page, context: browser, faults } = await place.person()
    // the polls of every 20 s are nobody's tap
    await browser.addCookies([{ name: 'dev_on_interval', value: '0', url: place.server.url }])
    await page.addInitScript(watchOnward)
    await page.goto('/step18')
    await signUp(page)
    await at(page, '/step3')
    await create(page)
    await page.getByRole('link', { name: 'Продолжить' }).click()
    await page.waitForURL((url) => url.pathname !== '/step5')
    const walked: (Onward & { readonly number: number })[] = []
    for (;;) {
      const { pathname } = new URL(page.url())
      if (pathname === '/step36') break
      const number = Number(pathname.slice(5))
      for (const act of fillings[number] ?? []) await act(page)
      // what the step itself sends while it is filled: drafts, photos, that it was opened
      await page.waitForTimeout(2500)
      walked.push({ number, ...(await goOnward(page, () => next(page))) })
      await page.waitForURL((url) => url.pathname !== pathname)
    }
    for (const { number, calls, code, blank } of walked)
      context.diagnostic(`step ${number}: ${calls.length} calls, ${code.length} files, ${blank} blank`)
    assert.ok(walked.length >= 15)
    assert.deepEqual(
      walked.filter(({ calls, code, blank }) => calls.length > 2 || code.length > 0 || blank > 0),
      [],
    )
    assert.deepEqual(faults, [])
  })
})
