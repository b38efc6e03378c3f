import type { Happenings } from '#contract/happenings.ts'
import type { ReactionsOf } from '#server/platform/reactions.ts'
import type { Tx } from '#server/platform/transaction.ts'

interface Parts {
  readonly begin: (tx: Tx, began: Happenings['loan.began']) => Promise<void>
}

export const loanReactions = ({ begin }: Parts): ReactionsOf => ({ 'loan.began': begin })
