import type { Browser, Page } from 'playwright-core'
import { desktop, newPerson } from '../e2e/browser.ts'
import { answers, openClient, until } from '../e2e/client.ts'
import { officeSignIn, reviewByKeys } from '../e2e/office.ts'
import type { Running } from '../e2e/server.ts'

type Take = (page: Page, name: string) => Promise<void>

const people = [
  ['Вымыслова', 'Анна'],
  ['Примерова', 'Мария'],
  ['Образцов', 'Пётр'],
  ['Тестова', 'Ольга'],
] as const

/** A day of an office: a payout without money, requests that wait, a colleague with one in hand, a call to make. For docs/office.md. */
export async function officeTour(server: Running, browser: Browser, take: Take): Promise<void> {
  async function waiting(n: number, destination: object = {}) {
    const client = openClient(server.url)
    await client.signUp(`916111290${n}`)
    const { _id: id } = await client.create()
    const [surname, name] = people[n % people.length] ?? people[0]
    const papers = { 9: { ...answers[9], number: `45 10 23590${n}` }, 10: { ...answers[10], surname, name } }
    await client.fill(id, { ...papers, ...destination })
    await client.sign(id, 'application')
    return { client, id }
  }
  const { page, context } = await newPerson(browser, server.url, desktop)
  await officeSignIn(page)
  const headers = () => ({ origin: server.url, 'idempotency-key': crypto.randomUUID() })
  const call = (path: string, data: object) => page.request.post(`/service/office${path}`, { data, headers: headers() })

  const { client, id } = await waiting(0, { 32: { way: 'sbp', bankName: 'Т-Банк', phone: '+7 (900) 000-00-07' } })
  await reviewByKeys(page)
  await page.keyboard.press('a')
  await until('the offer', async () => (await client.status(id)) === 3)
  await client.sign(id, 'contract')
  await page.goto('/office/payouts')
  await page.getByText(/^Ждут нас/).waitFor()
  await take(page, 'office-payouts')

  const ids: string[] = []
  for (const n of [1, 2, 3]) ids.push((await waiting(n)).id)
  const { staff } = await (await call('/staff', { login: 'vera', name: 'Вера Проверяющая', role: 'verifier' })).json()
  await call(`/requests/${ids[0]}/take`, {})
  await call(`/requests/${ids[1]}/assign`, { staffId: staff.id })
  const due = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  await call('/tasks', {
    kind: 'callback',
    words: 'Просила набрать после работы: уточнить адрес',
    dueAt: due(-1),
    requestId: ids[2],
  })
  await call('/tasks', { kind: 'task', words: 'Сверить список выплат с банком', dueAt: due(3), assignee: staff.id })
  for (const [path, name] of [
    ['/office/shift', 'office-shift'],
    ['/office/tasks?tab=open', 'office-tasks'],
    ['/office/calendar', 'office-calendar'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('table').or(page.getByRole('region')).first().waitFor()
    await take(page, name)
  }
  await context.close()
}
