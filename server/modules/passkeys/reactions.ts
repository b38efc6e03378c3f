import type { ReactionsOf } from '#server/platform/reactions.ts'
import type { Passkeys } from './service.ts'

export const passkeyReactions = ({ removeAll }: Passkeys): ReactionsOf => ({
  'staff.reset': (tx, { staffId }) => removeAll(tx, { kind: 'staff', id: staffId }),
})
