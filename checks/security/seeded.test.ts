import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { migratedPostgres } from '#server/testing/fresh-postgres.ts'
import { openBrowser } from '../e2e/browser.ts'
import { answers, type Client, openClient, until } from '../e2e/client.ts'
import { personOf } from '../e2e/opened.ts'
import { staffSession } from '../e2e/reviewer.ts'
import { type Running, runServer } from '../e2e/server.ts'
import { type TemporaryPostgres, temporaryPostgres } from '../setup/postgres.ts'
import { dumpPostgres, searchBytes, searchFolder, type Wanted } from './search.ts'
import { seededPerson as person, spellings } from './seeded.ts'

let postgres: TemporaryPostgres
let browser: Browser
before(async () => {
  postgres = await temporaryPostgres()
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await postgres?.stop()
})

const typed: Readonly<Record<number, object>> = {
  10: {
    ...answers[10],
    surname: person.surname,
    name: person.name,
    patronymic: person.patronymic,
    birthDate: person.birthDate,
  },
  9: { ...answers[9], issuedOn: person.issuedOn, issuedBy: person.issuedBy, birthPlace: person.birthPlace },
  21: {
    region: person.region,
    city: person.city,
    street: person.street,
    house: person.house,
    flat: person.flat,
    since: person.since,
  },
  24: { kind: 'employed', employer: person.employer, position: person.position, since: 'long' },
  25: { official: person.official, other: '0', debts: '5 000', spending: person.spending },
  26: { email: person.email },
  32: { ...answers[32], phone: `+7${person.phone}` },
}

/** Everything that goes wrong with the values in it: refusals, unknown addresses, reports of errors. */
async function goWrong(client: Client, request: string): Promise<void> {
  const wrong = { ...typed[10], snils: person.passport, birthDate: person.surname }
  await client.call('PUT', `/service/requests/${request}/steps/10`, { revision: 0, raw: wrong })
  await client.call('PUT', `/service/requests/${request}/steps/10/draft`, { revision: -7, patch: wrong })
  await client.call('GET', `/service/requests/${encodeURIComponent(person.surname)}?phone=%2B7${person.phone}`)
  await client.call('GET', `/service/nothing/${person.phone}?q=${encodeURIComponent(person.email)}`)
  await client.call('POST', '/service/auth/codes', `{"phone":"+7${person.phone}",`)
  await client.call('POST', '/service/auth/session', { phone: `+7${person.phone}`, code: '000000' })
  await client.call('POST', '/service/suggest/address', { query: `${person.city} ${person.street}` })
  const event = {
    message: `не сохранилось: ${person.email} +7${person.phone}`,
    request: { url: `/step10?s=${person.passport}` },
  }
  const envelope = ['{}', '{"type":"event"}', JSON.stringify(event)].join('\n')
  await client.call('POST', '/service/errors', envelope, { 'content-type': 'text/plain' })
}

/** A page of the borrower's, already signed in, that writes down every address and title it comes by. */
async function openPage(server: Running, client: Client) {
  const { context, page, faults } = await personOf(browser, server.url, client)
  const seen: string[] = []
  context.on('request', (request) => seen.push(request.url(), request.headers().referer ?? ''))
  page.on('framenavigated', (frame) => seen.push(frame.url()))
  const look = async (path: string) => {
    await page.goto(path)
    await page.waitForLoadState('networkidle').catch(() => undefined)
    seen.push(await page.title(), page.url())
  }
  return { context, page, faults, seen, look }
}

/** What the browser keeps of this origin. */
const storage = (page: Page) =>
  page.evaluate(async () => {
    const databases = (await indexedDB.databases?.()) ?? []
    const rows: unknown[] = []
    for (const { name = '' } of databases) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      for (const store of database.objectStoreNames) {
        rows.push(
          await new Promise((resolve) => {
            const reading = database.transaction(store).objectStore(store).getAll()
            reading.onsuccess = () => resolve(reading.result)
          }),
        )
      }
      database.close()
    }
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, rows])
  })

for (const kind of ['the embedded database', 'PostgreSQL'] as const) {
  describe(`a whole walk of a person with values of their own, on ${kind}`, () => {
    test('G1: G3: G4: D9: none of them in logs, files, dumps, addresses, titles, or on the device afterwards', async (context) => {
      if (kind === 'PostgreSQL' && postgres.url === null) return context.skip(postgres.reason)
      const database = kind === 'PostgreSQL' && postgres.url !== null ? await migratedPostgres(postgres.url) : null
      const server = await runServer(database ? { env: { DATABASE_URL: database.url } } : {})
      try {
        const staff = await staffSession(server.url)
        const client = openClient(server.url)
        await client.signUp(person.phone)
        const { _id: request } = await client.create()
        await goWrong(client, request)
        const { page, look, seen, faults, context: tab } = await openPage(server, client)
        await look('/step10')
        await page.getByLabel('Фамилия', { exact: true }).fill(person.surname)
        await page.getByText('Сохранено').first().waitFor()
        for (const path of ['/step3', '/step5', '/step16']) await look(path)
        await page.goto('about:blank')
        await client.fill(request, typed)
        for (const path of ['/step9', '/step24', '/step36']) await look(path)
        await client.sign(request, 'application')
        const { id } = await staff.review((step) =>
          step === 24 ? { verdict: 'fix', reason: 'data_differs', comment: person.comment } : { verdict: 'ok' },
        )
        const { version } = await staff.must<{ version: number }>('GET', `/service/office/requests/${id}`)
        await staff.must('POST', `/service/office/requests/${id}/return`, { version })
        await until('the return', async () => (await client.status(request)) !== 2)
        await look('/step24')
        const { steps } = await client.must<{ steps: { number: number; revision: number }[] }>(
          'GET',
          `/service/requests/${request}`,
        )
        const revision = steps.find(({ number }) => number === 24)?.revision ?? 0
        await client.must('PUT', `/service/requests/${request}/steps/24`, { revision, raw: typed[24] })
        await client.sign(request, 'application')
        await staff.approve()
        await until('the offer', async () => (await client.status(request)) === 3)
        await look('/step38')
        await client.sign(request, 'contract')
        await until('the money', async () => (await client.status(request)) === 5)
        for (const path of ['/step3', '/step35', '/step16', '/docs']) await look(path)
        const exported = await staff.must('GET', `/service/office/journal?subject=${request}`)
        const tokens: Wanted[] = [...client.jar.values()].map((text) => ({ what: 'a cookie', text }))

        await page.goto('/step16')
        await page.getByRole('button', { name: 'Выйти' }).click()
        await page.waitForURL((url) => url.pathname === '/')
        const left = await storage(page)
        assert.deepEqual(faults, [])
        await tab.close()

        const wanted = [...spellings(), ...tokens]
        const dump = database ? await dumpPostgres(database.url) : Buffer.alloc(0)
        await server.kill()
        await server.restart()
        await server.kill()
        const folder = searchFolder(server.dataDir, wanted)
        const found = [
          ...searchBytes('the log', Buffer.from(server.output()), wanted),
          ...searchBytes('addresses and titles', Buffer.from(seen.join('\n')), wanted),
          ...searchBytes('the journal', Buffer.from(JSON.stringify(exported)), wanted),
          ...searchBytes('the device after signing out', Buffer.from(left), wanted),
          ...searchBytes('the dump', dump, wanted),
          ...folder.found,
        ]
        const control = [{ what: 'the request’s id, which is kept in plain', text: request }]
        const looked = [...searchBytes('the dump', dump, control), ...searchFolder(server.dataDir, control).found]
        assert.ok(looked.length > 0, 'the search finds what is there')
        assert.deepEqual(found, [])
        const size = `${folder.files} files of ${(folder.bytes / 1e6).toFixed(1)} MB, a dump of ${(dump.length / 1e6).toFixed(1)} MB, ${seen.length} addresses`
        context.diagnostic(
          `G1: ${wanted.length} spellings of ${kind === 'PostgreSQL' ? 'PostgreSQL' : 'the embedded one'}: 0 found in ${size}`,
        )
        context.diagnostic(`G3: 0 of ${wanted.length} in ${server.output().split('\n').length} lines of the log`)
        context.diagnostic(`G4: 0 of ${wanted.length} in ${seen.length} addresses and titles`)
        context.diagnostic(`D9: no call to another host among ${seen.length}`)
      } finally {
        await server.stop()
        await database?.drop()
      }
    })
  })
}
