import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../e2e/browser.ts'
import { type Running, runServer } from '../e2e/server.ts'
import { standingAt } from './borrower.ts'
import { actCamera, type Outcome } from './stubs.ts'

/**
 * Every row of the table of troubles: what the browser answers, what the person reads, and that the next try goes on.
 * The browser's own camera is replaced by one that does as it is told: most of these cannot be had from a real one.
 */
describe('what may be in the way of the camera', () => {
  let server: Running
  let browser: Browser
  const people = new Map<number, Awaited<ReturnType<typeof standingAt>>>()

  before(async () => {
    server = await runServer()
    browser = await openBrowser(['--use-fake-device-for-media-stream'])
    for (const step of [28, 31]) people.set(step, await standingAt(server.url, browser, step, `916220000${step % 10}`))
  })
  after(async () => {
    await browser?.close()
    await server?.stop()
  })

  /** A page on the step whose camera answers with these, one after the other. */
  async function onStep(step: number, outcomes: readonly Outcome[], cameras = 1): Promise<Page> {
    const person = people.get(step)
    assert.ok(person)
    const page = await person.context.newPage()
    await page.addInitScript(actCamera, { outcomes, cameras })
    await page.goto(`/step${step}`)
    return page
  }
  const switchOn = (page: Page) => page.getByRole('button', { name: 'Включить камеру' }).click()
  const again = (page: Page) => page.getByRole('button', { name: 'Проверить ещё раз' }).click()
  const works = (page: Page) => page.getByRole('button', { name: 'Снять', exact: true }).waitFor()

  const rows: readonly (readonly [string, readonly Outcome[], string])[] = [
    ['the prompt was closed', ['closed', 'picture'], 'Вопрос о камере закрыли'],
    ['refused at once, without a tap', ['notAtOnce', 'picture'], 'Включите камеру кнопкой'],
    ['switched off by the system', ['bySystem', 'picture'], 'Камера выключена для браузера'],
    ['no camera', ['none', 'picture'], 'Камера не нашлась'],
    ['busy, four times', ['busy', 'aborted', 'busy', 'busy', 'picture'], 'Камера занята'],
    ['a window inside an app', ['security', 'picture'], 'Здесь камера не работает'],
    ['a page that is not secure', ['type', 'picture'], 'Страница открыта без защиты'],
    ['a camera without a picture', ['empty', 'picture'], 'Камера не показывает картинку'],
    ['a black picture', ['black', 'picture'], 'Кадр совсем чёрный'],
  ]
  const withoutRetry = new Set(['Здесь камера не работает', 'Страница открыта без защиты'])
  for (const [name, outcomes, words] of rows) {
    test(`${name}: told in words, and the next try goes on`, async () => {
      const page = await onStep(28, outcomes)
      await switchOn(page)
      await page.getByText(words).waitFor()
      await page.getByLabel('Выбрать файл').waitFor({ state: 'attached' })
      if (withoutRetry.has(words)) await page.getByRole('button', { name: 'Скопировать ссылку' }).waitFor()
      else {
        await again(page)
        await works(page)
      }
      await page.close()
    })
  }

  test('a camera that cannot do what was wished for, and one that is not ready: nothing is said, it goes on', async () => {
    const page = await onStep(28, ['constrained', 'notReady', 'picture'])
    await switchOn(page)
    await works(page)
    await page.close()
  })

  test('no answer for twenty seconds: where to look for the prompt', async () => {
    const page = await onStep(28, ['never', 'picture'])
    await page.clock.install()
    await page.reload()
    await switchOn(page)
    await page.waitForTimeout(200)
    await page.clock.runFor(20_500)
    await page.getByText('Ждём вашего разрешения').waitFor()
    await again(page)
    await page.clock.runFor(1000)
    await works(page)
    await page.close()
  })

  test('a camera that is plugged in is noticed by itself', async () => {
    const page = await onStep(28, ['none', 'picture'])
    await switchOn(page)
    await page.getByText('Камера не нашлась').waitFor()
    await page.evaluate(() => navigator.mediaDevices.dispatchEvent(new Event('devicechange')))
    await works(page)
    await page.close()
  })

  test('an infrared camera shows no colours: the next one is taken, nothing is said', async () => {
    const page = await onStep(28, ['grey', 'picture'], 2)
    await switchOn(page)
    await page.waitForFunction(() => (window as { asked?: number }).asked === 2)
    await works(page)
    await page.close()
  })

  test('a call takes the camera and gives it back: it waits, then goes on by itself', async () => {
    const page = await onStep(28, ['picture'])
    await switchOn(page)
    await works(page)
    const muted = (is: boolean) =>
      page.evaluate((now) => {
        const stream = document.querySelector('video')?.srcObject as MediaStream | undefined
        const track = stream?.getVideoTracks()[0]
        if (!track) throw new Error('no camera is on')
        Object.defineProperty(track, 'muted', { value: now, configurable: true })
        track.dispatchEvent(new Event(now ? 'mute' : 'unmute'))
      }, is)
    await muted(true)
    await page.getByText('Ждём камеру').waitFor()
    await muted(false)
    await page.getByText('Ждём камеру').waitFor({ state: 'hidden' })
    await page.close()
  })

  test('no microphone: which of the two is missing', async () => {
    const page = await onStep(31, ['picture', 'none', 'picture', 'sound'])
    await switchOn(page)
    await page.getByText('Микрофон не нашёлся').waitFor()
    await again(page)
    await page.getByRole('button', { name: 'Записать' }).waitFor()
    await page.close()
  })

  test('a silent microphone: said while recording', async () => {
    const page = await onStep(31, ['picture', 'silence'])
    await switchOn(page)
    await page.getByRole('button', { name: 'Записать' }).and(page.locator(':not([aria-busy])')).click()
    await page.getByText('Вас не слышно: говорите громче').waitFor()
    await page.close()
  })

  test('a recorder that gives nothing: the next kind is tried, then the camera of the system is offered', async () => {
    const page = await onStep(31, ['picture', 'sound'])
    await page.addInitScript(() => {
      const tried: string[] = []
      Object.assign(window, { tried })
      class Empty extends EventTarget {
        static isTypeSupported = () => true
        state = 'inactive'
        onstop: (() => void) | null = null
        ondataavailable: ((event: { data: Blob }) => void) | null = null
        constructor(_stream: MediaStream, { mimeType }: { mimeType: string }) {
          super()
          tried.push(mimeType)
        }
        start() {
          this.state = 'recording'
        }
        stop() {
          this.state = 'inactive'
          this.ondataavailable?.({ data: new Blob([]) })
          this.onstop?.()
        }
      }
      Object.assign(window, { MediaRecorder: Empty })
    })
    await page.reload()
    await switchOn(page)
    await page.getByText('Браузер не записывает видео').waitFor()
    assert.ok((await page.evaluate(() => (window as { tried?: string[] }).tried?.length ?? 0)) >= 3)
    await page.getByRole('button', { name: 'Снять другой программой' }).waitFor()
    await page.close()
  })
})
