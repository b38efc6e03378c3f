import { getLoan, listLoans, sandboxPayment } from '#contract/calls/loans.ts'
import { parseDate } from '#contract/dates.ts'
import type { Router } from '#server/http/router.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Loans } from './service.ts'

export function loanRoutes(router: Router, loans: Loans, sandbox: boolean) {
  router.read(listLoans, async ({ actor }) => ({ loans: await loans.list(actor.id) }))

  router.read(getLoan, async ({ actor, params, query }) => {
    const on = query.on === undefined ? undefined : parseDate(query.on)
    if (on === null) throw fail('bad_request', { issues: [{ field: 'on', message: 'Такой даты нет' }] })
    return loans.get(actor.id, params.id, on)
  })

  router.change(sandboxPayment, async ({ actor, params, body }, tx) => {
    if (!sandbox) throw fail('not_found')
    return loans.received(tx, params.id, { provider: 'sandbox', providerId: newId(), amount: body.amount }, actor.id)
  })
}
