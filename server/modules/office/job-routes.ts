import { officeJobs, retryJob } from '#contract/calls/office/jobs.ts'
import type { Router } from '#server/http/router.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import { redactText } from '#server/platform/redaction.ts'

/** Kinds of jobs as the office reads them. */
const titles: Readonly<Record<string, string>> = {
  decide: 'Решение по заявке',
  coolingOffOver: 'Конец периода охлаждения',
  'message.send': 'Отправка сообщения',
  payout: 'Выплата',
  payment: 'Оплата',
  'payment.heard': 'Уведомления кассы',
  'loan.paper': 'Документы по займу',
  'bureau.question': 'Кредитные бюро',
  readPassport: 'Чтение паспорта по фото',
  comparePhoto: 'Сравнение фото',
  'rules.backtest': 'Прогон правил',
  'rules.shadow': 'Правила рядом',
  'webhook.deliver': 'Вебхуки',
  'core.carry': 'Учётная система',
}

const titleOf = (name: string) => titles[name] ?? name

const requestOf = (data: object): string | undefined =>
  'requestId' in data && typeof data.requestId === 'string' ? data.requestId : undefined

/** What the background work stumbled over, and another try for it. */
export function jobRoutes(router: Router, platform: Platform) {
  const { jobs } = platform

  router.read(officeJobs, async () => ({
    kinds: (await jobs.counts()).map(({ name, waiting, running, failed }) => ({
      name,
      title: titleOf(name),
      waiting,
      running,
      failed,
    })),
    failed: (await jobs.failed()).map(({ id, name, data, reason, attempts, failedAt }) => {
      const requestId = requestOf(data)
      return {
        id,
        title: titleOf(name),
        reason: redactText(reason),
        attempts,
        at: failedAt.toISOString(),
        ...(requestId && { requestId }),
      }
    }),
  }))

  // Not one transaction: the jobs have a connection of their own. Written down first, so that no retry goes unnoticed.
  router.read(retryJob, async ({ actor, params }) => {
    const parked = (await jobs.failed(1000)).find(({ id }) => id === params.id)
    if (!parked) throw fail('not_found')
    await platform.transact(async (tx) =>
      tx.journal({
        event: 'job.retry',
        actor: { kind: 'staff', id: actor.id },
        subject: { kind: 'job', id: parked.id },
        data: { name: parked.name, attempts: parked.attempts },
      }),
    )
    if (!(await jobs.retry(parked.id))) throw fail('not_found')
    return undefined
  })
}
