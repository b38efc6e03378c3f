import { at, create, fillings, next, signUp, smsCode } from '../e2e/borrower.ts'
import { takesFile } from '../e2e/evidence.ts'
import type { Tour } from './tour.ts'

/** Every filling step empty, wrong and filled, then the check page, the signature, the desk that waits. */
export async function fillingTour({ person, stop }: Tour): Promise<void> {
  const { page, context } = await person()
  await page.goto('/step18')
  await signUp(page, '9161110003')
  await at(page, '/step3')
  await create(page)
  await stop(page, 'tasks')
  await page.getByRole('link', { name: 'Продолжить' }).click()
  await page.waitForURL((url) => url.pathname !== '/step5')
  for (;;) {
    const { pathname } = new URL(page.url())
    if (pathname === '/step36') break
    const number = Number(pathname.replace('/step', ''))
    const name = `step${String(number).padStart(2, '0')}`
    await page.getByRole('heading', { level: 1 }).waitFor()
    await stop(page, `${name}-empty`, { every: true })
    const button = page.getByRole('button', { name: 'Далее' })
    if (await button.isVisible()) {
      await button.click()
      await stop(page, `${name}-wrong`)
    }
    for (const step of fillings[number] ?? []) await step(page)
    if (takesFile(number)) await page.getByText('Дошло и проверено').waitFor()
    // What is still to be suggested to the last field may have come or not.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await stop(page, `${name}-filled`)
    await next(page)
    await page.waitForURL((url) => url.pathname !== pathname)
  }
  await stop(page, 'check', { every: true })
  await page.goto('/step5')
  await stop(page, 'tasks-done')
  await page.goto('/step37')
  await stop(page, 'signing', { every: true })
  await page.getByRole('button', { name: 'Получить код' }).click()
  await page.getByLabel('Код из СМС').waitFor()
  await stop(page, 'signing-code')
  await page.getByLabel('Код из СМС').fill(smsCode)
  await at(page, '/step3')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await stop(page, 'desk-sent', { every: true })
  await page.goto('/step16')
  await stop(page, 'profile', { every: true })
  await context.close()
}
