import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { newPerson, openBrowser } from './browser.ts'
import { type Running, runServer } from './server.ts'

let server: Running
let browser: Browser

before(async () => {
  server = await runServer()
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

describe('motion', () => {
  test('nothing moves for who asked for less motion', async () => {
    const { page, context } = await newPerson(browser, server.url)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/docs')
    await page.getByRole('heading', { name: 'Вопросы и ответы' }).waitFor()
    const moving = await page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .filter((element) => {
          const { animationName, animationDuration, transitionDuration } = getComputedStyle(element)
          const seconds = (text: string) => Math.max(...text.split(',').map(Number.parseFloat))
          return (animationName !== 'none' && seconds(animationDuration) > 0.01) || seconds(transitionDuration) > 0.01
        })
        .map((element) => `${element.tagName} ${element.className}`),
    )
    assert.deepEqual(moving, [])
    await context.close()
  })
})
