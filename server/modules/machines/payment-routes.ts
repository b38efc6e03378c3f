import { tellPayment } from '#contract/calls/machine/payments.ts'
import { parseDate } from '#contract/dateReading.ts'
import { instantInZone } from '#contract/zones.ts'
import type { Router } from '#server/http/router.ts'
import { fail } from '#server/platform/failure.ts'
import type { Loans } from '../loans/index.ts'

interface Parts {
  readonly router: Router
  readonly loans: Loans
  readonly zone: string
}

const wrong = (field: string, message: string) => fail('bad_request', { issues: [{ field, message }] })

/** Payments the lender's own terminal or bank took. */
export function machinePaymentRoutes({ router, loans, zone }: Parts) {
  router.change(tellPayment, async ({ actor, body }, tx) => {
    const { loan, contract, amount, reference } = body
    const paidOn = parseDate(body.paidOn)
    if (!paidOn) throw wrong('paidOn', 'Такой даты нет')
    if (paidOn > loans.today()) throw wrong('paidOn', 'Этот день ещё не наступил')
    if ((loan === undefined) === (contract === undefined))
      throw wrong('loan', 'Назовите заём (loan) или договор (contract), что-то одно')
    const provider = `machine:${actor.id}`
    const named = loan ?? (await loans.byContract(tx, contract ?? '')) ?? contract ?? ''
    const before = await loans.whereIs(tx, provider, reference)
    if (!before)
      await loans.told(tx, named, { provider, providerId: reference, amount, paidAt: instantInZone(paidOn, 12, zone) })
    // Also when another call of the same reference came in the same moment.
    const is = before ?? (await loans.whereIs(tx, provider, reference))
    if (!is) throw new Error('a payment that was told of is nowhere')
    const { told, status } = is
    const field =
      // A contract nobody knew may have begun since.
      told.loan !== named && told.loan !== contract
        ? contract === undefined
          ? 'loan'
          : 'contract'
        : told.amount !== amount
          ? 'amount'
          : (told.paidOn ?? paidOn) !== paidOn && 'paidOn'
    if (field)
      throw fail('payment_conflict', {
        issues: [{ field, message: 'Раньше с этим reference названо другое' }],
        details: { reference },
      })
    return { status, loan: is.loan ?? null }
  })
}
