import type { Platform } from '#server/platform/platform.ts'
import { keysThatAreLeft, type Past } from '../../versions/index.ts'
import type { DecisionResult } from '../conclude.ts'
import type { DecisionInputs } from '../inputs.ts'
import { decisionPlace } from '../store.ts'
import { type Made, madeOf } from './comparing.ts'
import { sealedDecisions } from './past-store.ts'

/** A decision as it was made, opened. */
export interface PastDecision extends Past<Made> {
  readonly inputs: DecisionInputs
}

/** Opens what was kept of past decisions. One whose person's key was destroyed is left out: nobody can read it any more. */
export function openPast(platform: Pick<Platform, 'db' | 'clientKeys'>) {
  return async (ids: readonly string[]): Promise<PastDecision[]> => {
    if (ids.length === 0) return []
    const rows = await sealedDecisions(platform.db, ids)
    const sealing = await keysThatAreLeft(platform, [...new Set(rows.map(({ client_id }) => client_id))])
    return rows.flatMap(({ id, request_id, client_id, inputs, result }) => {
      const open = sealing(client_id)
      if (!open) return []
      return {
        id,
        request: request_id,
        inputs: open.unseal<DecisionInputs>(inputs, decisionPlace(id, 'inputs')),
        made: madeOf(open.unseal<DecisionResult>(result, decisionPlace(id, 'result'))),
      }
    })
  }
}
