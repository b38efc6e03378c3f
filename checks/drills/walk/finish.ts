import { type FlowContext, validateStep } from '#contract/step.ts'
import { smsCode } from '../../e2e/borrower.ts'
import type { staffSession } from '../../e2e/reviewer.ts'
import { steps } from '../../steps/lender.ts'
import { readDetail } from '../../steps/screen.ts'
import { loseAnswer } from './leaving.ts'
import { chance, insist, mayBeLeft, note, type Walker } from './walker.ts'

export type Staff = Awaited<ReturnType<typeof staffSession>>

/** Check page and signing: asked twice, reloaded, wrong first, the answer lost — sent once all the same. */
export async function send(walker: Walker): Promise<string> {
  const { page } = walker
  const { request } = await readDetail(page)
  await page.goto('/step36')
  await page.getByRole('link', { name: 'Всё верно, подписать' }).click()
  const twice = chance(walker, 0.5)
  note(walker, `37 the code${twice ? ', asked for twice' : ''}`)
  await page.getByRole('button', { name: 'Получить код' }).click({ clickCount: twice ? 2 : 1 })
  const code = page.getByLabel('Код из СМС')
  await code.waitFor()
  if (chance(walker, 0.3)) {
    note(walker, '37 a wrong code')
    await code.fill('123450')
    await page.getByText(/не подошёл/).waitFor()
  }
  const lost = chance(walker, 0.4)
  note(walker, `37 the right code${lost ? ', the answer lost' : ''}`)
  if (lost) await loseAnswer(walker, /\/send$/)
  await code.fill(smsCode)
  if (lost) {
    // The live stream may be faster than the person: then the desk is there already.
    const asked = page.getByText(/Проверьте связь|Нет связи/)
    await Promise.race([asked.waitFor(), page.waitForURL((url) => url.pathname === '/step3')])
    if (await asked.isVisible()) await code.fill(smsCode).catch(() => undefined)
  }
  await page.waitForURL((url) => url.pathname === '/step3')
  await page.getByRole('heading', { name: 'Проверяем заявку' }).waitFor()
  await page.goBack().catch(() => null)
  await mayBeLeft(walker)
  insist((await page.locator('form [name]').count()) === 0, 'Back opens a form again after sending')
  return request._id
}

type Review = { items: { step: number; rows: { label: string; value: string }[] }[]; events: { what: string }[] }

const asRead = (rows: readonly { label: string; value: string }[]) =>
  JSON.stringify(rows.map(({ label, value }) => ({ label, value })))

/** The office reads what was typed, and that it came once. */
export async function sameInTheOffice(walker: Walker, staff: Staff, id: string, at: FlowContext): Promise<void> {
  const path = `/service/office/requests/${id}`
  await staff.must('POST', `${path}/take`)
  const { items } = await staff.must<Review>('GET', path)
  const facts = { ...at.facts }
  for (const step of steps) {
    const typed = walker.taken.get(step.number)
    const item = items.find((candidate) => candidate.step === step.number)
    if (!typed) continue
    insist(item, `the office does not show step ${step.number}`)
    const now: FlowContext = { ...at, facts }
    const checked = validateStep(step, typed, now)
    insist(checked.ok, `answers of step ${step.number} are wrong afterwards`)
    Object.assign(facts, step.facts(checked.answers))
    const wanted = asRead(step.summary(checked.answers, now))
    const rows = asRead(item.rows)
    insist(rows === wanted, `the office shows ${rows} of step ${step.number}, ${wanted} was typed`)
  }
  await staff.must('POST', `${path}/release`)
  const journal = await staff.must<{ items: { event: string }[] }>('GET', `/service/office/journal?subject=${id}`)
  for (const event of ['request.send', 'request.create'])
    insist(journal.items.filter((entry) => entry.event === event).length === 1, `${event} is not in the journal once`)
}
