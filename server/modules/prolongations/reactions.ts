import type { ReactionsOf } from '#server/platform/reactions.ts'
import type { Tx } from '#server/platform/transaction.ts'

interface Parts {
  readonly look: (tx: Tx, loanId: string, clientId: string) => Promise<void>
}

/** A prolongation may have waited for the payment. */
export const prolongationReactions = ({ look }: Parts): ReactionsOf => ({
  'payment.counted': (tx, { loanId, clientId }) => look(tx, loanId, clientId),
})
