import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** WCAG 2.2 A and AA over the page as it stands; what is wrong, a line each. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async (values) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const { violations: found } = await axe.run(document, { runOnly: { type: 'tag', values } })
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join('; ')}`)
  }, tags)
}

/** With letters twice as large: nothing is wider than the screen, nothing is cut off, and axe has nothing to say. */
export async function atDoubleText(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const faults = await page.evaluate(() => {
    const root = document.documentElement
    const wider = root.scrollWidth - root.clientWidth
    const visible = (element: Element) =>
      element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible'
    const hides = (value: string) => value === 'hidden' || value === 'clip'
    // Boxes of one pixel are for screen readers only; a line of typing scrolls by itself.
    const cut = [...document.querySelectorAll('main *, form *, button, a')].filter((element) => {
      if (!visible(element) || element.closest('svg, input') || element.clientWidth <= 1 || element.clientHeight <= 1)
        return false
      const { overflowX, overflowY } = getComputedStyle(element)
      const sideways = hides(overflowX) && element.scrollWidth > element.clientWidth + 1
      return sideways || (hides(overflowY) && element.scrollHeight > element.clientHeight + 1)
    })
    const outside = [...document.querySelectorAll('button, a, label, legend, h1, input, select, p')].filter(
      (element) => {
        const box = element.getBoundingClientRect()
        return visible(element) && box.width > 1 && (box.right > root.clientWidth + 1 || box.left < -1)
      },
    )
    const name = (element: Element) =>
      `<${element.tagName.toLowerCase()}> «${(element.textContent ?? '').slice(0, 40)}»`
    return [
      ...(wider > 0 ? [`wider than the screen by ${wider}`] : []),
      ...cut.map((element) => `cut off: ${name(element)}`),
      ...outside.map((element) => `outside the screen: ${name(element)}`),
    ]
  })
  faults.push(...(await violations(page)))
  await page.evaluate(() => {
    document.documentElement.style.fontSize = ''
  })
  return faults
}
