import { invited, officeSignIn } from '../e2e/office.ts'
import type { Tour } from './tour.ts'

const sections = [
  'Очередь',
  'Сообщения',
  'Выплаты',
  'Правила',
  'Ошибки',
  'Отчёты',
  'Журнал',
  'Работы',
  'Подключения',
  'Люди',
  'Мой вход',
  'Оплаты',
  'Приходы',
  'Смена',
  'Задачи',
  'Календарь',
]

const ofRows = new Set([
  'Сообщения',
  'Выплаты',
  'Ошибки',
  'Отчёты',
  'Журнал',
  'Работы',
  'Оплаты',
  'Приходы',
  'Смена',
  'Задачи',
  'Календарь',
])

/** The staff's screens; a request waits in the queue. */
export async function officeTour({ staff, staffPerson, stop }: Tour): Promise<void> {
  const { page, context } = await staffPerson()
  await page.goto('/office/')
  await page.getByLabel('Логин').waitFor()
  await stop(page, 'office-sign-in')
  const { invitation } = await staff.must<{ invitation: { token: string } }>('POST', '/service/office/staff', {
    login: 'boris',
    name: 'Борис Второй',
    role: 'administrator',
  })
  const boris = await invited(page, invitation.token)
  await stop(page, 'office-invitation', { rows: true })
  await officeSignIn(page, boris)
  for (const [number, name] of sections.entries()) {
    await page.getByRole('link', { name }).first().click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await stop(page, `office-${number}`, { rows: ofRows.has(name) })
  }
  await page.goto('/office/')
  await page.getByRole('heading', { name: 'Очередь' }).waitFor()
  await page.keyboard.press('n')
  await page.getByRole('article').waitFor()
  await page.waitForLoadState('networkidle')
  await stop(page, 'office-review', { every: true })
  await context.close()
}
