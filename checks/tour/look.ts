import type { Page } from 'playwright-core'
import { inForcedColours } from '../steps/forced.ts'
import { atDoubleText, violations } from '../steps/look.ts'

/** Nothing sticks out sideways, and nothing is left in English before a borrower. */
async function fits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = []
    if (document.documentElement.scrollWidth > innerWidth)
      faults.push(`wider than the screen by ${document.documentElement.scrollWidth - innerWidth}`)
    if (location.pathname.startsWith('/office')) return faults
    const text = document.body.innerText.replace(/SHA-256 \S+|[\w.+-]+@[\w.-]+|PDF|IBAN|https?:\S+/g, '')
    const english = text.match(/\b[A-Za-z]{3,}( [a-z]{2,})+\b/)
    if (english) faults.push(`English left over: ${english[0]}`)
    return faults
  })
}

/** axe by light and by dark; `every` asks for colours forced by the system, letters twice as large, a wide screen too. */
export async function faultsOf(page: Page, every: boolean): Promise<string[]> {
  const faults: string[] = []
  const add = (where: string, found: readonly string[]) => faults.push(...found.map((fault) => `${where}: ${fault}`))
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    add(colorScheme, await violations(page))
  }
  const own = page.viewportSize() ?? { width: 360, height: 740 }
  add(`${own.width} px`, await fits(page))
  if (!every) return faults
  add('forced colours', await inForcedColours(page))
  add('letters twice as large', await atDoubleText(page))
  await page.setViewportSize({ width: 1280, height: 800 })
  add('1280 px', [...(await violations(page)), ...(await fits(page))])
  await page.setViewportSize(own)
  return faults
}

const months = /(?<![а-яё])(январ|феврал|март|апрел|ма[йя]|июн|июл|август|сентябр|октябр|ноябр|декабр)[а-яё]*/gi
const days = /(понедельник|вторник|сред[ау]|четверг|пятниц[ау]|суббот[ау]|воскресенье)/gi
const counted = /0(\s)(секунд|минут|час|день|дня|дней|месяц|раз)[а-яё]*/g

/** The screen as a screen reader has it; what changes from day to day or from hour to hour is left out. */
export async function treeOf(page: Page): Promise<string> {
  const tree = await page.locator('body').ariaSnapshot()
  return `${`${tree}\n`
    .replace(/SHA-256 \S+?(?=["' ]|$)/gm, 'SHA-256')
    .replace(/^ *- term: обычно.*\n.*- definition: ≈.*\n/gm, '')
    // Whether a day of payment is a day off depends on when the tour is made.
    .replace(/"([^"\n]*?) \(выходной: [^)"\n]*\)"/g, '$1')
    .replace(/^ *- paragraph: .*выходной.*\n/gm, '')
    .replace(/^ *- term: Это выходной.*\n.*- definition: .*\n/gm, '')
    .replace(/- code: [\da-f ]+$/gm, '- code: fingerprint')
    .replace(/^ *- status(: Сохран(ено|яем…))?\n/gm, '')
    // comes when the server has said whether a phone is there
    .replace(/^ *- group: Продолжить на телефоне\n?/gm, '')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, 'ID')
    .replace(/\d+/g, '0')
    .replace(months, 'месяца')
    .replace(days, 'день недели')
    .replace(counted, '0$1единиц')
    .replace(/0(,0)? [кМ]бит/g, '0 Мбит')
    .replace(/(Открыто до|Сейчас закрыто, откроемся) .+?(?=":)/g, 'часы работы')}`
}
