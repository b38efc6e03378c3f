import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { at, create, fillAll, sign, signUp } from '../e2e/borrower.ts'
import { newPerson, openBrowser } from '../e2e/browser.ts'
import { openClient, until } from '../e2e/client.ts'
import { staffSession } from '../e2e/reviewer.ts'
import { type Stack, startStack } from './stack.ts'
import { openStream } from './stream.ts'

let stack: Stack
let browser: Browser
let reason: string | undefined

before(async () => {
  const started = await startStack()
  if ('reason' in started) reason = started.reason
  else stack = started
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await stack?.stop()
})

describe('PostgreSQL, a store, two servers, nginx', () => {
  test('what changes on one server is heard at once on the other', async (context) => {
    if (reason) return context.skip(reason)
    const waited: number[] = []
    for (const [n, [here, there]] of [stack.servers, [...stack.servers].reverse()].entries()) {
      if (!here || !there) continue
      const client = openClient(stack.url)
      await client.signUp(`916777010${n}`)
      const stream = await openStream(here.url, client)
      const other = openClient(there.url)
      for (const [name, value] of client.jar) other.jar.set(name, value)
      const { _id: id } = await other.create()
      const started = performance.now()
      await until('the other server says it', async () => stream.told.includes(id), 5)
      waited.push(performance.now() - started)
      await stream.close()
    }
    assert.equal(waited.length, 2)
    context.diagnostic(`told after ${waited.map((ms) => ms.toFixed(0)).join(' and ')} ms`)
  })

  test('a borrower walks through it to an approval given on the other servers, told once', async (context) => {
    if (reason) return context.skip(reason)
    const { page, faults } = await newPerson(browser, stack.url)
    await page.goto('/step18')
    await signUp(page)
    await at(page, '/step3')
    await create(page)
    await fillAll(page)
    await page.getByRole('link', { name: 'Всё верно, подписать' }).click()
    await sign(page, /Получить код/)
    await at(page, '/step3')
    await page.getByRole('heading', { name: 'Проверяем заявку' }).waitFor()

    // Calls of one review go to both servers in turn.
    let turn = 0
    const staff = await staffSession(() => stack.servers[turn++ % 2]?.url ?? '')
    await staff.approve()
    const approved = performance.now()
    await page.getByRole('heading', { name: 'Заявка одобрена' }).waitFor({ timeout: 10_000 })
    context.diagnostic(`the approval stood on the screen after ${(performance.now() - approved).toFixed(0)} ms`)
    type Messages = { items: { text: string }[] }
    const { items } = await staff.must<Messages>('GET', '/service/office/messages')
    assert.equal(items.filter(({ text }) => /одобрен/.test(text)).length, 1, JSON.stringify(items))
    assert.deepEqual(faults, [])
  })

  test('nobody outside reads the metrics; what is too large is refused in words', async (context) => {
    if (reason) return context.skip(reason)
    const ask = (path: string, init?: RequestInit) => fetch(`${stack.url}${path}`, init)
    assert.equal((await ask('/metrics')).status, 404)
    assert.equal((await ask('/health/ready')).status, 200)
    const headers = { 'content-type': 'application/json', origin: stack.url }
    const large = await ask('/service/auth/codes', { method: 'POST', headers, body: ' '.repeat(200_000) })
    assert.equal(large.status, 413)
    assert.match(await large.text(), /body_too_large/)
  })
})
