import type { Page } from 'playwright-core'

/** Counts clicks and typed characters in the page from now on. */
export async function countWork(page: Page): Promise<() => Promise<string>> {
  const install = () => {
    const kept = JSON.parse(sessionStorage.getItem('work') ?? '{"taps":0,"typed":0}') as { taps: number; typed: number }
    const keep = () => sessionStorage.setItem('work', JSON.stringify(kept))
    addEventListener(
      'click',
      (event) => {
        if (event.isTrusted) kept.taps += 1
        keep()
      },
      true,
    )
    addEventListener(
      'input',
      (event) => {
        const field = event.target as HTMLInputElement
        // A choice, a tick and a file have values too, which nobody types.
        if (!['radio', 'checkbox', 'file', 'select-one'].includes(field.type))
          kept.typed += ((event as InputEvent).data ?? field.value ?? '').length
        keep()
      },
      true,
    )
  }
  await page.evaluate(() => sessionStorage.setItem('work', '{"taps":0,"typed":0}'))
  await page.evaluate(install)
  await page.addInitScript(install)
  return async () => {
    const work = JSON.parse((await page.evaluate(() => sessionStorage.getItem('work'))) ?? '{}') as {
      taps: number
      typed: number
    }
    return `${work.taps} taps, ${work.typed} characters`
  }
}
