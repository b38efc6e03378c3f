import type { Locator, Page } from 'playwright-core'
import type { Raw } from '#contract/step.ts'

/** One answer a screen asks for, as the page shows it. */
export interface ShownField {
  readonly name: string
  readonly kind: 'text' | 'radio' | 'checkbox' | 'select'
  readonly value: string | boolean
  /** Values of a choice or a list. */
  readonly options: readonly string[]
  /** What stands under the field in red. */
  readonly error: string
}

/** The fields of the form on the screen, in its order. */
export function shownFields(page: Page): Promise<ShownField[]> {
  return page.evaluate(() => {
    type Control = HTMLInputElement | HTMLSelectElement
    const controls = [
      ...document.querySelectorAll<Control>('main form [name]:not([type=range]), form [name]:not([type=range])'),
    ]
    const names = [...new Set(controls.map(({ name }) => name).filter((name) => /^[A-Za-z]+$/.test(name)))]
    return names.map((name) => {
      const own = controls.filter((control) => control.name === name)
      const [first] = own as [Control]
      const kind = first.type === 'radio' || first.type === 'checkbox' ? first.type : 'text'
      const chosen = own.find((control) => (control as HTMLInputElement).checked)
      const list =
        first instanceof HTMLSelectElement ? [...first.options].map(({ value }) => value).filter(Boolean) : []
      return {
        name,
        kind: first instanceof HTMLSelectElement ? ('select' as const) : (kind as 'text' | 'radio' | 'checkbox'),
        value: kind === 'checkbox' ? chosen !== undefined : kind === 'radio' ? (chosen?.value ?? '') : first.value,
        options: kind === 'radio' ? own.map(({ value }) => value) : list,
        error: document.getElementById(`${first.id}-error`)?.textContent ?? '',
      }
    })
  })
}

/** What the form holds: only what was ever answered, as the form keeps it. */
export const rawOf = (fields: readonly ShownField[]): Raw =>
  Object.fromEntries(fields.map(({ name, value }) => [name, value]))

const control = (page: Page, name: string): Locator => page.locator(`form [name="${name}"]`).first()

/** Answers one field as a hand does; text is pasted whole. */
export async function answer(page: Page, field: ShownField, value: unknown): Promise<void> {
  if (field.kind === 'radio') await page.locator(`form [name="${field.name}"][value="${String(value)}"]`).check()
  else if (field.kind === 'checkbox') await control(page, field.name).setChecked(value === true)
  else if (field.kind === 'select') await control(page, field.name).selectOption(String(value))
  else await control(page, field.name).fill(String(value))
}

/**
 * Answers everything that is shown, and empties what `raw` has no answer to; choices first show what hangs on them. A
 * field that came with a choice is answered when it is there.
 */
export async function answerAll(page: Page, raw: Raw): Promise<void> {
  const done = new Set<string>()
  for (;;) {
    const field = (await shownFields(page)).find(({ name }) => !done.has(name))
    if (!field) return
    done.add(field.name)
    const wanted = raw[field.name] ?? (field.kind === 'checkbox' ? false : '')
    const cannot = field.kind === 'radio' || field.kind === 'select' ? !field.options.includes(String(wanted)) : false
    if (field.value !== wanted && !cannot) await answer(page, field, wanted)
  }
}

export const goOn = (page: Page): Locator => page.getByRole('button', { name: /^(Далее|Сохранить)$/ })

/** The lines of the error summary. */
export const summaryLines = (page: Page): Promise<string[]> =>
  page.locator('[role=alert] li a').evaluateAll((links) => links.map((link) => link.textContent ?? ''))

export const stepOf = (page: Page): number => Number(/^\/step(\d+)$/.exec(new URL(page.url()).pathname)?.[1] ?? 0)

export type KeptStep = { number: number; revision: number; raw: Raw; accepted: boolean }
export type Detail = {
  request: { _id: string; status: number; version: number }
  steps: KeptStep[]
  facts: Record<string, unknown>
  firstLoan: boolean
}

/** The request as the server holds it, asked with the page's own cookies. */
export async function readDetail(page: Page): Promise<Detail> {
  const current = await page.context().request.post('/service/requests/current', {
    headers: { origin: new URL(page.url()).origin },
  })
  const { data } = (await current.json()) as { data: { _id: string } | null }
  if (!data) throw new Error('there is no current request')
  return (await (await page.context().request.get(`/service/requests/${data._id}`)).json()) as Detail
}
