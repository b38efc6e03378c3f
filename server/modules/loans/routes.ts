import {
  askPartReturn,
  getLoan,
  listLoans,
  loanCalendar,
  quotePartReturn,
  sandboxPayment,
} from '#contract/calls/loans.ts'
import { parseDate } from '#contract/dateReading.ts'
import type { IsoDate } from '#contract/dates.ts'
import { sendCalendar } from '#server/http/calendar.ts'
import type { Router } from '#server/http/router.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Loans } from './service.ts'

interface Parts {
  readonly router: Router
  readonly loans: Loans
  readonly platform: Pick<Platform, 'clock' | 'config'>
  readonly brand: string
  /** The demo's payment page is there. */
  readonly sandbox: boolean
}

/** Ten in the morning of the day before. */
const remindMinutes = 14 * 60

export function loanRoutes({ router, loans, platform, brand, sandbox }: Parts) {
  router.read(listLoans, async ({ actor }) => ({ loans: await loans.list(actor.id) }))

  router.read(getLoan, async ({ actor, params, query }) => {
    const on = query.on === undefined ? undefined : parseDate(query.on)
    if (on === null) throw fail('bad_request', { issues: [{ field: 'on', message: 'Такой даты нет' }] })
    return loans.get(actor.id, params.id, on)
  })

  router.read(loanCalendar, async ({ actor, params, reply }) => {
    const { id, state, schedule } = await loans.get(actor.id, params.id)
    if (state !== 'running') throw fail('state_conflict')
    const { publicUrl } = platform.config
    // A calendar is shared and synced: no sums. The same uid after a prolongation moves the day.
    const events = schedule.map(({ date }, place) => ({
      uid: `payment-${id}-${place + 1}@${new URL(publicUrl).hostname}`,
      title: schedule.length === 1 ? `${brand}: вернуть заём` : `${brand}: платёж ${place + 1} из ${schedule.length}`,
      text: 'Сколько платить в этот день, показывает страница «Мой заём».',
      url: `${publicUrl}/step35?loan=${id}`,
      when: { day: date as IsoDate },
      remindMinutes,
    }))
    return sendCalendar(reply, 'payments', events, platform.clock.now(), brand)
  })

  router.read(quotePartReturn, ({ actor, params, query }) =>
    loans.partReturn(actor.id, params.id, Number(query.amount)),
  )

  router.change(askPartReturn, ({ actor, params, body }, tx) =>
    loans.askPartReturn(tx, actor.id, params.id, body.amount),
  )

  router.change(sandboxPayment, async ({ actor, params, body }, tx) => {
    if (!sandbox) throw fail('not_found')
    return loans.received(tx, params.id, { provider: 'sandbox', providerId: newId(), amount: body.amount }, actor.id)
  })
}
