import { fail } from '#server/platform/failure.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { StoredRequest } from '../requests/index.ts'
import { historyLines, type StaffNames } from './history.ts'
import { requestHistory } from './store.ts'

/** Refuses a write made on an older version, and says what happened since. */
export function createConflicts(names: StaffNames) {
  return {
    async check(tx: Tx, request: StoredRequest, seen: number): Promise<void> {
      if (seen === request.version) return
      const since = seen > 0 && seen < request.version ? seen : request.version
      const changes = historyLines(await requestHistory(tx.db, request.id, since), await names(tx))
      throw fail('version_conflict', { details: { version: request.version, changes } })
    },
  }
}

export type Conflicts = ReturnType<typeof createConflicts>
