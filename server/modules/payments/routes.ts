import { officePayments, refundSuspense, refusedRefunds, retryRefund } from '#contract/calls/office/payments.ts'
import { askRefund, getPaying, getPayment, setAutopay, startPayment, unlinkMeans } from '#contract/calls/payments.ts'
import { type PayCancelReason, payCancelReasons } from '#contract/paying.ts'
import { cursorOf, placeOf } from '#server/http/cursor.ts'
import type { Router } from '#server/http/router.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Loans } from '../loans/index.ts'
import type { PaymentDesk } from './service.ts'
import { listOrders, type OrderRow } from './store.ts'

interface Parts {
  readonly router: Router
  readonly platform: Pick<Platform, 'db'>
  /** Null: the lender's own page takes the payments. */
  readonly payments: PaymentDesk | null
  readonly loans: Loans
  /** Whether both people have said so. */
  readonly confirmed: (tx: Tx, subject: string, amount: number, reason: string, staffId: string) => Promise<boolean>
}

const pageSize = 50

const officeView = (row: OrderRow) => ({
  id: row.id,
  loan: row.loan_id,
  purpose: row.purpose,
  way: row.way,
  amount: row.amount,
  state: row.state,
  at: row.created_at.toISOString(),
  providerId: row.provider_id,
  reason: row.reason ? (payCancelReasons[row.reason as PayCancelReason]?.office ?? row.reason) : null,
  trouble: row.trouble,
})

const nothingHere = { ways: [], saves: false, means: [], autopay: null, agreement: null, payments: [], back: [] }

export function paymentRoutes({ router, platform, payments, loans, confirmed }: Parts) {
  const open = (): PaymentDesk => {
    if (!payments) throw fail('state_conflict')
    return payments
  }

  router.read(getPaying, async ({ actor, params }) => {
    if (payments) return payments.paying(actor.id, params.id)
    await loans.own(actor.id, params.id)
    return nothingHere
  })

  router.change(startPayment, ({ actor, params, body }, tx) => open().start(tx, actor.id, params.id, body))

  router.read(getPayment, ({ actor, params }) => {
    if (!payments) throw fail('not_found')
    return payments.payment(actor.id, params.id)
  })

  router.change(unlinkMeans, async ({ actor, params }, tx) => {
    if (!payments) throw fail('not_found')
    await payments.unlink(tx, actor.id, params.id)
    return undefined
  })

  router.change(setAutopay, async ({ actor, params, body }, tx) => {
    const loan = await loans.lock(tx, params.id, actor.id)
    const { agreed } = body
    if (agreed) await open().autopay.on(tx, loan, agreed.means, agreed)
    else await payments?.autopay.off(tx, loan.id)
    return undefined
  })

  router.change(askRefund, async ({ actor, params }, tx) => {
    await loans.askRefund(tx, actor.id, params.id)
    return undefined
  })

  router.read(officePayments, async ({ query }) => {
    const rows = await listOrders(platform.db, query, placeOf(query.after), pageSize + 1)
    const page = rows.slice(0, pageSize)
    const last = rows.length > pageSize ? page.at(-1) : undefined
    return { items: page.map(officeView), ...(last && { next: cursorOf(last.created_at, last.id) }) }
  })

  router.read(refusedRefunds, async () => ({
    items: (await loans.refusedRefunds()).map(({ id, amount, ordered_at, payment_id, trouble }) => ({
      id,
      amount,
      orderedAt: ordered_at.toISOString(),
      payment: payment_id,
      trouble,
    })),
  }))

  router.change(retryRefund, async ({ actor, params }, tx) => {
    await loans.retryRefund(tx, params.id, actor.id)
    return undefined
  })

  router.change(refundSuspense, async ({ actor, params, body }, tx) => {
    const kept = await loans.refundable(tx, params.id, payments?.provider)
    const done = await confirmed(tx, params.id, kept.amount, body.reason, actor.id)
    if (done) await loans.orderRefund(tx, params.id)
    return { done }
  })
}
