import type { ReactionsOf } from '#server/platform/reactions.ts'
import type { Tx } from '#server/platform/transaction.ts'

/** A request, as what happened names it. */
export interface OfRequest {
  readonly requestId: string
  readonly clientId: string
}

interface Parts {
  readonly intend: (tx: Tx, of: OfRequest, amount: number) => Promise<void>
  readonly withdraw: (tx: Tx, of: OfRequest) => Promise<void>
}

export const payoutReactions = ({ intend, withdraw }: Parts): ReactionsOf => ({
  'contract.released': (tx, told) => intend(tx, told, told.amount),
  'contract.givenUp': (tx, told) => withdraw(tx, told),
})
