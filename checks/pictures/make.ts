import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { seeing, standingAt } from '../capture/borrower.ts'
import { writeSound, writeStill } from '../capture/clips.ts'
import { at, create, fillAll, fillings, sign, signUp } from '../e2e/borrower.ts'
import { desktop, newPerson, openBrowser, phone } from '../e2e/browser.ts'
import { openClient, until } from '../e2e/client.ts'
import { officeSignIn } from '../e2e/office.ts'
import { personOf } from '../e2e/opened.ts'
import { staffSession } from '../e2e/reviewer.ts'
import { type Running, runServer } from '../e2e/server.ts'
import { findBrowser } from '../setup/browser.ts'
import { takeAll } from './all.ts'
import { officeTour } from './office.ts'

const folder = fileURLToPath(new URL('../../docs/pictures', import.meta.url))
const tall = { ...phone, height: 760 }

async function take(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(600)
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

/** The way of a borrower up to the desk that waits. */
async function filling(server: Running, browser: Browser): Promise<void> {
  const { page, context } = await newPerson(browser, server.url, tall)
  await page.goto('/')
  await take(page, 'start')
  await page.goto('/step18')
  await signUp(page)
  await at(page, '/step3')
  await create(page)
  await page.goto('/step10')
  for (const step of fillings[10] ?? []) await step(page)
  await page.getByRole('button', { name: 'Далее' }).click()
  await at(page, '/step9')
  for (const step of fillings[9] ?? []) await step(page)
  await page.mouse.move(0, 0)
  await page.evaluate(() => scrollTo(0, 0))
  await take(page, 'passport')
  await page.goto('/step5')
  await fillAll(page)
  await page.getByRole('link', { name: 'Всё верно, подписать' }).click()
  await sign(page, /Получить код/)
  await at(page, '/step3')
  await take(page, 'desk')
  await context.close()
}

/** The queue, and a photo under review. */
async function office(server: Running, browser: Browser): Promise<void> {
  const { page, context } = await newPerson(browser, server.url, desktop)
  await officeSignIn(page)
  await take(page, 'queue')
  await page.keyboard.press('n')
  await page.getByRole('article').waitFor()
  while (!(await page.getByRole('heading', { name: 'Паспорт: разворот с фото' }).isVisible())) {
    await page.keyboard.press('1')
    await page.waitForTimeout(300)
  }
  await take(page, 'review')
  await page.keyboard.press('q')
  await context.close()
}

/** A page of an invented document under a lamp, as a telephone held upright sees it. */
function uprightPage() {
  const text = (row: number, words: string) =>
    `<text x="90" y="${row}" font-size="34" font-family="monospace" fill="#3a1420">${words}</text>`
  const rows = Array.from({ length: 12 }, (_, row) => text(150 + row * 62, 'ВЫМЫСЛОВА АННА ПЕТРОВНА ОБРАЗЕЦ'))
  const machine = [930, 980].map((row) => text(row, 'PNRUSVYMYSLOVA&lt;&lt;ANNA&lt;PETROVNA&lt;&lt;&lt;'))
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="810" height="1080">
      <rect width="810" height="1080" fill="#6b4f3a"/><rect x="45" y="50" width="720" height="980" rx="14" fill="#d9b8b0"/>
      ${rows.join('')}${machine.join('')}<ellipse cx="560" cy="360" rx="150" ry="110" fill="#fff"/></svg>`),
  )
}

/** What the camera says of a page with a glare on it: a good one it would take by itself. */
async function camera(server: Running): Promise<void> {
  const clips = mkdtempSync(join(tmpdir(), 'zayavka-clips-'))
  const browser = await openBrowser(seeing(await writeStill(clips, 'upright', uprightPage()), writeSound(clips)))
  try {
    const { page } = await standingAt(server.url, browser, 28, '9161112801')
    await page.setViewportSize(tall)
    await page.goto('/step28')
    await page.getByText(/Блик/).first().waitFor()
    await take(page, 'camera')
  } finally {
    await browser.close()
    rmSync(clips, { recursive: true })
  }
}

/** A loan large enough for time to think it over: its offer, and the dial after it is signed, in the dark. */
async function offer(server: Running, browser: Browser): Promise<void> {
  const staff = await staffSession(server.url)
  const client = openClient(server.url)
  await client.signUp('9161112802')
  const wish = { product: 'instalment', amount: 6_000_000, term: 12, purpose: 'repair', promo: '' }
  const { _id: id } = await client.create(wish)
  await client.fill(id, { 25: { official: '200 000' } })
  await client.sign(id, 'application')
  await staff.approve()
  await until('the offer', async () => (await client.status(id)) === 3)
  const { page, context } = await personOf(browser, server.url, client, tall)
  await page.goto('/step38')
  await page.getByText('Полная стоимость займа').first().waitFor()
  await take(page, 'offer')
  await page
    .getByText('График платежей')
    .first()
    .evaluate((title) => title.scrollIntoView())
  await take(page, 'schedule')
  await client.sign(id, 'contract')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/step3')
  await page.getByRole('heading', { name: /Деньги уйдут/ }).waitFor()
  await take(page, 'cooling-off')
  await context.close()
}

/** The pictures of the README and of docs/office.md, from the running product; `office`: the latter alone; `all FOLDER`: every screen in every state. */
async function main(): Promise<void> {
  const found = findBrowser()
  if (found.path === null) throw new Error(found.reason)
  process.env.CHROMIUM_PATH = found.path
  const [what, into] = process.argv.slice(2)
  if (what === 'all') return takeAll(into ?? join(tmpdir(), 'zayavka-pictures'))
  mkdirSync(folder, { recursive: true })
  const server = await runServer()
  const browser = await openBrowser()
  try {
    if (what === 'office') return await officeTour(server, browser, take)
    await offer(server, browser)
    await filling(server, browser)
    await office(server, browser)
    await camera(server)
    await officeTour(server, browser, take)
  } finally {
    await browser.close()
    await server.stop()
  }
}

await main()
