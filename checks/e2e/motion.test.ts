import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { opened } from './opened.ts'

const place = opened()

describe('motion', () => {
  test('nothing moves for who asked for less motion', async () => {
    const { page, context } = await place.person()
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
