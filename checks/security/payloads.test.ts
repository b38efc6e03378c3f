import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../e2e/browser.ts'
import { type Client, openClient, order } from '../e2e/client.ts'
import { type Running, runServer } from '../e2e/server.ts'
import { shownFields } from '../steps/screen.ts'
import { asBorrower, dealer, essence, fields, quiet, shows } from './deal.ts'
import { payloads } from './payloads.ts'

/** At most so many rounds; each puts the next payloads into every field, until every field has had all it can hold. */
const rounds = Number(process.env.PAYLOAD_ROUNDS ?? 6)

let server: Running
let browser: Browser

before(async () => {
  server = await runServer()
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

async function revisionsOf(client: Client, request: string): Promise<(step: number) => number> {
  const { steps } = await client.must<{ steps: { number: number; revision: number }[] }>(
    'GET',
    `/service/requests/${request}`,
  )
  return (step) => steps.find(({ number }) => number === step)?.revision ?? 0
}

/** A request with every step accepted, and its client's browser. */
async function filled(phone: string) {
  const client = openClient(server.url)
  await client.signUp(phone)
  const { _id: request } = await client.create()
  await client.fill(request, { 22: elsewhere })
  return { client, request, watched: await asBorrower(browser, server.url, client) }
}

const elsewhere = { place: 'other', region: 'Край', city: 'Город', street: 'Улица', house: '1', flat: '' }

test('D7: payloads as the answers of every text field: the check page shows them as text', async (context) => {
  const deal = dealer()
  const { client, request, watched } = await filled('9161234567')
  const { page } = watched
  let done = 0
  for (; done < rounds && !deal.over(); done += 1) {
    const typed = deal.round()
    const revision = await revisionsOf(client, request)
    for (const [step, raw] of Object.entries(typed))
      await client.must('PUT', `/service/requests/${request}/steps/${step}`, { revision: revision(Number(step)), raw })
    await page.goto('/step36')
    await page.getByText('Работодатель').first().waitFor()
    const texts = Object.entries(fields).flatMap(([step, list]) =>
      Object.keys(list).map((name) => typed[Number(step)]?.[name]),
    )
    await shows(page, texts.map(String), 'the check page')
    await quiet(watched, `the check page, round ${done}`)
  }
  await watched.context.close()
  context.diagnostic(`D7: answers with payloads on the check page in ${done} rounds (${deal.given()}), none ran`)
})

test(`D7: all ${payloads.length} payloads typed into every text field of every step`, async (context) => {
  const { client, request, watched } = await filled('9161234568')
  const { page } = watched
  const all = payloads.join(' ')
  const seen: string[] = []
  const open = async (step: number) => {
    await page.goto(`/step${step}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    return shownFields(page)
  }
  for (const step of order.filter((number) => number < 27 || number > 31)) {
    const texts = (await open(step)).filter(({ kind }) => kind === 'text').map(({ name }) => name)
    // All of them in every field at once would be more than one step keeps.
    for (let first = 0; first < texts.length; first += 2) {
      const filled = texts.slice(first, first + 2)
      const patch = Object.fromEntries(texts.map((name) => [name, filled.includes(name) ? all : '']))
      const revision = (await revisionsOf(client, request))(step)
      await client.must('PUT', `/service/requests/${request}/steps/${step}/draft`, { revision, patch })
      const shown = await open(step)
      for (const name of filled.filter((each) => each in (fields[step] ?? {})))
        assert.equal(
          essence(String(shown.find((field) => field.name === name)?.value)),
          essence(all),
          `step ${step}: ${name}`,
        )
      await quiet(watched, `step ${step}`)
    }
    seen.push(...texts.map((name) => `${step}.${name}`))
  }
  await watched.context.close()
  assert.ok(seen.length >= 25, seen.join(' '))
  context.diagnostic(`D7: ${payloads.length} payloads in each of ${seen.length} fields as they are typed, none ran`)
})
