import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { heading } from '../e2e/anna.ts'
import { at, create } from '../e2e/borrower.ts'
import { type Client, openClient, until } from '../e2e/client.ts'
import { announces, announcesForAll } from '../e2e/faults.ts'
import { opened } from '../e2e/opened.ts'
import { staffSession } from '../e2e/reviewer.ts'

// a page whose configuration lacks a part falls, and is told of
announcesForAll({ says: /Cannot read properties of undefined \(reading 'messengerLink'\)/ })

interface Person {
  readonly client: Client
  readonly id: string
}
/** Anna fills a request, Boris has an offer, Clara has none of either. */
const people: { anna?: Person; boris?: Person; clara?: Client } = {}

const place = opened({}, async ({ server }) => {
  const filled = async (phone: string): Promise<Person> => {
    const client = openClient(server.url)
    await client.signUp(phone)
    const { _id: id } = await client.create()
    await client.fill(id)
    return { client, id }
  }
  people.boris = await filled('9167705001')
  await people.boris.client.sign(people.boris.id, 'application')
  const staff = await staffSession(server.url)
  await staff.approve()
  await until('the offer', async () => people.boris && (await people.boris.client.status(people.boris.id)) === 3)
  people.anna = await filled('9167705002')
  people.clara = openClient(server.url)
  await people.clara.signUp('9167705003')
})

function there<T>(person: T | undefined): T {
  if (!person) throw new Error('people are there inside tests only')
  return person
}

const pathOf = (page: Page) => new URL(page.url()).pathname
const overlay = (page: Page) => page.getByRole('status').filter({ hasText: 'Обработка' })

/** Holds what matches until it is let go. */
async function hold(page: Page, what: string | RegExp): Promise<() => void> {
  let letGo = () => {}
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(what, async (route) => {
    await gone
    await route.continue()
  })
  return () => letGo()
}

/** Names that are written so everywhere. */
const names =
  /^(Android|Chrome|Edge|Firefox|Safari|Samsung|Internet|iPhone|iPad|Mac|Windows|JavaScript|Bluetooth|cbr|finombudsman|PDF)$/

describe('the customer’s text: screens and routes', () => {
  test('1.9, 9.21: every screen a visitor meets is in Russian: the language of the page, and its words', async () => {
    const { page, context } = await place.person()
    for (const path of ['/', '/step2', '/step18', '/step19', '/docs', '/mediapermissionshelp', '/steperrornoauth']) {
      await page.goto(path)
      await page.locator('h1').first().waitFor()
      assert.equal(await page.locator('html').getAttribute('lang'), 'ru')
      // addresses and sums of files are no words
      const text = (await page.locator('body').innerText()).replace(
        /\S+@\S+|[\w-]+\.(ru|example)\S*|\b(?:[\da-f]{4} ?){4,}/g,
        '',
      )
      const words = text.match(/(?<![\p{L}\d])\p{L}{3,}(?![\p{L}\d])/gu) ?? []
      const foreign = words.filter((word) => /^[A-Za-z]+$/.test(word) && !names.test(word))
      assert.deepEqual(foreign, [], path)
      assert.ok(words.length > 10, path)
    }
    await context.close()
  })

  test('2.4, 2.5, 2.20, 2.21, 2.48: a screen comes in files of its own when it is opened, with a placeholder until then', async () => {
    const manifest = JSON.parse(
      readFileSync(new URL('../../dist/.vite/manifest.json', import.meta.url), 'utf8'),
    ) as Record<string, { file: string }>
    const screens = {
      '/step2': ['steps/step02-sign-in/Screen.tsx', 'Вход'],
      '/step18': ['steps/step18-sign-up/Screen.tsx', 'Регистрация'],
      '/step19': ['steps/step19-new-request/Screen.tsx', 'Новая заявка'],
      '/docs': ['client/screens/docs/Screen.tsx', 'Документы и помощь'],
      '/steperrornoauth': ['client/screens/steperrornoauth/Screen.tsx', 'Нужно войти ещё раз'],
    } as const
    const files = new Set<string>()
    for (const [path, [source, name]] of Object.entries(screens)) {
      const { page, context } = await place.person()
      const file = manifest[source]?.file ?? ''
      assert.match(file, /\.js$/, `${source} is no file of its own`)
      files.add(file)
      const letGo = await hold(page, `**/${file}`)
      await page.goto(path)
      await overlay(page).waitFor()
      assert.equal(await page.getByRole('heading', { name }).count(), 0)
      letGo()
      await heading(page, name)
      await overlay(page).waitFor({ state: 'detached' })
      await context.close()
    }
    assert.equal(files.size, Object.keys(screens).length)
  })

  test('2.8, 2.10: the start is given the auth status: a visitor may sign in, who is signed in goes to the desk', async () => {
    const visitor = await place.person()
    await visitor.page.goto('/')
    await visitor.page.locator('#root').getByRole('link', { name: 'Войти' }).waitFor()
    await visitor.context.close()
    const known = await place.personOf(there(people.clara))
    await known.page.goto('/')
    await known.page.locator('#root').getByRole('link', { name: 'Рабочий стол' }).click()
    await at(known.page, '/step3')
    await known.context.close()
  })

  test('2.12, 2.14, 2.15, 2.16, 2.17: the step screens of the authentication mode wait for the status, and differ by it', async () => {
    const screens: [path: string, known: string, visitor: string | RegExp][] = [
      ['/step3', 'Заявок пока нет', /Войдите/],
      ['/step16', 'Профиль', /Войдите/],
      ['/step19', 'Новая заявка', 'Новая заявка'],
      ['/step20', 'Продлевать пока нечего', 'Войдите, чтобы продлить заём'],
      ['/step35', 'Займов пока нет', 'Войдите, чтобы увидеть заём'],
    ]
    for (const [path, name, asVisitor] of screens) {
      const { page, context } = await place.personOf(there(people.clara))
      const letGo = await hold(page, '**/authenticated')
      await page.goto(path)
      await overlay(page).waitFor()
      assert.equal(await page.getByRole('heading', { name }).count(), 0, path)
      letGo()
      await heading(page, name)
      assert.equal(pathOf(page), path)
      await context.close()

      const visitor = await place.person()
      // Nobody is told to leave while this looks at what the screen makes of the status.
      await visitor.page.route('**/findByClientIds', () => new Promise(() => {}))
      await visitor.page.goto(path)
      await heading(visitor.page, asVisitor)
      await visitor.context.close()
    }
  })

  test('2.18, 2.46: the form that creates a request and the one that fills it have the same fields', async () => {
    const labels = async (client: Client, path: string) => {
      const { page, context } = await place.personOf(client)
      await page.goto(path)
      await page.getByLabel('На что нужны деньги').waitFor()
      const found = await page.locator('main label').allInnerTexts()
      await context.close()
      return found.map((text) => text.split('\n')[0])
    }
    const creating = await labels(there(people.clara), '/step19')
    assert.ok(creating.length >= 4)
    assert.deepEqual(await labels(there(people.anna).client, '/step34'), creating)
  })

  test('2.19: a request is created without an id', async () => {
    const client = openClient(place.server.url)
    await client.signUp('9167705004')
    const { page, context } = await place.personOf(client)
    const sent = page.waitForRequest(
      (request) =>
        request.method() === 'POST' && /\/service\/requests(\/?$|\/[^fc])/.test(new URL(request.url()).pathname),
    )
    await create(page)
    const request = await sent
    assert.equal(new URL(request.url()).pathname, '/service/requests')
    assert.deepEqual(Object.keys(request.postDataJSON()), ['raw'])
    await context.close()
  })

  test('2.3, 2.23 to 2.45: every screen of the verification mode asks for the current request first, then for that very request', async () => {
    const walk = async ({ client, id }: Person, numbers: readonly number[]) => {
      const { page, context, faults } = await place.personOf(client)
      const asked: string[] = []
      const early: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await page.route('**/service/requests/current', async (route) => {
        if ((await page.locator('main h1').count()) > 0 && asked.length > 0) early.push(pathOf(page))
        await route.continue()
      })
      for (const number of numbers) {
        asked.length = 0
        await page.goto(`/step${number}`)
        await page.locator('h1').first().waitFor()
        assert.equal(pathOf(page), `/step${number}`, 'shown there, and no id in the address')
        const current = asked.indexOf('/service/requests/current')
        const whole = asked.indexOf(`/service/requests/${id}`)
        assert.ok(current >= 0 && whole > current, `/step${number}: ${asked.join(' ')}`)
        assert.equal(await page.getByText(/Ошибка в роутинге|размонтирован/).count(), 0)
      }
      assert.deepEqual(early, [], 'shown before the id is known')
      assert.deepEqual(faults, [])
      await context.close()
    }
    const filling = [5, 9, 10, ...Array.from({ length: 14 }, (_, place) => 21 + place), 36, 37]
    await walk(there(people.anna), filling)
    await walk(there(people.boris), [38, 39])
  })

  test('2.53: a route that throws says the message of its error', async () => {
    const { page, context } = await place.person()
    await page.route('**/', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('"contacts":{', '"nobody":{')
      const { 'content-encoding': _packed, ...headers } = response.headers()
      await route.fulfill({ status: 200, headers, body })
    })
    const thrown: string[] = []
    page.on('console', (message) => thrown.push(message.text()))
    await page.goto('/')
    await heading(page, 'Ошибка в роутинге')
    const said = (await page.locator('main p').first().innerText()).trim()
    assert.ok(said.length > 5 && thrown.some((line) => line.includes(said)), `${said}; thrown: ${thrown.join('\n')}`)
    await context.close()
  })

  test('2.62: «обновить» is a small button, and reloads the whole page', async () => {
    const { page, context } = await place.person()
    await page.goto('/steperrornoauth')
    const usual = (await page.getByRole('link', { name: 'Войти по номеру телефона' }).boundingBox())?.height ?? 0
    announces(page, { says: /dynamically imported module/ })
    await page.route(/\/assets\/Screen-[^/]+\.js$/, (route) => route.abort())
    await page.goto('/step2')
    await heading(page, 'Компонент размонтирован')
    const button = page.getByRole('button', { name: 'обновить' })
    const small = (await button.boundingBox())?.height ?? 0
    assert.ok(small > 0 && small < usual, `${small} against ${usual}`)
    await page.evaluate(() => Object.assign(window, { samePage: true }))
    await Promise.all([page.waitForEvent('domcontentloaded'), button.click()])
    assert.equal(await page.evaluate(() => 'samePage' in window), false)
    await context.close()
  })

  test('2.64: the overlay is a dark mask with a spinner', async () => {
    const { page, context } = await place.person()
    await page.route('**/authenticated', () => new Promise(() => {}))
    await page.goto('/step19')
    await overlay(page).waitFor()
    // It comes up softly: looked at once it has.
    await page.waitForFunction(() => document.getAnimations().every((one) => !(one instanceof CSSTransition)))
    const { mask, box, spins } = await page.locator('dialog[open]').evaluate((dialog) => {
      const { width, height } = dialog.getBoundingClientRect()
      const spinner = dialog.querySelector('[aria-hidden=true]')
      return {
        mask: getComputedStyle(dialog).backgroundColor,
        box: [width, height],
        spins: spinner ? getComputedStyle(spinner).animationIterationCount : 'no spinner',
      }
    })
    const [red = 255, green = 255, blue = 255, alpha = 1] = (mask.match(/[\d.]+/g) ?? []).map(Number)
    assert.ok(red + green + blue < 150 && alpha > 0.5, mask)
    assert.deepEqual(box, [360, 740])
    assert.equal(spins, 'infinite')
    await context.close()
  })

  test('2.66: an overlay that takes long is announced and offers a way out', async () => {
    const { page, context } = await place.personOf(there(people.clara))
    await page.goto('/step16')
    await heading(page, 'Профиль')
    await page.clock.install()
    await page.route('**/service/auth/session', () => new Promise(() => {}))
    await page.getByRole('button', { name: 'Выйти', exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'Выходим' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Обновить страницу' }).count(), 0)
    await page.clock.runFor(10_500)
    await page.getByRole('status').filter({ hasText: 'больше времени, чем обычно' }).waitFor()
    await page.mouse.click(20, 20)
    assert.equal(await page.getByRole('button', { name: 'Обновить страницу' }).isVisible(), true)
    await context.close()
  })
})
