import { fill, signUp, smsCode } from '../e2e/borrower.ts'
import type { Tour } from './tour.ts'

/** What anybody sees: no account, no session, no connection. */
export async function visitorTour({ person, stop }: Tour): Promise<void> {
  const { page, context } = await person()
  for (const [path, name] of [
    ['/', 'start'],
    ['/trial', 'trial'],
    ['/step2', 'sign-in'],
    ['/step18', 'sign-up'],
    ['/step19', 'new-request'],
    ['/docs', 'documents'],
    ['/mediapermissionshelp', 'camera-help'],
    ['/steperrornoauth', 'no-sign-in'],
    ['/nowhere', 'nowhere'],
    ['/phone', 'phone-without-link'],
  ] as const) {
    await page.goto(path)
    await stop(page, name)
  }
  await page.goto('/step19')
  await page.getByLabel('На что нужны деньги').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Продолжить' }).click()
  await page.getByRole('heading', { name: 'Подтвердите телефон' }).waitFor()
  await stop(page, 'new-request-phone')
  await page.goto('/step18')
  await page.getByRole('button', { name: 'Получить код' }).click()
  await stop(page, 'sign-up-wrong')
  await page.getByLabel('Телефон', { exact: true }).pressSequentially('9161110001')
  await page.getByRole('button', { name: 'Получить код' }).click()
  await page.getByLabel('Код из СМС').waitFor()
  await stop(page, 'code')
  await fill('Код из СМС', smsCode === '111111' ? '999999' : '111111')(page)
  await stop(page, 'code-wrong')
  await context.close()

  const offline = await person()
  await offline.page.route('**/authenticated', (route) => route.abort())
  await offline.page.goto('/step19')
  await offline.page.getByRole('heading', { name: /связаться/ }).waitFor()
  await stop(offline.page, 'no-connection')
  await offline.context.close()

  const phone = await person()
  await phone.page.goto('/step18')
  await signUp(phone.page, '9161110002')
  await phone.page.waitForURL('**/step3')
  await stop(phone.page, 'desk-empty')
  await phone.context.close()
}
