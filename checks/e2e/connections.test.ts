import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { openClient } from './client.ts'
import { announces } from './faults.ts'
import { twoOfStaff } from './office.ts'
import { opened } from './opened.ts'

const place = opened()

const taken: { body: string; headers: Record<string, string> }[] = []
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => {
    body += String(part)
  })
  request.on('end', () => {
    taken.push({ body, headers: request.headers as Record<string, string> })
    response.writeHead(204).end()
  })
})
after(() => {
  receiver.closeAllConnections()
  receiver.close()
})

test('an administrator connects a system, another confirms; it reads what happened; a webhook gets it, and its log says so', async () => {
  const { anna, boris } = await twoOfStaff(place, 'administrator')
  const { page } = anna

  await page.getByRole('link', { name: 'Подключения' }).click()
  await page.getByRole('button', { name: 'Подключить систему' }).click()
  const form = page.getByRole('dialog', { name: 'Подключить систему' })
  await form.getByLabel('Название').fill('Ядро')
  await form.getByRole('checkbox', { name: 'Лента событий' }).check()
  await form.getByLabel('Адреса').fill('10.0.0.0/33')
  announces(page, { status: 400, url: /office\/machines$/, times: 1 })
  await form.getByRole('button', { name: 'Подключить' }).click()
  await form.getByText('«10.0.0.0/33» — не адрес и не сеть').waitFor()
  await form.getByLabel('Адреса').fill('127.0.0.1')
  await form.getByRole('button', { name: 'Подключить' }).click()
  const once = page.getByRole('dialog', { name: 'Секрет системы' })
  const words = (await once.textContent()) ?? ''
  assert.match(words, /когда подтвердит другой администратор/)
  const [, client_id = ''] = /client_id: ([\w-]{36})/.exec(words) ?? []
  const [, client_secret = ''] = /client_secret: ([\w-]{43})/.exec(words) ?? []
  await once.getByRole('button', { name: 'Передал, закрыть' }).click()
  await page.getByRole('cell', { name: /новая система: просит/ }).waitFor()

  await boris.page.goto('/office/connections')
  await boris.page.getByRole('button', { name: 'Подтвердить' }).click()
  await boris.page.getByText('работает', { exact: true }).first().waitFor()

  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  await page.getByRole('button', { name: 'Добавить вебхук' }).click()
  const adding = page.getByRole('dialog', { name: 'Новый вебхук' })
  await adding.getByLabel('Название').fill('Хранилище')
  await adding.getByLabel('Адрес').fill(url)
  await adding.getByRole('button', { name: 'Добавить', exact: true }).click()
  const secretDialog = page.getByRole('dialog', { name: 'Секрет вебхука' })
  const secret = /whsec_[A-Za-z0-9+/=]{44}/.exec((await secretDialog.textContent()) ?? '')?.[0] ?? ''
  await secretDialog.getByRole('button', { name: 'Передал, закрыть' }).click()
  await page.getByRole('button', { name: 'Послать проверку' }).click()
  await page.getByText('Хранилище: принято, ответ 204').first().waitFor()
  const [tried] = taken
  assert.ok(tried)
  new Webhook(secret).verify(tried.body, tried.headers)

  await openClient(place.server.url).signUp('9161234567')
  const form2 = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  const token = await fetch(`${place.server.url}/service/machine/token`, { method: 'POST', body: form2 })
  const { access_token } = (await token.json()) as { access_token: string }
  const feed = await fetch(`${place.server.url}/service/machine/v1/events`, {
    headers: { authorization: `Bearer ${access_token}` },
  })
  const { events } = (await feed.json()) as { events: { type: string }[] }
  assert.deepEqual(
    events.map(({ type }) => type),
    ['ru.zayavka.person.created'],
  )

  await page.getByRole('button', { name: 'Что послано' }).click()
  const log = page.getByRole('region', { name: 'Что послано: Хранилище' })
  await log.getByRole('cell', { name: 'person.created' }).waitFor()
  await log.getByRole('cell', { name: 'принято' }).waitFor()
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/log.png`, fullPage: true })
  await log.getByRole('button', { name: 'Послать ещё раз' }).click()
  await page.getByText('Пошлём ещё раз').waitFor()
  await log.getByRole('button', { name: 'Закрыть' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Изменить' }).waitFor()
  if (process.env.PICTURES) {
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [768, 'light'],
      [1280, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${process.env.PICTURES}/connections-${width}-${colorScheme}.png`, fullPage: true })
    }
    await page.getByRole('button', { name: 'Изменить' }).click()
    await page.screenshot({ path: `${process.env.PICTURES}/form.png` })
  }
})
