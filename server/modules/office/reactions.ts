import { fail } from '#server/platform/failure.ts'
import type { ReactionsOf } from '#server/platform/reactions.ts'
import type { Roles } from './roles.ts'
import { readStaff } from './store.ts'

export const officeReactions = (roles: Roles): ReactionsOf => ({
  'word.counted': async (tx, { staffId, right }) => {
    const row = await readStaff(tx.db, staffId)
    if (row && !row.disabled && roles.allows(row.role, right)) return
    const message = 'Кто просил, больше не вправе просить об этом. Отклоните и попросите заново.'
    throw fail('second_person', { issues: [{ field: 'asked', message }] })
  },
})
