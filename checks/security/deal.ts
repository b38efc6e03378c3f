import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import type { Watched } from '../e2e/browser.ts'
import { answers, type Client } from '../e2e/client.ts'
import { personOf } from '../e2e/opened.ts'
import { payloads } from './payloads.ts'

/** Text fields that take what a person writes, with their longest answer. */
export const fields: Readonly<Record<number, Readonly<Record<string, number>>>> = {
  9: { issuedBy: 250, birthPlace: 250 },
  21: { region: 100, city: 100, street: 150, house: 30, flat: 20 },
  24: { employer: 200, position: 100 },
  32: { bankName: 100 },
}

/** Invisible signs are refused by the fields themselves; those payloads are shown as drafts. */
const visible = payloads.filter((payload) => !/[\0\u202e]/.test(payload))

/** Hands out the payloads to each field one after the other, as many at once as it takes, until each has had all that fit. */
export function dealer() {
  const left = new Map<string, string[]>()
  const given = new Map<string, number>()
  const stillOf = (name: string, longest: number, turn: number) => {
    const known = left.get(name)
    if (known) return known
    const fitting = visible.filter((payload) => payload.length <= longest)
    // Another beginning for each field: what stands beside what differs.
    const at = (turn * 31) % fitting.length
    const all = [...fitting.slice(at), ...fitting.slice(0, at)]
    left.set(name, all)
    return all
  }
  function next(name: string, longest: number, turn: number): string {
    const still = stillOf(name, longest, turn)
    const parts: string[] = []
    while (still[0] !== undefined && [...parts, still[0]].join(' ').length <= longest) parts.push(still.shift() ?? '')
    given.set(name, (given.get(name) ?? 0) + parts.length)
    return parts.join(' ') || '<b onclick=x>'
  }
  return {
    /** Every field has had every payload it can hold */
    over: () => given.size > 0 && [...left.values()].every((still) => still.length === 0),
    given: () => [...given].map(([name, count]) => `${name} ${count}`).join(', '),
    /** The next answers of the steps that take text */
    round(): Record<number, Record<string, string>> {
      let turn = 0
      return Object.fromEntries(
        Object.entries(fields).map(([step, list]) => {
          const texts = Object.entries(list).map(([name, longest]) => {
            turn += 1
            return [name, next(name, longest, turn)]
          })
          return [Number(step), { ...answers[Number(step)], ...Object.fromEntries(texts) }]
        }),
      )
    },
  }
}

/** Compared without what tidying, line breaks and control characters change. */
export const essence = (text: string) => text.normalize('NFC').replace(/[\s\p{C}\u00ad]/gu, '')

export async function shows(page: Page, texts: readonly string[], where: string): Promise<void> {
  const seen = essence((await page.locator('body').textContent()) ?? '')
  for (const text of texts) assert.ok(seen.includes(essence(text)), `${where} does not show ${JSON.stringify(text)}`)
}

/** Nothing ran, nothing was let in, nothing went elsewhere. */
export async function quiet({ page, faults }: Watched, where: string): Promise<void> {
  assert.equal(await page.evaluate(() => (window as { __ran?: unknown }).__ran), undefined, `${where}: a script ran`)
  const strange = await page.evaluate(
    () =>
      document.querySelectorAll(
        'main iframe, main object, main embed, main script, main base, main meta, main [onerror], main [onload], main [onclick]',
      ).length,
  )
  assert.equal(strange, 0, `${where}: an element came out of a text`)
  assert.deepEqual(faults, [], where)
}

/** The client's own browser, in which a dialog is a fault. */
export async function asBorrower(browser: Browser, place: string, client: Client): Promise<Watched> {
  return watchDialogs(await personOf(browser, place, client))
}

export function watchDialogs(watched: Watched): Watched {
  watched.page.on('dialog', (dialog) => {
    watched.faults.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return watched
}
