import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { PaymentOrder } from '#server/providers/payment/port.ts'
import type { Means } from './means.ts'
import { isOver, lockMeans, lockOrder, type OrderRow, updateOrder } from './store.ts'

/** An order held by one worker for the time of a lease. */
export interface Claim {
  readonly row: OrderRow
  readonly order: Omit<PaymentOrder, 'by'>
  /** How it is paid; null: the means is unlinked, and nothing may be asked for with it any more. */
  readonly by: PaymentOrder['by'] | null
  /** The provider was never called for it. */
  readonly fresh: boolean
}

interface Parts {
  readonly platform: Platform
  readonly means: Means
  readonly leaseMs: number
  readonly about: (tx: Tx, loanId: string) => Promise<string>
}

export function createClaiming({ platform, means, leaseMs, about }: Parts) {
  const { clock, config } = platform

  async function byOf(tx: Tx, row: OrderRow): Promise<PaymentOrder['by'] | null> {
    if (row.way !== 'saved') return { way: row.way, save: row.saves }
    const kept = row.means_id ? await lockMeans(tx.db, row.means_id) : undefined
    const opened = kept && (await means.opened(tx.db, kept))
    return opened ? { token: opened.token } : null
  }

  /** Takes an order for a while. Null: nothing to do, or somebody else is at it. */
  return async (tx: Tx, id: string): Promise<Claim | null> => {
    const row = await lockOrder(tx.db, id)
    const now = clock.now()
    if (!row || isOver(row) || row.state === 'refused') return null
    if (row.lease_until && row.lease_until > now) return null
    const by = await byOf(tx, row)
    const fresh = row.state === 'starting'
    const lease_until = new Date(now.getTime() + leaseMs)
    // From here on the provider may have heard of it.
    await updateOrder(tx.db, id, { lease_until, ...(fresh && by && { state: 'checking' }) })
    const order = {
      key: row.id,
      loan: row.loan_id,
      amount: row.amount,
      about: await about(tx, row.loan_id),
      returnUrl: `${config.publicUrl}/step35?payment=${row.id}`,
      at: row.created_at,
    }
    return { row, order, by, fresh }
  }
}
