import type { BrowserContext, Page } from 'playwright-core'
import type { FlowContext, Raw, StepDefinition } from '#contract/step.ts'
import type { Running } from '../../e2e/server.ts'
import { rawOf, readDetail, shownFields } from '../../steps/screen.ts'
import { pick, type Random } from '../../steps/values.ts'

/** One borrower on a random walk: what stands on the screen is remembered with its time, what is done is written down. */
export interface Walker {
  readonly server: Running
  readonly context: BrowserContext
  readonly random: Random
  page: Page
  /** The list of actions: the same for the same seed. */
  readonly log: string[]
  /** Answers as they stood on the screen when each step was taken. */
  readonly taken: Map<number, Raw>
  /** How the step on the screen looked, with when. */
  seen: { readonly at: number; readonly raw: Raw }[]
  /** Milliseconds of typing lost at the worst moment. */
  lost: number
}

/** A step with the rules it is judged by now. */
export interface Standing {
  readonly step: StepDefinition
  readonly now: FlowContext
  readonly kept: Raw
}

export class WalkFault extends Error {
  override name = 'WalkFault'
}

export function insist(true_: unknown, what: string): asserts true_ {
  if (!true_) throw new WalkFault(what)
}

export const note = (walker: Walker, line: string): void => void walker.log.push(line)

export const chance = (walker: Walker, share: number): boolean => walker.random() < share

export const choose = <Item>(walker: Walker, items: readonly Item[]): Item => pick(walker.random, items)

/** Reads the form on the screen and remembers it. */
export async function look(walker: Walker): Promise<Raw> {
  const raw = rawOf(await shownFields(walker.page))
  walker.seen.push({ at: Date.now(), raw })
  return raw
}

const text = (raw: Raw) => JSON.stringify(Object.entries(raw).sort())

export const sameAnswers = (one: Raw, other: Raw): boolean => text(one) === text(other)

/** Waits for the form of a step; whatever happened, it must come. */
export async function formIsThere(walker: Walker, number: number): Promise<void> {
  await walker.page.waitForURL((url) => url.pathname === `/step${number}`)
  await walker.page.locator('form [name]').first().waitFor()
}

/** After a reload or a crash: the form shows what was typed, at most the last second of it missing. */
export async function nothingLost(walker: Walker, number: number, since: number): Promise<void> {
  await formIsThere(walker, number)
  const raw = rawOf(await shownFields(walker.page))
  const at = walker.seen.findLastIndex((seen) => sameAnswers(seen.raw, raw))
  const last = walker.seen.at(-1)
  insist(at >= 0, `step ${number} shows ${text(raw)}; the last seen was ${last ? text(last.raw) : 'nothing'}`)
  const firstLost = walker.seen[at + 1]
  const lost = firstLost ? since - firstLost.at : 0
  walker.lost = Math.max(walker.lost, lost)
  insist(
    lost <= 1000,
    `${lost} ms of typing were lost on step ${number}: ${text(raw)} instead of ${text(last?.raw ?? {})}`,
  )
  walker.seen = [{ at: Date.now(), raw }]
}

/** The server holds what the screen shows: within seconds, whatever was in between. */
export async function saved(walker: Walker, number: number, seconds = 20): Promise<void> {
  const end = Date.now() + seconds * 1000
  for (;;) {
    const raw = rawOf(await shownFields(walker.page))
    const held = await readDetail(walker.page).catch(() => null)
    const kept = held?.steps.find((step) => step.number === number)?.raw ?? {}
    // A field nobody has touched stands empty on the screen and is not there on the server.
    if (Object.entries(raw).every(([name, value]) => (kept[name] ?? '') === value || (!kept[name] && !value))) return
    insist(Date.now() < end, `step ${number}: the server holds ${text(kept)}, the screen shows ${text(raw)}`)
    await walker.page.waitForTimeout(60)
  }
}

/** No screen is a trap: there is a heading, and something to go on or back with. */
export async function mayBeLeft(walker: Walker): Promise<void> {
  const { page } = walker
  await page.getByRole('heading').first().waitFor()
  const ways = page.locator(
    'header a[href], header button, main a[href], section[aria-label="Дальше"] :is(a[href], button)',
  )
  const found = await ways
    .first()
    .waitFor()
    .then(
      () => true,
      () => false,
    )
  insist(found, `no way out of ${page.url()}`)
}
