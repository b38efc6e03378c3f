import type { Browser, Page } from 'playwright-core'
import { goesOn } from '../e2e/browser.ts'
import { openClient } from '../e2e/client.ts'
import { watch } from '../e2e/faults.ts'
import { bringCookies } from '../e2e/opened.ts'

export const seeing = (clip: string, sound: string): readonly string[] => [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${clip}`,
  `--use-file-for-fake-audio-capture=${sound}`,
]

/** Somebody whose request is filled up to a step; their browser stands before it. */
export async function standingAt(url: string, browser: Browser, step: number, phone: string, width = 390) {
  const client = openClient(url)
  await client.signUp(phone)
  const { _id: request } = await client.create()
  await client.fill(request, {}, step)
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    baseURL: url,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
  })
  await bringCookies(context, url, client.jar)
  context.setDefaultTimeout(15_000)
  context.on('page', goesOn)
  const faults = watch(context, url)
  const page: Page = await context.newPage()
  return { client, request, context, page, faults }
}
