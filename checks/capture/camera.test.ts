import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../e2e/browser.ts'
import { answers, order } from '../e2e/client.ts'
import { announcesForAll } from '../e2e/faults.ts'
import { staffSession } from '../e2e/reviewer.ts'
import { type Running, runServer } from '../e2e/server.ts'
import { seeing, standingAt } from './borrower.ts'
import { type Clip, writeClip, writeSound } from './clips.ts'

// A part sent again, to whose answer the page did not live to listen: the upload was whole by then.
announcesForAll({ status: 409, url: /\/service\/uploads\/[^/]+$/ })

/** Plays a file in the page and looks for a place near its end. */
const played = (page: Page, address: string) =>
  page.evaluate(async (src) => {
    const video = document.createElement('video')
    video.src = src
    await new Promise((resolve, reject) => {
      video.onloadedmetadata = resolve
      video.onerror = reject
    })
    const { duration } = video
    video.currentTime = duration - 1
    await new Promise((resolve) => {
      video.onseeked = resolve
    })
    return { duration, at: video.currentTime, width: video.videoWidth }
  }, address)

const switchOn = (page: Page) => page.getByRole('button', { name: 'Включить камеру' }).click()

describe('the camera on a phone', { skip: !order.includes(28) }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'zayavka-clips-'))
  let server: Running
  let sound: string
  let people = 0
  let open: Browser | undefined
  const phone = () => {
    people += 1
    return `916200${String(people).padStart(4, '0')}`
  }

  before(async () => {
    server = await runServer()
    sound = writeSound(folder)
  })
  after(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  // A test that failed half-way leaves no browser behind.
  afterEach(() => open?.close())

  const at = async (step: number, flags: readonly string[]) => {
    const browser = await openBrowser(flags)
    open = browser
    const person = await standingAt(server.url, browser, step, phone())
    return { ...person, browser, close: () => browser.close() }
  }

  test('a good page is taken by itself after a second, sent, and the next step opens', async () => {
    const { page, close, faults } = await at(28, seeing(await writeClip(folder, 'good'), sound))
    await page.goto('/step28')
    await switchOn(page)
    await page.getByText('Дошло и проверено').waitFor()
    await page.getByRole('button', { name: 'Далее' }).click()
    await page.waitForURL('**/step29')
    assert.deepEqual(faults, [])
    await close()
  })

  test('B4: no camera before a tap, whatever was allowed before; of a person nothing is taken without one', async () => {
    const { page, close } = await at(30, seeing(await writeClip(folder, 'good'), sound))
    await page.goto('/step30')
    await page.getByRole('button', { name: 'Включить камеру' }).waitFor()
    await page.waitForTimeout(1500)
    assert.equal(await page.locator('video').count(), 0)
    await switchOn(page)
    await page.locator('video').waitFor()
    await page.waitForTimeout(3000)
    assert.equal(await page.getByText('Дошло и проверено').count(), 0)
    await page.getByRole('button', { name: 'Снять' }).click()
    await page.getByText('Дошло и проверено').waitFor()
    await close()
  })

  const said: Partial<Record<Clip, RegExp>> = {
    dark: /^Темно/,
    bright: /^Слишком ярко/,
    glare: /^Блик/,
    blurred: /^Размыто/,
    black: /^Кадр совсем чёрный/,
  }
  for (const [clip, words] of Object.entries(said)) {
    test(`a ${clip} picture is told in words and not taken`, async () => {
      const { page, close } = await at(28, seeing(await writeClip(folder, clip as Clip), sound))
      await page.goto('/step28')
      await switchOn(page)
      await page.getByText(words).waitFor()
      await page.waitForTimeout(1500)
      assert.equal(await page.getByText('Дошло и проверено').count(), 0)
      await close()
    })
  }

  test('two bad tries, then it may be sent anyway; the office reads what was measured', async () => {
    const { page, close, client, request } = await at(28, seeing(await writeClip(folder, 'dark'), sound))
    await page.goto('/step28')
    await switchOn(page)
    await page.getByText(/^Темно/).waitFor()
    await page.getByRole('button', { name: 'Снять' }).click()
    await page.getByText('Дошло и проверено').waitFor()
    assert.equal(await page.getByRole('button', { name: /далее/i }).count(), 0)
    await page.getByRole('button', { name: 'Переснять' }).click()
    await page.getByText(/^Темно/).waitFor()
    await page.getByRole('button', { name: 'Снять' }).click()
    await page.getByText('Дошло и проверено').waitFor()
    await page.getByRole('button', { name: /Отправить всё равно/ }).click()
    await page.waitForURL('**/step29')
    const { steps } = await client.must<{ steps: { number: number; raw: object }[] }>(
      'GET',
      `/service/requests/${request}`,
    )
    const { raw } = steps.find(({ number }) => number === 28) ?? {}
    assert.equal((raw as { problem?: string }).problem, 'dark')
    await close()
  })

  test('a photo taken before a reload is still there and goes on', async () => {
    const { page, close } = await at(28, seeing(await writeClip(folder, 'good'), sound))
    await page.route('**/service/uploads**', (route) => route.abort())
    await page.goto('/step28')
    await switchOn(page)
    await page.getByText(/Сохранено на этом устройстве/).waitFor()
    await page.unroute('**/service/uploads**')
    await page.reload()
    await page.getByText('Дошло и проверено').waitFor()
    await page.getByRole('button', { name: 'Далее' }).click()
    await page.waitForURL('**/step29')
    await close()
  })

  test('refused, and no camera: words, ways out, and a file gets through', async () => {
    const denied = await at(28, ['--use-fake-device-for-media-stream', '--deny-permission-prompts'])
    await denied.page.goto('/step28')
    await denied.page.getByRole('button', { name: 'Включить камеру' }).click()
    await denied.page.getByRole('link', { name: 'Как разрешить камеру' }).waitFor()
    await denied.page.getByRole('button', { name: 'Проверить ещё раз' }).waitFor()
    await denied.page.getByLabel('Выбрать файл').waitFor({ state: 'attached' })
    await denied.close()
    const none = await at(28, ['--use-fake-device-for-media-stream=device-count=0', '--use-fake-ui-for-media-stream'])
    await none.page.goto('/step28')
    await switchOn(none.page)
    await none.page.getByText('Камера не нашлась').waitFor()
    await none.close()
  })

  test('the camera is lost while framing: told, and switched on again', async () => {
    const { page, close } = await at(28, seeing(await writeClip(folder, 'dark'), sound))
    await page.goto('/step28')
    await switchOn(page)
    await page.getByText(/^Темно/).waitFor()
    await page.evaluate(() => {
      const stream = document.querySelector('video')?.srcObject as MediaStream | null
      stream?.getVideoTracks()[0]?.dispatchEvent(new Event('ended'))
    })
    await page.getByText('Камера отключилась').waitFor()
    await page.getByRole('button', { name: 'Проверить ещё раз' }).click()
    await page.getByText(/^Темно/).waitFor()
    await close()
  })

  test('a video with digits is recorded, replayed, sent, and can be sought through', async () => {
    const { page, close, client, request, faults } = await at(31, seeing(await writeClip(folder, 'good'), sound))
    await page.goto('/step31')
    await page.getByRole('button', { name: 'Включить камеру' }).click()
    await page.getByRole('button', { name: 'Записать' }).and(page.locator(':not([aria-busy])')).click()
    await page.getByText(/^\d\d \d\d \d\d$/).waitFor()
    await page.waitForTimeout(6500)
    await page.getByRole('button', { name: 'Готово' }).click()
    await page.getByText('Дошло и проверено').waitFor()
    await page.getByRole('button', { name: 'Далее' }).click()
    await page.waitForURL('**/step32')
    const { steps } = await client.must<{ steps: { number: number; raw: { file?: string } }[] }>(
      'GET',
      `/service/requests/${request}`,
    )
    const file = steps.find(({ number }) => number === 31)?.raw.file
    const own = await played(page, `/service/uploads/${file}/file`)
    assert.ok(own.duration >= 5 && own.duration < 15, `length ${own.duration}`)
    assert.ok(own.at > 3 && own.width > 0)

    // Away from the request, which moves on as it is sent.
    await page.goto('/mediapermissionshelp')
    for (const number of [32, 33])
      await client.must('PUT', `/service/requests/${request}/steps/${number}`, { revision: 0, raw: answers[number] })
    await client.sign(request, 'application')
    const staff = await staffSession(server.url)
    await staff.must('POST', '/service/office/queue/next')
    const url = server.url.replace('http:', 'https:')
    const cookies = staff
      .cookie()
      .split('; ')
      .map((pair) => {
        const [name = '', ...value] = pair.split('=')
        return { name, value: value.join('='), url, secure: true }
      })
    await page.context().addCookies(cookies)
    assert.deepEqual(await played(page, `/service/office/files/${file}`), own)
    assert.deepEqual(faults, [])
    await close()
  })

  test('the device check says what works and lets through', async () => {
    const { page, close } = await at(27, seeing(await writeClip(folder, 'good'), sound))
    await page.goto('/step27')
    await page.getByRole('button', { name: 'Проверить' }).click()
    await page.getByText('Работает').nth(2).waitFor()
    await page.getByRole('button', { name: 'Далее' }).click()
    await page.waitForURL('**/step28')
    await close()
  })
})
