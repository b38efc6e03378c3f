import { validateStep } from '#contract/step.ts'
import { rightShapes } from '../../steps/right.ts'
import { answer, goOn, rawOf, type ShownField, shownFields, summaryLines } from '../../steps/screen.ts'
import { slipped } from '../../steps/values.ts'
import { wrongValues } from '../../steps/wrong.ts'
import {
  chance,
  choose,
  formIsThere,
  insist,
  look,
  mayBeLeft,
  note,
  nothingLost,
  type Standing,
  sameAnswers,
  saved,
  type Walker,
} from './walker.ts'

export type Act = (walker: Walker, standing: Standing) => Promise<void>

/** Right, wrong or half a word in one field; `by` the letters, or all at once. */
async function typeInto(walker: Walker, { step, now, kept }: Standing, field: ShownField): Promise<void> {
  const { page } = walker
  if (field.kind !== 'text') {
    const value = field.kind === 'checkbox' ? chance(walker, 0.5) : choose(walker, field.options)
    note(walker, `${step.number} ${field.name}: ${value}`)
    await answer(page, field, value)
    await look(walker)
    return
  }
  const shape = choose(walker, rightShapes(step, now))
  const right = String(shape[field.name] ?? 'Проба')
  const wrong = wrongValues(step, { ...kept, ...shape }, now).get(field.name) ?? ['']
  const kind = walker.random()
  const value = kind < 0.35 ? right : kind < 0.7 ? choose(walker, wrong) : slipped(walker.random, right)
  if (chance(walker, 0.4)) {
    const typed = value.replace(/[\r\n\t]/g, ' ').slice(0, 4)
    note(walker, `${step.number} ${field.name}, letter by letter: ${JSON.stringify(typed)}`)
    const control = page.locator(`form [name="${field.name}"]`)
    await control.fill('')
    await look(walker)
    for (const letter of typed) {
      await control.pressSequentially(letter)
      await look(walker)
    }
    return
  }
  note(walker, `${step.number} ${field.name}: ${JSON.stringify(value.slice(0, 40))}`)
  await answer(page, field, value)
  await look(walker)
}

const type: Act = async (walker, standing) => {
  const fields = await shownFields(walker.page)
  await typeInto(walker, standing, choose(walker, fields))
}

/** «Далее» over wrong answers: the step stays, and every complaint leads to its field. */
const pressWrong: Act = async (walker, { step, now, kept }) => {
  const { page } = walker
  const fields = await shownFields(page)
  const checked = validateStep(step, { ...kept, ...rawOf(fields) }, now)
  if (checked.ok) return
  const twice = chance(walker, 0.5)
  note(walker, `${step.number} next over ${checked.issues.length} errors${twice ? ', twice' : ''}`)
  await goOn(page).click({ clickCount: twice ? 2 : 1 })
  await page.getByRole('alert').waitFor()
  const lines = (await summaryLines(page)).map((line) => line.replace(/, исправлено$/, ''))
  const wanted = checked.issues.map(({ message }) => message)
  insist(JSON.stringify(lines) === JSON.stringify(wanted), `step ${step.number} says ${lines}, not ${wanted}`)
  const now_ = await shownFields(page)
  for (const { field, message } of checked.issues) {
    const under = now_.find(({ name }) => name === field)?.error
    insist(under === message, `step ${step.number}: under ${field} stands «${under}», not «${message}»`)
  }
  insist(new URL(page.url()).pathname === `/step${step.number}`, 'wrong answers were taken')
}

const reload: Act = async (walker, { step }) => {
  note(walker, `${step.number} reload`)
  const at = Date.now()
  await walker.page.reload()
  await nothingLost(walker, step.number, at)
}

const crash: Act = async (walker, { step }) => {
  note(walker, `${step.number} the tab dies`)
  const at = Date.now()
  await walker.page.close({ runBeforeUnload: false })
  walker.page = await walker.context.newPage()
  await walker.page.goto(`/step${step.number}`)
  await nothingLost(walker, step.number, at)
}

const offline: Act = async (walker, standing) => {
  note(walker, `${standing.step.number} offline`)
  await walker.context.setOffline(true)
  await type(walker, standing)
  if (chance(walker, 0.5)) await type(walker, standing)
  await walker.context.setOffline(false)
  note(walker, `${standing.step.number} online`)
  await saved(walker, standing.step.number)
}

const backAndForth: Act = async (walker, { step }) => {
  const { page } = walker
  const byArrow = chance(walker, 0.5)
  note(walker, `${step.number} back ${byArrow ? 'by the arrow' : 'by the browser'} and forth`)
  const before = await look(walker)
  if (byArrow) await page.getByRole('link', { name: 'Назад' }).click()
  else {
    // There must be something to go back to.
    await page.evaluate(() => history.pushState(null, '', location.href))
    await page.goto('/step5')
  }
  await page.waitForURL((url) => url.pathname !== `/step${step.number}`)
  await mayBeLeft(walker)
  await page.goBack()
  await formIsThere(walker, step.number)
  const after = rawOf(await shownFields(page))
  insist(sameAnswers(before, after), `back and forth on step ${step.number}: ${JSON.stringify([before, after])}`)
}

const deepLink: Act = async (walker, { step }) => {
  const { page } = walker
  const number = choose(walker, [3, 5, 9, 10, 16, 19, 21, 26, 31, 33, 34, 35, 36, 37, 38, 39, 20, 2, 99])
  note(walker, `${step.number} link to /step${number}`)
  const at = Date.now()
  await page.goto(`/step${number}`)
  await mayBeLeft(walker)
  await page.goto(`/step${step.number}`)
  await nothingLost(walker, step.number, at)
}

/** What is not in the field yet, as far as the field takes it: the same answer typed again is no change, and no conflict. */
async function unlike({ page }: Walker, name: string, one: string, two: string): Promise<string> {
  const shown = (await shownFields(page)).find((field) => field.name === name)?.value
  const digits = String(shown).replace(/\D/g, '')
  return digits !== '' && (digits.includes(one) || one.startsWith(digits)) ? two : one
}

/** Another tab saves first: here there is a choice, and what was chosen stands on both sides. */
const secondTab: Act = async (walker, standing) => {
  const { page, context } = walker
  const { step } = standing
  const texts = (await shownFields(page)).filter(({ kind }) => kind === 'text')
  if (texts.length === 0) return
  const [theirs, mine] = [choose(walker, texts), choose(walker, texts)]
  const whose = chance(walker, 0.5) ? 'mine' : 'theirs'
  note(walker, `${step.number} another tab on ${theirs.name}, here on ${mine.name}: ${whose}`)
  await saved(walker, step.number)
  const other: Walker = { ...walker, page: await context.newPage(), seen: [] }
  await other.page.goto(`/step${step.number}`)
  await formIsThere(other, step.number)
  await answer(other.page, theirs, await unlike(other, theirs.name, '1234', '4321'))
  await saved(other, step.number)
  const left = rawOf(await shownFields(other.page))
  const [one, two] = mine.name === theirs.name ? (['5678', '8765'] as const) : (['9', '6'] as const)
  await answer(page, mine, await unlike(walker, mine.name, one, two))
  const here = rawOf(await shownFields(page))
  if (sameAnswers(left, here)) {
    await other.page.close()
    return void (await look(walker))
  }
  const dialog = page.getByRole('dialog', { name: 'Этот шаг изменили в другом окне' })
  await dialog.waitFor()
  await dialog.getByRole('button', { name: whose === 'mine' ? 'Оставить' : 'Взять' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await saved(walker, step.number)
  const after = await look(walker)
  insist(
    sameAnswers(after, whose === 'mine' ? here : left),
    `${whose} was chosen, ${JSON.stringify(after)} stands there`,
  )
  await other.page.close()
}

const kill: Act = async (walker, standing) => {
  const { server } = walker
  note(walker, `${standing.step.number} the server dies`)
  await type(walker, standing)
  await server.kill()
  await type(walker, standing)
  await server.restart()
  note(walker, `${standing.step.number} the server is back`)
  await saved(walker, standing.step.number, 30)
}

const calm: readonly Act[] = [
  type,
  type,
  type,
  pressWrong,
  pressWrong,
  reload,
  crash,
  offline,
  backAndForth,
  deepLink,
  secondTab,
]

export const formActs = (kills: boolean): readonly Act[] => (kills ? [...calm, kill, kill, kill] : calm)
