import type { Kysely } from 'kysely'
import { canonicalJson } from '#server/platform/canonical.ts'
import type { ClientKeys } from '#server/platform/client-keys.ts'
import { conclude, type DecisionResult } from './conclude.ts'
import type { DecisionInputs } from './inputs.ts'
import { rulesOf } from './rules.ts'
import { decisionPlace, readDecision, readRules } from './store.ts'

export type Replay =
  | {
      readonly same: true
      readonly rules: string
      readonly result: DecisionResult
    }
  | {
      readonly same: false
      readonly rules: string
      readonly kept: unknown
      readonly now: unknown
      readonly what: string
    }

/** Makes a decision again from what was kept of it. Null when there is no such decision. */
export async function replay(db: Kysely<unknown>, keys: Pick<ClientKeys, 'of'>, id: string): Promise<Replay | null> {
  const row = await readDecision(db, id)
  const kept = row && (await readRules(db, row.rules_sha256))
  if (!row || !kept) return null
  const rules = rulesOf(kept.version, kept.content)
  const label = `${rules.version} (${rules.sha256.slice(0, 8)})`
  if (rules.sha256 !== row.rules_sha256)
    return { same: false, rules: label, kept: row.rules_sha256, now: rules.sha256, what: 'the kept rules were changed' }
  const sealing = await keys.of(db, row.client_id)
  const inputs = sealing.unseal<DecisionInputs>(row.inputs, decisionPlace(id, 'inputs'))
  const result = sealing.unseal<DecisionResult>(row.result, decisionPlace(id, 'result'))
  const trace = sealing.unseal<unknown>(row.trace, decisionPlace(id, 'trace'))
  const again = await conclude(inputs, rules)
  if (canonicalJson(again.result) !== canonicalJson(result))
    return { same: false, rules: label, kept: result, now: again.result, what: 'the outcome differs' }
  if (canonicalJson(again.trace) !== canonicalJson(trace))
    return {
      same: false,
      rules: label,
      kept: trace,
      now: again.trace,
      what: 'the outcome is the same, the way to it differs',
    }
  return { same: true, rules: label, result }
}
