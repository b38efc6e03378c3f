import type { ClientSealing } from '#server/platform/client-keys.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { DecisionResult } from '../conclude.ts'
import type { DecisionInputs } from '../inputs.ts'
import { decisionPlace } from '../store.ts'
import { sealedDecisions } from './backtest-store.ts'
import { type Made, madeOf } from './comparing.ts'

/** A decision as it was made, opened. */
export interface PastDecision {
  readonly id: string
  readonly request: string
  readonly inputs: DecisionInputs
  readonly made: Made
}

/** Opens what was kept of past decisions. One whose person's key was destroyed is left out: nobody can read it any more. */
export function openPast({ db, clientKeys }: Pick<Platform, 'db' | 'clientKeys'>) {
  async function sealingsOf(clients: readonly string[]): Promise<(client: string) => ClientSealing | null> {
    try {
      return await clientKeys.ofMany(db, clients)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    }
    const each = new Map<string, ClientSealing | null>()
    for (const client of clients) {
      const found = await clientKeys.of(db, client).catch((error: unknown) => {
        if (error instanceof Failure) return null
        throw error
      })
      each.set(client, found)
    }
    return (client) => each.get(client) ?? null
  }

  return async (ids: readonly string[]): Promise<PastDecision[]> => {
    if (ids.length === 0) return []
    const rows = await sealedDecisions(db, ids)
    const sealing = await sealingsOf([...new Set(rows.map(({ client_id }) => client_id))])
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
