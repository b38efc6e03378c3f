import type { Page } from 'playwright-core'
import type { Raw } from '#contract/step.ts'

interface Focused {
  readonly name: string
  readonly kind: string
  readonly value: string
  readonly checked: boolean
  readonly text: string
}

const focused = (page: Page): Promise<Focused> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null
    return {
      name: element?.getAttribute('name') ?? '',
      kind: element instanceof HTMLSelectElement ? 'select' : (element?.type ?? ''),
      value: element?.value ?? '',
      checked: element?.checked === true,
      text: element?.textContent ?? '',
    }
  })

/** Chooses with the arrows, as a keyboard does in radio buttons and lists. */
async function arrowTo(page: Page, wanted: string): Promise<void> {
  for (let presses = 0; presses < 20; presses += 1) {
    const { value, checked, kind } = await focused(page)
    if (value === wanted && (checked || kind === 'select')) return
    if (value === wanted) await page.keyboard.press('Space')
    else await page.keyboard.press('ArrowDown')
  }
  throw new Error(`the arrows do not reach ${wanted}`)
}

/** Types everything anew with Tab, arrows, Space and letters alone, and ends with Enter on the button that goes on. */
export async function fillByKeyboard(page: Page, raw: Raw): Promise<void> {
  for (let tabs = 0; tabs < 60; tabs += 1) {
    await page.keyboard.press('Tab')
    const { name, kind, checked, text } = await focused(page)
    if (/^(Далее|Сохранить)$/.test(text)) {
      await page.keyboard.press('Enter')
      return
    }
    if (!(name in raw)) continue
    if (kind === 'radio' || kind === 'select') await arrowTo(page, String(raw[name]))
    else if (kind === 'checkbox') {
      if (checked !== (raw[name] === true)) await page.keyboard.press('Space')
    } else {
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.press('Delete')
      await page.keyboard.type(String(raw[name]))
    }
  }
  throw new Error('Tab never came to the button')
}

/** Goes round the page with Tab; answers the controls in sight it never came to. */
export async function reachedByTab(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    document.documentElement.dataset.tabs = ''
    document.addEventListener('focusin', ({ target }) => (target as HTMLElement).setAttribute('data-reached', ''))
    ;(document.activeElement as HTMLElement | null)?.blur()
  })
  for (let tabs = 0; tabs < 40; tabs += 1) await page.keyboard.press('Tab')
  return page.evaluate(() => {
    const usable = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')].filter(
      (element) => element.getClientRects().length > 0 && !element.matches(':disabled, [tabindex="-1"]'),
    )
    const missed = usable.filter((element) => !element.hasAttribute('data-reached'))
    return missed.map((element) => `<${element.tagName.toLowerCase()}> «${(element.textContent ?? '').slice(0, 40)}»`)
  })
}
