import type { Happenings } from '#contract/happenings.ts'
import type { ReactionsOf } from '#server/platform/reactions.ts'
import type { Tx } from '#server/platform/transaction.ts'

interface Parts {
  readonly take: (tx: Tx, followed: Happenings['loan.followed']) => Promise<void>
}

export const coreReactions = ({ take }: Parts): ReactionsOf => ({ 'loan.followed': take })
