import type { Page } from 'playwright-core'
import { violations } from './look.ts'

/**
 * With two colours of the person's own choice: what a tone sets apart from what is around it (a button, a card, a bar, what is chosen)
 * is set apart by an edge or by the other colour, and axe has nothing to say.
 */
export async function inForcedColours(page: Page): Promise<string[]> {
  const surfaces = await page.evaluateHandle(() => {
    const own = (element: Element) => getComputedStyle(element).backgroundColor
    const clear = (colour: string) => /, 0\)$/.test(colour)
    const behind = (element: Element | null): string => {
      if (!element) return 'rgb(255, 255, 255)'
      return clear(own(element)) ? behind(element.parentElement) : own(element)
    }
    return [...document.querySelectorAll('body *')].filter((element) => {
      const { width, height } = element.getBoundingClientRect()
      if (element.closest('svg, [aria-hidden=true], dialog:not([open])') || width < 8 || height < 8) return false
      return !clear(own(element)) && own(element) !== behind(element.parentElement)
    })
  })
  await page.emulateMedia({ forcedColors: 'active' })
  const lost = await surfaces.evaluate((found) => {
    const behind = (element: Element | null): string => {
      if (!element) return ''
      const { backgroundColor } = getComputedStyle(element)
      return /, 0\)$/.test(backgroundColor) ? behind(element.parentElement) : backgroundColor
    }
    return found
      .filter((element) => {
        const { backgroundColor, borderTopWidth, borderRightWidth, borderBottomWidth, borderLeftWidth, outlineStyle } =
          getComputedStyle(element)
        const edges = [borderTopWidth, borderRightWidth, borderBottomWidth, borderLeftWidth]
        if (edges.some((edge) => Number.parseFloat(edge) > 0) || outlineStyle !== 'none') return false
        return backgroundColor === behind(element.parentElement)
      })
      .map((element) => `nothing sets apart <${element.tagName.toLowerCase()}> «${element.textContent.slice(0, 40)}»`)
  })
  const faults = [...new Set(lost), ...(await violations(page))]
  await page.emulateMedia({ forcedColors: 'none' })
  await surfaces.dispose()
  return faults
}
