import type { Browser } from 'playwright-core'
import type { FlowContext, Raw } from '#contract/step.ts'
import { confirmEmail } from '../../e2e/borrower.ts'
import { phone as screen } from '../../e2e/browser.ts'
import { openClient, wish } from '../../e2e/client.ts'
import { evidenceAnswers, takesFile } from '../../e2e/evidence.ts'
import { watch } from '../../e2e/faults.ts'
import type { Running } from '../../e2e/server.ts'
import { context as everywhere, steps } from '../../steps/lender.ts'
import { rightShapes } from '../../steps/right.ts'
import { type KeptStep, readDetail, stepOf } from '../../steps/screen.ts'
import { pick } from '../../steps/values.ts'
import { seeded } from '../random.ts'
import { walkCapture } from './captureActs.ts'
import { type Staff, sameInTheOffice, send } from './finish.ts'
import { formActs } from './formActs.ts'
import { leaveForm } from './leaving.ts'
import { choose, look, mayBeLeft, type Standing, type Walker } from './walker.ts'

export interface WalkParts {
  readonly server: Running
  readonly browser: Browser
  readonly staff: Staff
  readonly seed: number
  /** A number of its own for each walk on a server: the borrower's phone. */
  readonly person: number
  /** The server is this walk's alone, and dies on the way. */
  readonly kills: boolean
  /** From the first step to the last, not a stretch of them. */
  readonly whole: boolean
}

export interface Walked {
  readonly log: readonly string[]
  /** Milliseconds of typing lost at the worst moment. */
  readonly lost: number
  readonly seconds: number
}

const stretch = 3

/** Walks a borrower through the filling and compares what the server and the office hold with what was typed. */
export async function walk(parts: WalkParts): Promise<Walked> {
  const { server, browser, seed, person, kills, whole } = parts
  const began = performance.now()
  const random = seeded(seed)
  // An address of their own: the limits for one address are not what is tried here.
  const headers = { 'x-forwarded-for': `10.${(person >> 16) & 255}.${(person >> 8) & 255}.${person & 255}` }
  const client = openClient(server.url, headers)
  await client.signUp(`916${String(1_000_000 + person)}`)
  const { _id: id } = await client.create()
  const email = `walk${person}@example.ru`
  const own: FlowContext = { ...everywhere, facts: { ...everywhere.facts, confirmedEmail: email } }
  const taken = new Map<number, Raw>([[34, wish]])
  const filling = steps.slice(1)
  const first = whole ? 0 : Math.floor(random() * (filling.length - stretch + 1))
  const last = whole ? filling.length : first + stretch

  async function accept(number: number): Promise<void> {
    if (number === 26) await client.confirmEmail(email)
    const step = steps.find((candidate) => candidate.number === number)
    const raw = takesFile(number)
      ? ((await evidenceAnswers(server.url, client, id, number)) as Raw)
      : pick(random, step ? rightShapes(step, own) : [])
    const { steps: known } = await client.must<{ steps: KeptStep[] }>('GET', `/service/requests/${id}`)
    const revision = known.find((kept) => kept.number === number)?.revision ?? 0
    await client.must('PUT', `/service/requests/${id}/steps/${number}`, { revision, raw })
    taken.set(number, raw)
  }

  for (const step of filling.slice(0, first)) await accept(step.number)
  const context = await browser.newContext({
    viewport: screen,
    baseURL: server.url,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    reducedMotion: 'reduce',
    extraHTTPHeaders: headers,
  })
  // Sending goes on by itself after a server's death, with pauses of seconds; the machine may be busy with more than us.
  context.setDefaultTimeout(kills ? 60_000 : 30_000)
  const cookies = [...client.jar].map(([name, value]) => ({
    name,
    value,
    url: server.url.replace('http:', 'https:'),
    secure: true,
  }))
  await context.addCookies(cookies)
  watch(context, server.url)
  const page = await context.newPage()
  const walker: Walker = { server, context, random, page, log: [], taken, seen: [], lost: 0 }
  try {
    await page.goto('/step5')
    await page.getByRole('link', { name: 'Продолжить' }).click()
    for (const step of filling.slice(first, last)) {
      await walker.page.waitForURL((url) => url.pathname === `/step${step.number}`)
      if (step.number === 26) await confirmInPage(walker, email)
      await walkStep(walker, step.number, kills)
    }
    for (const step of filling.slice(last)) await accept(step.number)
    const { firstLoan } = await readDetail(walker.page)
    await send(walker)
    await sameInTheOffice(walker, parts.staff, id, { ...own, firstLoan })
    return { log: walker.log, lost: walker.lost, seconds: (performance.now() - began) / 1000 }
  } catch (error) {
    const where = walker.page.isClosed() ? '' : ` at step ${stepOf(walker.page)}`
    const pictures = process.env.PICTURES
    if (pictures) await walker.page.screenshot({ path: `${pictures}/walk-${seed}.png` }).catch(() => undefined)
    throw new Error(`seed ${seed}${where}: ${(error as Error).message}\n${walker.log.slice(-12).join('\n')}`, {
      cause: error,
    })
  } finally {
    await context.close()
  }
}

async function confirmInPage(walker: Walker, email: string): Promise<void> {
  const address = walker.page.locator('form [name=email]')
  await address.fill(email)
  await confirmEmail(walker.page)
}

async function walkStep(walker: Walker, number: number, kills: boolean): Promise<void> {
  const step = steps.find((candidate) => candidate.number === number)
  if (!step) throw new Error(`there is no step ${number}`)
  await mayBeLeft(walker)
  if (number >= 27 && number <= 31) return walkCapture(walker, number, kills)
  await walker.page.locator('form [name]').first().waitFor()
  const detail = await readDetail(walker.page)
  const kept = detail.steps.find((candidate) => candidate.number === number)?.raw ?? {}
  const now: FlowContext = { ...everywhere, facts: detail.facts, firstLoan: detail.firstLoan }
  const standing: Standing = { step, now, kept }
  walker.seen = []
  await look(walker)
  const acts = 1 + Math.floor(walker.random() * 4)
  for (let n = 0; n < acts; n += 1) {
    await choose(walker, formActs(kills))(walker, standing)
  }
  await leaveForm(walker, standing)
}
