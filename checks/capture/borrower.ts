import { type Browser, chromium, type Page } from 'playwright-core'
import { answers, openClient, order } from '../e2e/client.ts'
import { evidenceAnswers, takesFile } from '../e2e/evidence.ts'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A browser with the cameras the test gives it. */
export const openWithCamera = (more: readonly string[]): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: [...flags, ...more] })

export const seeing = (clip: string, sound: string): readonly string[] => [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${clip}`,
  `--use-file-for-fake-audio-capture=${sound}`,
]

/** Somebody whose request is filled up to a step; their browser stands before it. */
export async function standingAt(url: string, browser: Browser, step: number, phone: string) {
  const client = openClient(url)
  await client.signUp(phone)
  const { _id: request } = await client.create()
  for (const number of order.slice(0, order.indexOf(step))) {
    const raw = takesFile(number) ? await evidenceAnswers(url, client, request, number) : answers[number]
    await client.must('PUT', `/service/requests/${request}/steps/${number}`, { revision: 0, raw })
  }
  const context = await browser.newContext({
    viewport: { width: 390, height: 800 },
    baseURL: url,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
  })
  await context.addCookies(
    [...client.jar].map(([name, value]) => ({
      name,
      value,
      url: url.replace('http:', 'https:'),
      secure: true,
      httpOnly: true,
      sameSite: 'Lax' as const,
    })),
  )
  context.setDefaultTimeout(15_000)
  const page: Page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  return { client, request, context, page, faults }
}
