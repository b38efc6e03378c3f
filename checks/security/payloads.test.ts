import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { desktop, newPerson, openBrowser, type Watched } from '../e2e/browser.ts'
import { answers, type Client, openClient, until } from '../e2e/client.ts'
import { officeSignIn } from '../e2e/office.ts'
import { type Running, runServer } from '../e2e/server.ts'
import { payloads } from './payloads.ts'

/** Rounds on the borrower's own screens, and walks through the office; each round puts the next payloads into every field. */
const rounds = Number(process.env.PAYLOAD_ROUNDS ?? 6)
const walks = Number(process.env.PAYLOAD_WALKS ?? 1)

let server: Running
let browser: Browser
let office: Watched

before(async () => {
  server = await runServer()
  browser = await openBrowser()
  office = await newPerson(browser, server.url, desktop)
  await officeSignIn(office.page)
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

/** Text fields that take what a person writes, with their longest answer. */
const fields: Readonly<Record<number, Readonly<Record<string, number>>>> = {
  9: { issuedBy: 250, birthPlace: 250 },
  21: { region: 100, city: 100, street: 150, house: 30, flat: 20 },
  24: { employer: 200, position: 100 },
  32: { bankName: 100 },
}

/** Hands out the payloads one after the other, as many to a field as it takes. */
function dealer() {
  // Invisible signs are refused by the fields themselves; those payloads are shown as drafts.
  const visible = payloads.filter((payload) => !/[\0\u202e]/.test(payload))
  // A place in the list for each length: short fields take few of them.
  const places = new Map<number, number>()
  const shown = new Set<string>()
  return {
    shown,
    next(longest: number): string {
      const parts: string[] = []
      let at = places.get(longest) ?? longest * 7
      for (let tried = 0; tried < visible.length; tried += 1) {
        const payload = visible[at % visible.length] ?? ''
        const whole = [...parts, payload].join(' ')
        if (whole.length > longest) {
          if (parts.length > 0) break
          at += 1
          continue
        }
        parts.push(payload)
        shown.add(payload)
        at += 1
      }
      places.set(longest, at)
      return parts.join(' ') || '<b onclick=x>'
    },
  }
}

function round(deal: ReturnType<typeof dealer>): Record<number, Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).map(([step, list]) => [
      Number(step),
      {
        ...answers[Number(step)],
        ...Object.fromEntries(Object.entries(list).map(([name, most]) => [name, deal.next(most)])),
      },
    ]),
  )
}

/** Compared without what tidying, line breaks and control characters change. */
const essence = (text: string) => text.normalize('NFC').replace(/[\s\p{C}\u00ad]/gu, '')

async function shows(page: Page, texts: readonly string[], where: string): Promise<void> {
  const seen = essence((await page.locator('body').textContent()) ?? '')
  for (const text of texts) assert.ok(seen.includes(essence(text)), `${where} does not show ${JSON.stringify(text)}`)
}

/** Nothing ran, nothing was let in, nothing went elsewhere. */
async function quiet({ page, faults }: Watched, where: string): Promise<void> {
  assert.equal(await page.evaluate(() => (window as { __ran?: unknown }).__ran), undefined, `${where}: a script ran`)
  const strange = await page.evaluate(
    () =>
      document.querySelectorAll(
        'main iframe, main object, main embed, main script, main base, main meta, main [onerror], main [onload], main [onclick]',
      ).length,
  )
  assert.equal(strange, 0, `${where}: an element came out of a text`)
  assert.deepEqual(faults, [], where)
}

async function asBorrower(client: Client): Promise<Watched> {
  const watched = await newPerson(browser, server.url)
  const url = server.url.replace('http:', 'https:')
  const flags = { url, secure: true, httpOnly: true, sameSite: 'Lax' as const }
  await watched.context.addCookies([...client.jar].map(([name, value]) => ({ name, value, ...flags })))
  watched.page.on('dialog', (dialog) => {
    watched.faults.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return watched
}

async function accept(client: Client, request: string, typed: Readonly<Record<number, object>>): Promise<void> {
  const { steps } = await client.must<{ steps: { number: number; revision: number }[] }>(
    'GET',
    `/service/requests/${request}`,
  )
  for (const [number, raw] of Object.entries(typed)) {
    const revision = steps.find((step) => step.number === Number(number))?.revision ?? 0
    await client.must('PUT', `/service/requests/${request}/steps/${number}`, { revision, raw })
  }
}

describe('texts that would run', () => {
  test(`D7: ${payloads.length} payloads in every text field on the borrower’s screens`, async (context) => {
    const deal = dealer()
    const client = openClient(server.url)
    await client.signUp('9161234567')
    const { _id: request } = await client.create()
    await client.fill(request)
    const watched = await asBorrower(client)
    const { page } = watched
    for (let n = 0; n < rounds; n += 1) {
      const typed = round(deal)
      await accept(client, request, typed)
      await page.goto('/step36')
      await page
        .getByRole('heading', { name: 'Проверьте' })
        .or(page.getByRole('heading', { level: 1 }))
        .first()
        .waitFor()
      await page.getByText('Работодатель').first().waitFor()
      const { issuedBy, birthPlace, employer, position } = { ...typed[9], ...typed[24] } as Record<string, string>
      await shows(page, [issuedBy, birthPlace, employer, position].map(String), 'the check page')
      await quiet(watched, `the check page, round ${n}`)
    }
    const all = payloads.join(' ').slice(0, 19_000)
    const { steps } = await client.must<{ steps: { number: number; revision: number }[] }>(
      'GET',
      `/service/requests/${request}`,
    )
    const revision = steps.find(({ number }) => number === 10)?.revision ?? 0
    await client.must('PUT', `/service/requests/${request}/steps/10/draft`, {
      revision,
      patch: { surname: all, name: payloads[0], patronymic: payloads[1] },
    })
    for (const path of ['/step9', '/step10', '/step21', '/step24', '/step32', '/step5']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await quiet(watched, path)
    }
    await watched.context.close()
    context.diagnostic(
      `D7: ${deal.shown.size} of ${payloads.length} payloads shown as text on the check page in ${rounds} rounds, none ran`,
    )
  })

  test('D7: and in the office, the documents, the journal, the reports and the letters', async (context) => {
    const deal = dealer()
    const staffPage = office.page
    office.page.on('dialog', (dialog) => {
      office.faults.push(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    const ask = async (path: string) => {
      const answer = await staffPage.request.get(`/service/office/${path}`)
      return { text: await answer.text(), type: answer.headers()['content-type'] ?? '', headers: answer.headers() }
    }
    let documents = 0
    for (let n = 0; n < walks; n += 1) {
      const client = openClient(server.url)
      await client.signUp(`91600010${String(n).padStart(2, '0')}`)
      const { _id: request } = await client.create()
      const typed = round(deal)
      await client.fill(request, typed)
      await client.sign(request, 'application')
      await staffPage.goto('/office/')
      await staffPage.getByRole('heading', { name: 'Очередь' }).waitFor()
      await quiet(office, 'the queue')
      await staffPage.keyboard.press('n')
      await staffPage.waitForURL(/\/office\/requests\//)
      const items = staffPage.getByRole('navigation', { name: 'Пункты заявки' }).getByRole('button')
      await items.first().waitFor()
      for (const [title, step] of [
        ['Паспорт', 9],
        ['Работа', 24],
      ] as const) {
        await items
          .filter({ hasText: new RegExp(`^${title}(?!.*(разворот|страница))`) })
          .first()
          .click()
        const values = Object.keys(fields[step] ?? {}).map((name) => typed[step]?.[name] ?? '')
        await staffPage
          .getByText(essence(values[0] ?? '').slice(0, 4))
          .first()
          .waitFor({ timeout: 5000 })
          .catch(() => undefined)
        await shows(staffPage, values, `the review of ${title}`)
        await quiet(office, `the review of ${title}`)
      }
      const comment = payloads
        .slice(n * 8, n * 8 + 8)
        .join(' ')
        .slice(0, 900)
      const headers = { origin: server.url, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
      const id = new URL(staffPage.url()).pathname.split('/').at(-1) ?? ''
      const { version, items: all } = (await (
        await staffPage.request.get(`/service/office/requests/${id}`)
      ).json()) as {
        version: number
        items: { step: number }[]
      }
      for (const { step } of all) {
        await staffPage.request.post(`/service/office/requests/${id}/items/${step}/opened`, { headers })
        const verdict =
          step === 24 ? { verdict: 'fix', reason: 'data_differs', comment, internal: comment } : { verdict: 'ok' }
        await staffPage.request.put(`/service/office/requests/${id}/items/${step}`, {
          headers,
          data: { version, verdict },
        })
      }
      await staffPage.reload()
      await staffPage.getByText('Вернём клиенту').waitFor()
      await quiet(office, 'the review with comments')
      const returned = await staffPage.request.post(`/service/office/requests/${id}/return`, {
        headers,
        data: { version },
      })
      assert.equal(returned.status(), 200, await returned.text())
      await until('the return', async () => (await client.status(request)) !== 2)
      const watched = await asBorrower(client)
      await watched.page.goto('/step24')
      await watched.page.getByText('Данные не совпадают с документом').first().waitFor()
      await shows(watched.page, [comment], 'the remark of the reviewer')
      await quiet(watched, 'the step that came back')
      await watched.page.goto('/step3')
      await watched.page
        .getByRole('heading', { level: 1 })
        .or(watched.page.getByRole('heading', { level: 2 }))
        .first()
        .waitFor()
      await quiet(watched, 'the desk')
      await watched.context.close()

      const list = await client.must<{ documents: { id: string }[] }>('GET', `/service/requests/${request}/documents`)
      for (const document of list.documents) {
        const path = `/service/requests/${request}/documents/${document.id}`
        const pdf = await client.call('GET', path)
        assert.match(pdf.headers.get('content-type') ?? '', /^application\/pdf/)
        assert.ok(
          !/\/(JS|JavaScript|Launch|SubmitForm)\b/.test(pdf.text.replace(/\bstream[\s\S]*?endstream/g, '')),
          document.id,
        )
        const plain = await client.call('GET', `${path}?form=text`)
        assert.match(plain.headers.get('content-type') ?? '', /^text\/plain/)
        assert.equal(plain.headers.get('x-content-type-options'), 'nosniff')
        documents += 1
      }
    }
    const login = payloads.slice(0, 3).join('').slice(0, 190)
    const headers = { origin: server.url, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
    await staffPage.request.post('/service/office/staff', { headers, data: { login, name: login, role: 'verifier' } })
    const event = JSON.stringify({
      message: payloads.slice(0, 30).join(' ').slice(0, 1500),
      transaction: payloads[0],
      breadcrumbs: [{ message: payloads[2] }],
    })
    await staffPage.request.post('/service/errors', {
      headers: { origin: server.url, 'content-type': 'text/plain' },
      data: `{}\n{"type":"event"}\n${event}`,
    })
    for (const path of ['', 'messages', 'payouts', 'errors', 'journal', 'staff', 'reports', 'jobs', 'rules']) {
      await staffPage.goto(`/office/${path}`)
      await staffPage.getByRole('heading', { level: 1 }).waitFor()
      await staffPage.waitForLoadState('networkidle').catch(() => undefined)
      await quiet(office, `/office/${path}`)
    }
    for (const path of [
      'journal/export?format=csv',
      'journal/export?format=jsonl',
      'reports/reasons',
      'reports/reviewers',
      'reports/outcomes',
    ]) {
      const { text, type, headers: sent } = await ask(path)
      if (type.includes('json') && path.startsWith('reports')) continue
      assert.match(sent['content-disposition'] ?? '', /^attachment/, path)
      for (const line of text.split('\n')) {
        for (const cell of line.split(/[;,]/))
          assert.doesNotMatch(cell, /^"?[=+@\t\0]/, `${path}: ${cell.slice(0, 60)}`)
      }
    }
    const { text: letters } = await ask('messages')
    assert.doesNotMatch(letters, /"html"/)
    context.diagnostic(
      `D7: ${deal.shown.size} payloads through ${walks} walks of the office, ${documents} documents, 9 screens of the office: none ran`,
    )
  })
})
