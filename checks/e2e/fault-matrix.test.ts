import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { annasPlace } from './anna.ts'
import { newPerson, phone } from './browser.ts'
import { openClient } from './client.ts'
import { allFaults, bodies, type Fault, fewFaults } from './fault-shapes.ts'
import { announcesForAll } from './faults.ts'
import { withLooseLimits } from './loose-limits.ts'
import { bringCookies } from './opened.ts'

// what the app writes of the answers that are broken here
announcesForAll({ says: /^(authenticated|requests_findByClientIds|currentRequest)\b/ })

/** `MATRIX=full`: every pair of status and body; `PICTURES=FOLDER`: what was seen, at 360 px. */
const whole = process.env.MATRIX === 'full'
const faults = whole ? allFaults() : fewFaults()
const pictures = process.env.PICTURES

// Thousands of loads in a quarter of an hour, and a sign-in after each that ended a session, are more than one person may ask for.
const place = annasPlace({ lender: withLooseLimits })

/** Answers of both calls as the page gets them: in the page itself, so that a thousand cost no thousand walks through a proxy. */
const install = (given: { bodies: Readonly<Record<string, string>> }) => {
  const kept = sessionStorage.getItem('fault')
  const world = window as unknown as { fault: Fault | null }
  world.fault = kept ? (JSON.parse(kept) as Fault) : null
  const real = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const path = new URL(String(input instanceof Request ? input.url : input), location.href).pathname
    const call = path === '/authenticated' ? 'authenticated' : path.endsWith('/findByClientIds') ? 'requests' : null
    const { fault } = world
    if (!fault || fault.call !== call) return real(input, init)
    if (fault.status === 0) throw new TypeError('Failed to fetch')
    const bare = [204, 304].includes(fault.status)
    const body = bare ? null : (given.bodies[fault.body] ?? '')
    return new Response(body, { status: fault.status, headers: { 'content-type': 'application/json' } })
  }
}

const breakWith = (page: Page, fault: Fault | null) =>
  page.evaluate((next) => {
    ;(window as unknown as { fault: Fault | null }).fault = next
    if (next) sessionStorage.setItem('fault', JSON.stringify(next))
    else sessionStorage.removeItem('fault')
  }, fault)

/** What the person has before them. English is looked for in words of four letters and more; names of the brand have none. */
const look = () => {
  const shown = (element: Element) => {
    const box = element.getBoundingClientRect()
    return box.width > 0 && box.height > 0 && !element.closest('[inert]')
  }
  const text = document.body.innerText
  const controls = [...document.querySelectorAll('a[href], button:not([disabled]), input:not([disabled])')].filter(
    shown,
  )
  return {
    path: location.pathname,
    words: [...document.querySelectorAll('h1, h2, [role=status], [role=alert]')]
      .filter(shown)
      .map((e) => e.textContent ?? ''),
    controls: controls.length,
    english: text.match(/\b(?!SMS|PDF|JPEG)[A-Za-z]{4,}\b/g) ?? [],
    waiting: [...document.querySelectorAll('dialog[open]')].some((dialog) => dialog.textContent?.includes('Обработка')),
    price: /Вернёте/.test(text),
    text,
  }
}

/** A screen to act on, within a few looks: chunks are on their way, redirects happen. */
async function settled(page: Page) {
  let seen: Awaited<ReturnType<typeof once>> | undefined
  const once = () => page.evaluate(look)
  for (let n = 0; n < 60; n += 1) {
    seen = await once().catch(() => undefined)
    if (seen && seen.controls > 0 && seen.words.some((word) => /[а-яё]/i.test(word)) && !seen.waiting) return seen
    await page.waitForTimeout(100)
  }
  return seen
}

/** All pictures of one walk on one page, ten to a row. */
async function sheet(folder: string) {
  if (!pictures) return
  const files = readdirSync(join(pictures, folder)).filter((file) => file !== 'sheet.png')
  const tiles = files.map((file) => {
    const picture = readFileSync(join(pictures, folder, file)).toString('base64')
    return `<figure style="display:inline-block;margin:4px"><img width="180" src="data:image/png;base64,${picture}"><figcaption>${file}</figcaption></figure>`
  })
  const context = await place().browser.newContext({ viewport: { width: 1960, height: 800 } })
  const paper = await context.newPage()
  await paper.setContent(`<body style="font:10px sans-serif">${tiles.join('')}`)
  await paper.screenshot({ path: join(pictures, folder, 'sheet.png'), fullPage: true })
  await context.close()
}

const nameOf = ({ call, status, body }: Fault) => `${call} ${status} ${body}`

function check(what: string, seen: Awaited<ReturnType<typeof settled>>): string[] {
  if (!seen) return [`${what}: nothing`]
  return [
    ...(seen.controls === 0 ? [`${what}: nothing to act on`] : []),
    ...(seen.words.some((word) => /[а-яё]/i.test(word)) ? [] : [`${what}: no word`]),
    ...(seen.waiting ? [`${what}: only «Обработка»`] : []),
    ...(seen.english.length > 0 ? [`${what}: English: ${seen.english.join(' ')}`] : []),
  ]
}

async function picture(page: Page, folder: string, what: string) {
  if (!pictures) return
  mkdirSync(join(pictures, folder), { recursive: true })
  await page.screenshot({ path: join(pictures, folder, `${what.replace(/[^\p{L}\d]+/gu, '-')}.png`) })
}

/** `draft`: this device has held the filling before; without: the same person on a new device. */
async function person(draft: boolean) {
  const { page, context } = await newPerson(place().browser, place().server.url, phone)
  await context.addCookies(await place().anna.context.cookies())
  await page.addInitScript(install, { bodies })
  await page.goto('/step10')
  await page.getByLabel('Фамилия', { exact: true }).waitFor()
  if (draft) {
    await page.getByLabel('Фамилия', { exact: true }).fill('Вымыслова')
    await page.getByText('Сохранено').first().waitFor()
  } else await page.evaluate(() => indexedDB.deleteDatabase('zayavka'))
  return { page, context }
}

/** Takes the cookies along: a session's token is renewed in use, and the next device is to be signed in, too. */
async function leave(context: BrowserContext) {
  await place().anna.context.addCookies(await context.cookies())
  await context.close()
}

/** Where a fault may lead besides the screen itself. */
const places = ['/step3', '/']
/** Where only a 401 leads: sign-in, or the word for who is not signed in. */
const places401 = ['/step2', '/steperrornoauth']

/** Being told of a 401 signs a person out, as the customer's text has it: the next fault meets them signed in. */
async function signInAgain(context: BrowserContext) {
  const { url } = place().server
  const client = openClient(url)
  await client.signUp()
  await bringCookies(context, url, client.jar)
}

const modes = { auth: '/step3', verification: '/step10' } as const

describe('a fault of either call, whatever it is made of', () => {
  for (const [mode, path] of Object.entries(modes)) {
    for (const draft of [true, false]) {
      const kept = draft ? 'with a draft' : 'without'

      test(`matrix: ${mode}, poll, ${kept}: the last good screen stands`, async (context: TestContext) => {
        const { page, context: browserContext } = await person(draft)
        await page.goto(path)
        await page
          .getByRole('heading', { name: mode === 'auth' ? 'Заполните заявку' : 'Кто вы' })
          .or(page.getByLabel('Фамилия', { exact: true }))
          .first()
          .waitFor()
        const wrong: string[] = []
        for (const fault of faults) {
          if (fault.status === 401) continue
          await breakWith(page, fault)
          await page.evaluate(() => dispatchEvent(new Event('online')))
          await page.waitForTimeout(pictures ? 150 : 25)
          const seen = await settled(page)
          wrong.push(...check(`${nameOf(fault)} (${kept})`, seen))
          if (seen && seen.path !== path) wrong.push(`${nameOf(fault)}: left for ${seen.path}`)
          if (mode === 'auth' && seen && !/Заполните заявку|Уточняем состояние|Заявок пока нет/.test(seen.text))
            wrong.push(`${nameOf(fault)}: the desk is lost: ${seen.text.slice(0, 80)}`)
          await picture(page, `${mode}-poll`, nameOf(fault))
        }
        await sheet(`${mode}-poll`)
        context.diagnostic(`${faults.length} faults`)
        assert.deepEqual(wrong, [])
        await leave(browserContext)
      })

      test(`matrix: ${mode}, cold load, ${kept}: a screen to act on`, async (context: TestContext) => {
        const { page, context: browserContext } = await person(draft)
        const wrong: string[] = []
        const some = whole ? faults : faults.filter((_, n) => n % 4 === (mode === 'auth' ? 0 : 2) + (draft ? 0 : 1))
        for (const fault of some) {
          await breakWith(page, fault)
          await page.goto(path, { waitUntil: 'commit' })
          const seen = await settled(page)
          wrong.push(...check(`${nameOf(fault)} (${kept})`, seen))
          const allowed = [path, ...places, ...(fault.status === 401 ? places401 : [])]
          if (seen && !allowed.includes(seen.path)) wrong.push(`${nameOf(fault)}: at ${seen.path}`)
          if (mode === 'auth' && seen?.price) wrong.push(`${nameOf(fault)}: a price on a desk that knows none`)
          await picture(page, `${mode}-cold-${kept}`.replaceAll(' ', '-'), nameOf(fault))
          if (fault.status === 401) await signInAgain(browserContext)
        }
        await sheet(`${mode}-cold-${kept}`.replaceAll(' ', '-'))
        context.diagnostic(`${some.length} faults`)
        assert.deepEqual(wrong, [])
        await leave(browserContext)
      })
    }
  }
})
