import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type FlowContext, type Raw, type StepDefinition, validateStep } from '#contract/step.ts'
import { at, confirmEmail, create, email, fillings, signUp } from '../e2e/borrower.ts'
import type { Watched } from '../e2e/browser.ts'
import { announcesForAll } from '../e2e/faults.ts'
import { opened } from '../e2e/opened.ts'
import { fillByKeyboard, reachedByTab } from './keyboard.ts'
import { context, steps } from './lender.ts'
import { atDoubleText } from './look.ts'
import { rightShapes } from './right.ts'
import { answer, answerAll, goOn, rawOf, readDetail, shownFields, stepOf, summaryLines } from './screen.ts'
import { wrongValues } from './wrong.ts'

// A promo code that is typed again and again is asked after more often than in an hour it may be.
announcesForAll({ says: /^checkPromo checkPromo failed/ })

let person: Watched

const place = opened({}, async () => {
  person = await place.person()
  await person.page.goto('/step18')
  await signUp(person.page)
  await at(person.page, '/step3')
  await create(person.page)
})

const isForm = (page: Page) =>
  page
    .locator('form [name]')
    .first()
    .waitFor({ timeout: 3000 })
    .then(
      () => true,
      () => false,
    )

const open = async (page: Page, number: number) => {
  await page.goto(`/step${number}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

async function goneOn(page: Page, number: number): Promise<void> {
  await goOn(page).click()
  await page.waitForURL((url) => url.pathname !== `/step${number}`)
}

/** What the step must say of what stands on the screen now: the same code that runs there, over the answers read from it. */
async function expected(page: Page, step: StepDefinition, kept: Raw, now: FlowContext) {
  const checked = validateStep(step, { ...kept, ...rawOf(await shownFields(page)) }, now)
  return checked.ok ? [] : checked.issues
}

async function saysWhatIsWrong(page: Page, step: StepDefinition, kept: Raw, now: FlowContext, what: string) {
  await goOn(page).click()
  const issues = await expected(page, step, kept, now)
  assert.ok(issues.length > 0, `${what}: nothing is wrong`)
  await page.getByRole('alert').waitFor()
  assert.deepEqual(
    (await summaryLines(page)).map((line) => line.replace(/, исправлено$/, '')),
    issues.map(({ message }) => message),
    what,
  )
  const fields = await shownFields(page)
  for (const { field, message } of issues) {
    assert.equal(fields.find(({ name }) => name === field)?.error, message, `${what}: the error under ${field}`)
  }
  assert.equal(stepOf(page), step.number, what)
  return issues
}

/** One shape of right answers for each set of fields the screen can show. */
function differentShapes(step: StepDefinition, now: FlowContext): readonly Raw[] {
  const seen = new Set<string>()
  return rightShapes(step, now).filter((raw) => {
    const shown = Object.keys(raw).filter((field) => step.shown[field]?.(raw) ?? true)
    const key = shown.sort().join(' ')
    return !seen.has(key) && seen.add(key)
  })
}

/** `heard`: what the step has already said of which field. */
type WrongParts = { kept: Raw; now: FlowContext; shape: Raw; heard: Set<string> }

/**
 * Each wrong answer the step has words for: as many as there are fields at once; what the others' errors hide, alone among
 * right answers.
 */
async function eachWrong(page: Page, step: StepDefinition, { kept, now, shape, heard }: WrongParts): Promise<void> {
  await answerAll(page, shape)
  const texts = new Map(
    (await shownFields(page)).filter(({ kind }) => kind === 'text').map((field) => [field.name, field]),
  )
  const said = (name: string, value: string) => {
    const checked = validateStep(step, { ...kept, ...shape, [name]: value }, now)
    return checked.ok ? '' : (checked.issues.find(({ field }) => field === name)?.message ?? '')
  }
  const wrong = [...wrongValues(step, { ...kept, ...shape }, now)]
    .map(([name, values]) => [name, values.filter((value) => !heard.has(`${name} ${said(name, value)}`))] as const)
    .filter(([name, values]) => texts.has(name) && values.length > 0)
  const put = async (name: string, value: unknown) => {
    const field = texts.get(name)
    if (field) await answer(page, field, value)
  }
  const rounds = Math.max(0, ...wrong.map(([, values]) => values.length))
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, values] of wrong) await put(name, values[round] ?? shape[name] ?? '')
    // A mask may have made it right, or nothing.
    if ((await expected(page, step, kept, now)).length === 0) continue
    const issues = await saysWhatIsWrong(page, step, kept, now, `wrong answers, round ${round + 1}`)
    for (const { field, message } of issues) heard.add(`${field} ${message}`)
  }
  await answerAll(page, shape)
  for (const [name, values] of wrong) {
    for (const value of values.filter((candidate) => !heard.has(`${name} ${said(name, candidate)}`))) {
      await put(name, value)
      if ((await expected(page, step, kept, now)).length === 0) continue
      heard.add(`${name} ${said(name, value)}`)
      await saysWhatIsWrong(page, step, kept, now, `${name} = ${JSON.stringify(value).slice(0, 60)}`)
    }
    await put(name, shape[name] ?? '')
  }
}

/** An address is asked to be confirmed as soon as it is typed: done first, so that the rest is like any other step. */
async function confirmWhatIsAsked(page: Page): Promise<void> {
  const address = (await shownFields(page)).find(({ name }) => name === 'email')
  if (!address) return
  await answer(page, address, email)
  await confirmEmail(page)
  await answer(page, address, '')
}

async function checkForm(page: Page, step: StepDefinition): Promise<void> {
  await confirmWhatIsAsked(page)
  const { facts, firstLoan, steps: known } = await readDetail(page)
  const kept = known.find(({ number }) => number === step.number)?.raw ?? {}
  const now: FlowContext = { ...context, facts, firstLoan }
  const [first, ...others] = differentShapes(step, now)
  assert.ok(first, `nobody knows right answers of step ${step.number}`)

  // Empty, with a summary that leads to the fields.
  if ((await expected(page, step, kept, now)).length > 0) {
    const issues = await saysWhatIsWrong(page, step, kept, now, 'empty')
    await page.locator('[role=alert] li a').first().click()
    await page.waitForFunction((name) => document.activeElement?.getAttribute('name') === name, issues[0]?.field)
  }

  const heard = new Set<string>()
  for (const shape of [first, ...others]) await eachWrong(page, step, { kept, now, shape, heard })
  for (const field of await shownFields(page)) if (field.kind === 'text') await answer(page, field, 'Ы1')
  if ((await expected(page, step, kept, now)).length > 0) await goOn(page).click()
  assert.deepEqual(await atDoubleText(page), [], 'wrong, text of 200 %')

  // A reload in the middle of a word; back and forth.
  await answerAll(page, first)
  const word = (await shownFields(page)).find(
    ({ kind, name }) => kind === 'text' && String(first[name] ?? '').length > 1,
  )
  if (word) {
    const half = page.locator(`form [name="${word.name}"]`)
    await half.fill('')
    await half.pressSequentially(String(first[word.name]).slice(0, -1))
    const before = await half.inputValue()
    await page.reload()
    await page.waitForFunction(
      ([name, value]) => document.querySelector<HTMLInputElement>(`form [name="${name}"]`)?.value === value,
      [word.name, before] as const,
    )
    await answer(page, word, first[word.name])
  }
  const filled = rawOf(await shownFields(page))
  await page.getByRole('link', { name: 'Назад' }).click()
  await page.waitForURL((url) => url.pathname !== `/step${step.number}`)
  await page.goBack()
  await page.waitForURL((url) => url.pathname === `/step${step.number}`)
  await page.locator('form [name]').first().waitFor()
  assert.deepEqual(rawOf(await shownFields(page)), filled, 'after back and forth')

  // Right, in every shape; what the server took is what stood there.
  for (const shape of [first, ...others]) {
    if (stepOf(page) !== step.number) await open(page, step.number)
    await page.locator('form [name]').first().waitFor()
    await answerAll(page, shape)
    const typed = { ...kept, ...rawOf(await shownFields(page)) }
    await goneOn(page, step.number)
    const taken = (await readDetail(page)).steps.find(({ number }) => number === step.number)
    const [one, other] = [validateStep(step, typed, now), validateStep(step, taken?.raw ?? {}, now)]
    assert.ok(taken?.accepted && one.ok && other.ok)
    const onScreen = Object.keys(one.answers as Raw)
    assert.deepEqual(Object.fromEntries(onScreen.map((name) => [name, (other.answers as Raw)[name]])), one.answers)
  }

  await open(page, step.number)
  await page.locator('form [name]').first().waitFor()
  assert.deepEqual(await atDoubleText(page), [], 'right, text of 200 %')
  await fillByKeyboard(page, { ...first })
  await page.waitForURL((url) => url.pathname !== `/step${step.number}`)
}

/** A step that draws its own page: a camera, a check of the device. */
async function checkWhole(page: Page, step: StepDefinition): Promise<void> {
  const how = fillings[step.number]
  assert.ok(how, `nobody knows how to fill step ${step.number}: tell checks/e2e/borrower.ts`)
  assert.deepEqual(await reachedByTab(page), [], 'every control by Tab')
  assert.deepEqual(await atDoubleText(page), [], 'empty, text of 200 %')
  await page.getByRole('link', { name: 'Назад' }).click()
  await page.waitForURL((url) => url.pathname !== `/step${step.number}`)
  await page.goBack()
  await page.waitForURL((url) => url.pathname === `/step${step.number}`)
  for (const act of how) await act(page)
  await goOn(page).waitFor()
  assert.deepEqual(await atDoubleText(page), [], 'filled, text of 200 %')
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  // What was taken is still there after a reload; a check of the device is made anew.
  const still = await goOn(page)
    .waitFor({ timeout: 3000 })
    .then(
      () => true,
      () => false,
    )
  if (!still) for (const act of how) await act(page)
  assert.deepEqual(await reachedByTab(page), [], 'every control by Tab, filled')
  await goOn(page).press('Enter')
  await page.waitForURL((url) => url.pathname !== `/step${step.number}`)
}

/** The walk is one: behind a step that fails nothing can be seen. */
let stopped = 0

// Axe at 360 px, empty, wrong and filled, light and dark: checks/tour/tour.test.ts.
describe('each filling step: valid, each invalid, back and forth, a reload in a word, keyboard, axe at 200 % text', () => {
  for (const step of steps) {
    test(`step ${step.number}: ${step.title}`, async (here) => {
      const { page } = person
      if (stopped) return here.skip(`step ${stopped} could not be left`)
      stopped = step.number
      await open(page, step.number)
      if (await isForm(page)) await checkForm(page, step)
      else await checkWhole(page, step)
      assert.deepEqual(person.faults, [])
      stopped = 0
    })
  }
})
