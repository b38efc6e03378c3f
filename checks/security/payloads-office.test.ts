import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { desktop, newPerson, openBrowser, type Watched } from '../e2e/browser.ts'
import { openClient, until } from '../e2e/client.ts'
import { officeSignIn } from '../e2e/office.ts'
import { type Running, runServer } from '../e2e/server.ts'
import { asBorrower, dealer, essence, fields, quiet, shows, watchDialogs } from './deal.ts'
import { payloads } from './payloads.ts'

/** At most so many requests go through the office, until every field has had all it can hold. */
const walks = Number(process.env.PAYLOAD_WALKS ?? 1)

const reviewed = [
  [9, 'Паспорт'],
  [21, 'Адрес регистрации'],
  [24, 'Работа'],
  [32, 'Куда перевести деньги'],
] as const

let server: Running
let browser: Browser
let office: Watched

before(async () => {
  server = await runServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  browser = await openBrowser()
  office = watchDialogs(await newPerson(browser, server.url, desktop))
  await officeSignIn(office.page)
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

test('D7: in the office, the documents, the journal, the reports and the letters', async (context) => {
  const deal = dealer()
  const staffPage = office.page
  const ask = async (path: string) => {
    const answer = await staffPage.request.get(`/service/office/${path}`)
    return { text: await answer.text(), type: answer.headers()['content-type'] ?? '', headers: answer.headers() }
  }
  let documents = 0
  let n = 0
  for (; n < walks && !deal.over(); n += 1) {
    // Each from an address of their own: from one, twenty codes an hour go out.
    const client = openClient(server.url, { 'x-forwarded-for': `198.51.100.${n % 250}` })
    await client.signUp(`916001${String(n).padStart(4, '0')}`)
    const { _id: request } = await client.create()
    const typed = deal.round()
    await client.fill(request, typed)
    await client.sign(request, 'application')
    await staffPage.goto('/office/')
    await staffPage.getByRole('heading', { name: 'Очередь' }).waitFor()
    await quiet(office, 'the queue')
    await staffPage.keyboard.press('n')
    await staffPage.waitForURL(/\/office\/requests\//)
    const items = staffPage.getByRole('navigation', { name: 'Пункты заявки' }).getByRole('button')
    await items.first().waitFor()
    for (const [step, title] of reviewed) {
      await items
        .filter({ hasText: new RegExp(`^${title}(?!.*(разворот|страница))`) })
        .first()
        .click()
      await staffPage.getByRole('heading', { name: title }).first().waitFor()
      const texts = Object.keys(fields[step] ?? {}).map((name) => typed[step]?.[name] ?? '')
      await staffPage.waitForFunction(
        ([text = '']) => document.body.textContent.replace(/\s/g, '').includes(text),
        [essence(texts[0] ?? '').slice(0, 12)],
      )
      await shows(staffPage, texts, `the review of ${title}`)
      await quiet(office, `the review of ${title}`)
    }
    const comment = payloads
      .slice((n * 8) % payloads.length, ((n * 8) % payloads.length) + 8)
      .join(' ')
      .slice(0, 900)
    const headers = { origin: server.url, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
    const id = new URL(staffPage.url()).pathname.split('/').at(-1) ?? ''
    const { version, items: all } = (await (await staffPage.request.get(`/service/office/requests/${id}`)).json()) as {
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
    const watched = await asBorrower(browser, server.url, client)
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
      for (const cell of line.split(/[;,]/)) assert.doesNotMatch(cell, /^"?[=+@\t\0]/, `${path}: ${cell.slice(0, 60)}`)
    }
  }
  const { text: letters } = await ask('messages')
  assert.doesNotMatch(letters, /"html"/)
  context.diagnostic(
    `D7: ${n} requests through the office (${deal.given()}), ${documents} documents, 9 screens of the office: none ran`,
  )
})
