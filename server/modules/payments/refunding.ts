import type { Platform } from '#server/platform/platform.ts'
import { type PaymentProvider, RailTrouble } from '#server/providers/payment/port.ts'
import type { Loans } from '../loans/index.ts'
import { lookAgainAfter } from './settling.ts'
import { eachOf, type Times } from './working.ts'

interface Parts {
  readonly platform: Platform
  readonly provider: PaymentProvider
  readonly times: Times
  readonly loans: Pick<Loans, 'claimRefund' | 'settleRefund' | 'refundsToLook'>
}

type Outcome = Parameters<Loans['settleRefund']>[2]

/** Carries refunds the staff have ordered through the provider, as payments are: one key each, an unknown outcome asked about. */
export function createRefunding({ platform, provider, loans, times }: Parts) {
  const { clock, jobs, log } = platform

  async function refund(id: string): Promise<void> {
    const row = await platform.transact((tx) => loans.claimRefund(tx, id, times.leaseMs))
    if (!row) return
    const order = { key: row.id, paymentId: row.payment_id, amount: row.amount, at: row.ordered_at }
    const ask = async (): Promise<Outcome> =>
      (await provider.findRefund(order, row.provider_id)) ?? (await provider.refund(order))
    const outcome = await ask().catch((error: unknown): Outcome => {
      log.warn({ refund: id, err: error }, 'outcome of a refund unknown')
      if (!(error instanceof RailTrouble)) return { state: 'unknown', trouble: null }
      return { state: error.nothingMade ? 'refused' : 'unknown', trouble: error.reason }
    })
    const now = clock.now().getTime()
    const lookAt = new Date(now + lookAgainAfter(now - row.ordered_at.getTime()))
    await platform.transact((tx) => loans.settleRefund(tx, id, outcome, lookAt))
  }

  async function lookAtRefunds(): Promise<void> {
    await eachOf(await loans.refundsToLook(200), refund, (one, err) =>
      log.error({ refund: one, err }, 'a refund could not be looked after'),
    )
  }
  jobs.every('refund.look', times.pollMs, lookAtRefunds)

  return { lookAtRefunds }
}
