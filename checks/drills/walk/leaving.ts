import { type Raw, validateStep } from '#contract/step.ts'
import { rightShapes } from '../../steps/right.ts'
import { answerAll, goOn, rawOf, readDetail, shownFields } from '../../steps/screen.ts'
import { choose, insist, note, type Standing, type Walker } from './walker.ts'

const ways = ['a tap', 'a tap', 'two taps', 'Enter', 'a lost answer', 'a slow network'] as const

/** Loses the answer of a call that has arrived at the server, once. */
export async function loseAnswer(walker: Walker, pattern: string | RegExp): Promise<void> {
  await walker.page.route(
    pattern,
    async (route) => {
      if (route.request().method() === 'GET') return route.continue()
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
}

/** Presses what goes on, one way or another; an answer that was lost is asked for again by pressing again. */
export async function press(walker: Walker, number: number): Promise<void> {
  const { page } = walker
  const way = choose(walker, ways)
  note(walker, `${number} next by ${way}`)
  const call = new RegExp(`/steps/${number}$`)
  if (way === 'a slow network')
    await page.route(call, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400))
      await route.continue()
    })
  if (way === 'a lost answer') await loseAnswer(walker, call)
  const button = goOn(page)
  if (way === 'Enter') await button.press('Enter')
  else if (way === 'two taps' || way === 'a slow network') await button.dblclick()
  else await button.click()
  if (way === 'a lost answer') {
    const dialog = page.getByRole('dialog')
    await Promise.race([dialog.waitFor(), gone(walker, number)])
    if (await dialog.isVisible()) {
      await dialog.getByRole('button').last().click()
      await dialog.waitFor({ state: 'hidden' })
      await button.click()
    }
  }
  await gone(walker, number)
  await page.unroute(call)
}

const gone = (walker: Walker, number: number) => walker.page.waitForURL((url) => url.pathname !== `/step${number}`)

/** Right answers at last; what the server takes is what stood on the screen. */
export async function leaveForm(walker: Walker, { step, now, kept }: Standing): Promise<void> {
  const { page } = walker
  const shape = choose(walker, rightShapes(step, now))
  note(walker, `${step.number} right: ${JSON.stringify(shape)}`)
  await answerAll(page, shape)
  const typed: Raw = { ...kept, ...rawOf(await shownFields(page)) }
  const checked = validateStep(step, typed, now)
  insist(checked.ok, `step ${step.number} does not take ${JSON.stringify(typed)}`)
  await press(walker, step.number)
  walker.taken.set(step.number, typed)
  const after = (await readDetail(page)).steps.find(({ number }) => number === step.number)
  insist(after?.accepted, `step ${step.number} was left and not accepted`)
  const there = validateStep(step, after.raw, now)
  insist(there.ok, `the server took wrong answers of step ${step.number}`)
}
