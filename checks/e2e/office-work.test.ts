import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from '../steps/look.ts'
import { desktop, type Watched } from './browser.ts'
import { answers, openClient, until } from './client.ts'
import { announces } from './faults.ts'
import { officeSignIn, reviewByKeys } from './office.ts'
import { opened } from './opened.ts'
import { shots } from './shots.ts'

let anna: Watched
const longName = 'Константинопольско-Вымышленская-Заозёрнопримерная'

const place = opened({}, async () => {
  anna = await place.person(desktop)
  await officeSignIn(anna.page)
})

const clean = async (page: Page) => assert.deepEqual(await violations(page), [])
const sideways = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('section[tabindex]')].some(
      (box) => box.scrollWidth > box.clientWidth + 1,
    ),
  )

test('O8: one there was no money for waits, is found, and is sent again; its owner chooses nothing', async () => {
  const { page } = anna
  const client = openClient(place.server.url)
  await client.signUp('9161270003')
  const { _id: id } = await client.create()
  await client.fill(id, { 32: { way: 'sbp', bankName: 'Т-Банк', phone: '+7 (900) 000-00-07' } })
  await client.sign(id, 'application')
  await reviewByKeys(page)
  await page.keyboard.press('a')
  await page.getByText('проверка пройдена').waitFor()
  await until('the offer', async () => (await client.status(id)) === 3)
  await client.sign(id, 'contract')
  const borrower = await place.personOf(client)
  await borrower.page.goto('/step3')
  await borrower.page.getByText('денег на нашем счёте не хватило').waitFor()
  assert.equal(await borrower.page.getByRole('link', { name: /другой способ|куда перевести/ }).count(), 0)
  await clean(borrower.page)
  await shots(borrower.page, 'unfunded', [360, 1280])
  await page.goto('/office/payouts')
  await page.getByText(/^Ждут нас: 1/).waitFor()
  await page.getByRole('combobox', { name: 'Состояние', exact: true }).selectOption({ label: 'ждут нас' })
  await page.waitForURL(/state=ours/)
  await page.getByRole('searchbox').fill('нет такой')
  await page.keyboard.press('Enter')
  await page.getByText('Не нашли').waitFor()
  await page.getByRole('searchbox').fill('8 916 127-00-03')
  await page.keyboard.press('Enter')
  const row = page.getByRole('row').filter({ hasText: id.slice(-8) })
  await row.getByText('ждёт денег на нашем счёте').waitFor()
  assert.doesNotMatch(page.url(), /1270003|127-00/)
  await clean(page)
  await shots(page, 'payouts')
  await row.getByRole('button', { name: 'Отправить снова' }).click()
  await borrower.page.getByRole('heading', { name: 'Деньги выплачены' }).waitFor()
})

test('O12: a long surname leaves the queue its columns; lists at 768 px and in forced colours', async () => {
  const { page } = anna
  const client = openClient(place.server.url)
  await client.signUp('9161270001')
  const { _id: id } = await client.create()
  await client.fill(id, { 10: { ...answers[10], surname: longName } })
  await client.sign(id, 'application')
  await page.goto('/office/')
  const row = page.getByRole('row').filter({ hasText: longName.slice(0, 12) })
  await row.waitFor()
  for (const width of [1280, 768]) {
    await page.setViewportSize({ width, height: 800 })
    const box = await row.getByRole('link').boundingBox()
    assert.ok((box?.width ?? 999) < 300, `the name takes ${box?.width} px`)
    assert.equal(await row.getByRole('link').getAttribute('title'), await row.getByRole('link').textContent())
  }
  await shots(page, 'queue-long')
  await page.setViewportSize({ width: 768, height: 800 })
  await page.getByRole('link', { name: 'Журнал' }).click()
  await page.getByRole('table').waitFor()
  await shots(page, 'journal')
  assert.equal(await sideways(page), false, 'the journal scrolls sideways at 768 px')
  // the name of a filter is its label, without what can be chosen
  await page.getByRole('combobox', { name: 'Сотрудник', exact: true }).waitFor()
  await clean(page)
  await page.setViewportSize(desktop)
  await page.emulateMedia({ forcedColors: 'active' })
  const edge = await page
    .getByRole('table')
    .evaluate((table) => getComputedStyle(table.closest('section')?.parentElement ?? table).borderTopWidth)
  assert.equal(edge, '1px')
  await page.emulateMedia({ forcedColors: 'none' })
  await shots(page, 'journal')
})

test('O12: a long history leaves pictures their room; a video that cannot be played says so and what to do', async () => {
  const { page } = anna
  await page.route(/\/service\/office\/requests\/[\w-]+$/, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    const events = Array.from({ length: 300 }, (_, n) => ({
      ...body.events[0],
      at: new Date(n * 1000).toISOString(),
      what: `Событие ${n}`,
    }))
    await route.fulfill({ response, json: { ...body, events } })
  })
  await page.goto('/office/')
  await page.getByRole('heading', { name: 'Очередь' }).waitFor()
  await page.keyboard.press('n')
  await page.getByRole('article').waitFor()
  await page.getByRole('button', { name: /видео/i }).first().click()
  const trouble = page.getByRole('alert').filter({ hasText: 'Видео не проигрывается' })
  await trouble.waitFor()
  await trouble.getByText(/отметьте 0 «Другое»/).waitFor()
  const download = page.waitForEvent('download')
  await trouble.getByRole('link', { name: 'Скачать видео' }).click()
  assert.equal(await (await download).failure(), null)
  await clean(page)
  await page.getByText(/^История/).click()
  await page.getByText('Событие 299').waitFor()
  const viewer = await page.locator('figure').first().boundingBox()
  const thumbnail = await page
    .getByRole('button', { name: /Паспорт: разворот/ })
    .last()
    .boundingBox()
  const history = await page.getByText(/^История/).boundingBox()
  assert.ok((viewer?.height ?? 0) >= 200, `the picture has ${viewer?.height} px`)
  assert.ok((thumbnail?.y ?? 0) + (thumbnail?.height ?? 0) <= (history?.y ?? 0) + 1, 'the history covers a thumbnail')
  await shots(page, 'dead-video')
  await page.unroute(/\/service\/office\/requests\/[\w-]+$/)
  await page.keyboard.press('q')
  await page.getByText('снова в очереди').waitFor()
})

/** A request filled by calls; what is answered sends it. */
async function filled(phone: string) {
  const client = openClient(place.server.url)
  await client.signUp(phone)
  const { _id: id } = await client.create()
  await client.fill(id)
  return () => client.sign(id, 'application')
}

test('O12: eight tabs of one browser share one stream over HTTP/1.1; the next in line reads on when the first is closed', async () => {
  const { context } = anna
  const streams = new Set<object>()
  context.on('request', (request) => {
    if (!request.url().endsWith('/service/office/live')) return
    streams.add(request)
  })
  context.on('requestfinished', (request) => void streams.delete(request))
  context.on('requestfailed', (request) => void streams.delete(request))
  await anna.page.goto('/office/')
  await until('the first stream', async () => streams.size > 0)
  const tabs: Page[] = []
  for (let n = 0; n < 7; n += 1) {
    const tab = await context.newPage()
    await tab.goto('/office/')
    await tab.getByRole('row').nth(1).waitFor()
    tabs.push(tab)
  }
  assert.equal(streams.size, 1)
  const last = tabs.at(-1) as Page
  const heard = (tab: Page) =>
    tab.waitForResponse((answer) => answer.url().includes('/service/office/queue'), { timeout: 8000 })
  const ready = await Promise.all(['9161270002', '9161270004'].map(filled))
  const told = [heard(last), heard(tabs[0] as Page)]
  await ready[0]?.()
  await Promise.all(told)
  await anna.page.goto('about:blank')
  await until('another tab reads', async () => streams.size === 1)
  const onward = heard(last)
  await ready[1]?.()
  await onward
  for (const tab of tabs) await tab.close()
})

test('O12: what is tried again and again without a connection is said once', async () => {
  const { page, context } = anna
  await page.goto('/office/')
  await page.getByRole('row').nth(1).waitFor()
  announces(page, { says: /takeNext Failed to fetch/ })
  await context.setOffline(true)
  for (let n = 0; n < 5; n += 1) {
    await page.keyboard.press('n')
    await page.waitForTimeout(150)
  }
  const said = page.getByText('Нет связи. Проверьте интернет и попробуйте ещё раз.')
  await said.first().waitFor()
  assert.equal((await page.getByRole('status').filter({ hasText: 'Нет связи' }).locator('> *').count()) <= 1, true)
  await shots(page, 'offline', [1280])
  await context.setOffline(false)
})

test('what is searched for names a person: it stands in no address, and a reload keeps it', async () => {
  const { page } = anna
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  for (const path of ['/office/', '/office/loans', '/office/payouts', '/office/clients']) {
    await page.goto(path)
    for (const words of ['Непохожева', '8 916 127-99-99']) {
      const found = page.waitForResponse((answer) => answer.url().endsWith('/search'))
      await page.getByRole('searchbox').fill(words)
      await page.keyboard.press('Enter')
      assert.equal((await found).status(), 200, `${path}: ${words}`)
      addresses.push(page.url())
    }
    if (path !== '/office/loans' && path !== '/office/payouts') continue
    const again = page.waitForResponse((answer) => answer.url().endsWith('/search'))
    await page.reload()
    assert.equal((await again).status(), 200)
    assert.equal(await page.getByRole('searchbox').inputValue(), '8 916 127-99-99')
  }
  const telling = addresses.filter((address) => /непохожева|127-?99-?99/i.test(decodeURIComponent(address)))
  assert.deepEqual(telling, [])
})
