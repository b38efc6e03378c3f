import { debtOn, nextPayment } from '#contract/calculation.ts'
import type { CallAnswer } from '#contract/call.ts'
import type { getPaying, PaymentView } from '#contract/calls/payments.ts'
import { type PayCancelReason, type PayPurpose, type PayWay, payCancelReasons } from '#contract/paying.ts'
import { fail } from '#server/platform/failure.ts'
import { newId, stableId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { PaymentProvider } from '#server/providers/payment/port.ts'
import type { KnownLoan, Loans } from '../loans/index.ts'
import { type AutopayParts, createAutopay } from './autopay.ts'
import type { ToldRow } from './autopay-store.ts'
import { createMeans } from './means.ts'
import { createRefunding } from './refunding.ts'
import { countOpenOf, countOpenOrders, insertOrder, isOver, type OrderRow, ordersOf, readOrder } from './store.ts'
import { createWorking, orderJob, type Times, usualTimes } from './working.ts'

export interface PaymentParts extends Omit<AutopayParts, 'loans' | 'means' | 'document' | 'charge'> {
  readonly provider: PaymentProvider
  readonly loans: Loans
  readonly document: () => { readonly id: string; readonly version: string; readonly title: string } | null
  readonly times?: Times
}

export interface Asked {
  readonly purpose: PayPurpose
  readonly amount: number
  readonly way: PayWay
  readonly means?: string | undefined
  readonly save?: boolean | undefined
}

/** A link that was made so lately is the same one for whoever taps again. */
const sameLinkMs = 30 * 60_000
/** The provider's page takes no less than a rouble. */
const least = 100
/** Each link is asked about every few seconds until it is paid or over: more are of no use to who pays. */
const mostOpen = 10

export const paymentView = (row: OrderRow): PaymentView => ({
  id: row.id,
  loan: row.loan_id,
  purpose: row.purpose,
  way: row.way,
  amount: row.amount,
  state: row.state,
  link: row.link,
  reason: row.reason ? (payCancelReasons[row.reason as PayCancelReason]?.borrower ?? null) : null,
  at: row.created_at.toISOString(),
})

/**
 * Paying inside the product. Each payment is begun once under a key of its own; what comes of it is booked by the loans, on a loan or in
 * suspense, whoever told of it and however often.
 */
export function createPaymentDesk(parts: PaymentParts) {
  const { platform, provider, loans, lender, times = usualTimes } = parts
  const { clock, db, metrics } = platform
  const means = createMeans(platform, provider)
  const autopay = createAutopay({ ...parts, means, charge })
  const working = createWorking({ platform, provider, loans, means, charged: autopay.charged, times })
  const refunding = createRefunding({ platform, provider, loans, times })

  metrics.gauge('payments_open', 'Payments begun inside the product that are not settled', async () =>
    (await countOpenOrders(db)).map(({ state, count }) => ({ labels: { state }, value: count })),
  )

  async function begin(
    tx: Tx,
    loan: KnownLoan,
    asked: Pick<OrderRow, 'id' | 'purpose' | 'way' | 'means_id' | 'saves' | 'amount' | 'row_date'>,
  ): Promise<OrderRow | null> {
    const now = clock.now()
    const row: OrderRow = {
      ...asked,
      loan_id: loan.id,
      client_id: loan.clientId,
      day: loans.today(),
      state: 'starting',
      provider: provider.name,
      provider_id: null,
      link: null,
      reason: null,
      trouble: null,
      lease_until: null,
      look_at: now,
      created_at: now,
      settled_at: null,
    }
    if (!(await insertOrder(tx.db, row))) return null
    const { id: order, purpose, way, amount } = row
    tx.journal({
      event: 'payment.start',
      actor: purpose === 'autopay' ? { kind: 'job', id: 'autopay' } : { kind: 'client', id: loan.clientId },
      subject: { kind: 'loan', id: loan.id },
      data: { order, purpose, way, amount },
    })
    await tx.send(orderJob, { orderId: row.id })
    return row
  }

  async function charge(tx: Tx, loan: KnownLoan, told: ToldRow, meansId: string, amount: number): Promise<boolean> {
    const id = stableId(`autopay ${loan.id} ${told.row_date} ${told.tries}`)
    const asked = { purpose: 'autopay', way: 'saved', means_id: meansId, saves: false } as const
    return (await begin(tx, loan, { ...asked, id, amount, row_date: told.row_date })) !== null
  }

  /** What the button that was tapped means today; null: any sum up to the debt. */
  async function quoted(tx: Tx, known: KnownLoan, purpose: PayPurpose): Promise<number | null> {
    const today = loans.today()
    const debt = debtOn(known.loan, today, lender.rules)
    if (purpose === 'due') return debt.due
    if (purpose === 'whole') return debt.toClose
    if (purpose === 'part') return (await loans.partAsked(tx, known)) ?? 0
    if (purpose !== 'next') return null
    const next = nextPayment(known.loan, today, lender.rules)
    return next && !next.covered ? next.amount : 0
  }

  async function checkSum(tx: Tx, known: KnownLoan, { purpose, amount }: Asked): Promise<void> {
    const wanted = await quoted(tx, known, purpose)
    if (wanted !== null) {
      if (wanted !== amount) throw fail('quote_over')
      return
    }
    const { toClose } = debtOn(known.loan, loans.today(), lender.rules)
    if (amount > toClose || amount < Math.min(least, toClose))
      throw fail('bad_request', { issues: [{ field: 'amount', message: 'Сумма — от 1 ₽ до всего долга' }] })
  }

  /** The link the same person was given for the same thing a moment ago. */
  async function sameAgain(tx: Tx, loan: KnownLoan, asked: Asked): Promise<OrderRow | undefined> {
    const since = clock.now().getTime() - sameLinkMs
    return (await ordersOf(tx.db, loan, 20)).find(
      (row) =>
        !isOver(row) &&
        row.created_at.getTime() > since &&
        row.day === loans.today() &&
        row.purpose === asked.purpose &&
        row.amount === asked.amount &&
        row.way === asked.way &&
        row.saves === (asked.save ?? false),
    )
  }

  return {
    ...working,
    ...refunding,
    autopay,
    provider: provider.name,

    /** Begins a payment of the very sum that was shown. */
    async start(tx: Tx, clientId: string, loanId: string, asked: Asked): Promise<PaymentView> {
      const loan = await loans.lock(tx, loanId, clientId)
      if (loan.state !== 'running') throw fail('state_conflict')
      if (asked.way !== 'saved' && !provider.ways.includes(asked.way)) throw fail('state_conflict')
      await checkSum(tx, loan, asked)
      const again = asked.way === 'saved' ? undefined : await sameAgain(tx, loan, asked)
      if (again) return paymentView(again)
      if ((await countOpenOf(tx.db, loanId)) >= mostOpen) throw fail('payment_waiting')
      const kept = asked.way === 'saved' ? await means.own(tx, clientId, asked.means ?? '') : null
      const row = await begin(tx, loan, {
        id: newId(),
        purpose: asked.purpose,
        way: asked.way,
        means_id: kept?.id ?? null,
        saves: asked.way !== 'saved' && provider.saves && asked.save === true,
        amount: asked.amount,
        row_date: null,
      })
      if (!row) throw fail('payment_waiting')
      return paymentView(row)
    },

    async payment(clientId: string, id: string): Promise<PaymentView> {
      const row = await readOrder(db, id, clientId)
      if (!row) throw fail('not_found')
      return paymentView(row)
    },

    /** How a loan can be paid, and what is under way. */
    async paying(clientId: string, loanId: string): Promise<CallAnswer<typeof getPaying>> {
      const known = await loans.own(clientId, loanId)
      const [kept, row, back] = await Promise.all([
        means.list(clientId),
        autopay.read(known),
        loans.waitingFor([loanId]),
      ])
      const document = parts.document()
      const orders = await ordersOf(db, known, 10)
      return {
        ways: provider.ways.slice(),
        saves: provider.saves,
        means: kept,
        autopay: row
          ? {
              on: row.ended_at === null,
              means: kept.find(({ id }) => id === row.means_id) ?? null,
              most: row.most,
              ended: row.ended,
            }
          : null,
        agreement:
          document && provider.saves
            ? { document: document.id, version: document.version, title: document.title, most: autopay.most(known) }
            : null,
        payments: orders.filter((order) => !isOver(order)).map(paymentView),
        back: back.map(({ id, amount, refund_asked_at, reason }) => {
          return { id, amount, asked: refund_asked_at !== null, reason }
        }),
      }
    },

    async unlink(tx: Tx, clientId: string, meansId: string): Promise<void> {
      await means.unlink(tx, clientId, meansId)
      await autopay.unlinked(tx, meansId)
    },
  }
}

export type PaymentDesk = ReturnType<typeof createPaymentDesk>
