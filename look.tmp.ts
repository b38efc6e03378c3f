import { openBrowser } from './checks/e2e/browser.ts'
import { browserOf, offered } from './checks/e2e/offer-screens.ts'
import { runServer } from './checks/e2e/server.ts'

const server = await runServer()
const browser = await openBrowser()
const { client } = await offered(server, '9161110021')
const { page } = await browserOf(browser, server.url, client)
await page.goto('/step38')
await page.getByText('Полная стоимость займа').first().waitFor()
await page.waitForTimeout(500)
await page.evaluate(() => {
  document.documentElement.style.fontSize = '200%'
})
console.log(
  await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((e) => e.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
      .map(
        (e) => `${e.tagName}.${e.className} ${e.getBoundingClientRect().right} ${(e.textContent ?? '').slice(0, 50)}`,
      )
      .slice(0, 12),
  ),
)
await page.screenshot({ path: '/tmp/pics/offer200.png', fullPage: true })
await page.goto('/step16')
await page.getByText('Контакты').waitFor()
await page.evaluate(() => {
  document.documentElement.style.fontSize = '200%'
})
console.log(
  await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((e) => e.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
      .map(
        (e) => `${e.tagName}.${e.className} ${e.getBoundingClientRect().right} ${(e.textContent ?? '').slice(0, 50)}`,
      )
      .slice(0, 12),
  ),
)
await browser.close()
await server.stop()
