import type { ReactionsOf } from '#server/platform/reactions.ts'
import type { Tx } from '#server/platform/transaction.ts'

interface Parts {
  readonly intend: (tx: Tx, requestId: string, amount: number) => Promise<void>
  readonly withdraw: (tx: Tx, requestId: string) => Promise<void>
}

export const payoutReactions = ({ intend, withdraw }: Parts): ReactionsOf => ({
  'contract.released': (tx, { requestId, amount }) => intend(tx, requestId, amount),
  'contract.givenUp': (tx, { requestId }) => withdraw(tx, requestId),
})
