import { addDays, type IsoDate } from '#contract/dates.ts'
import { durationMs } from '#contract/durations.ts'
import type { Lender } from '#contract/lender.ts'
import type { LoanRequest, ReasonClass } from '#contract/request.ts'
import { dateInZone } from '#contract/zones.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Notify } from '../messages/index.ts'
import type { Offers, PreparedOffer } from '../offers/index.ts'
import type { People } from '../people/index.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import { type Conclusion, conclude, type DecisionResult } from './conclude.ts'
import { type Explained, explain } from './explaining.ts'
import type { DecisionInputs } from './inputs.ts'
import type { InputsOf } from './inputs-of.ts'
import { type DecisionRules, tableOf } from './rules.ts'
import { type DecisionRow, decisionPlace, decisionsOf, insertDecision, keepRules, readRules } from './store.ts'
import type { Versions } from './workbench/versions.ts'

interface Parts {
  readonly platform: Platform
  readonly requests: Requests
  readonly offers: Offers
  readonly people: Pick<People, 'screen'>
  readonly inputsOf: InputsOf
  readonly notify: Notify
  readonly lender: Lender
  readonly versions: Pick<Versions, 'inForce'>
}

export interface DecisionView {
  readonly id: string
  readonly outcome: string
  /** Version of the rules and the start of their hash. */
  readonly rules: string
  readonly reasons: readonly string[]
  readonly at: string
}

const viewOf = (row: DecisionRow): DecisionView => ({
  id: row.id,
  outcome: row.outcome,
  rules: `${row.rules_version} (${row.rules_sha256.slice(0, 8)})`,
  reasons: row.reasons,
  at: row.decided_at.toISOString(),
})

const dayMs = 86_400_000
const actor = { kind: 'job' as const, id: 'decide' }

/** The decision on a reviewed request: facts and checks gathered, rules applied, everything kept for replaying. */
export function createDecisions(parts: Parts) {
  const { platform, requests, offers, people, notify, lender, inputsOf } = parts
  const { clock, jobs } = platform
  const today = () => dateInZone(clock.now(), lender.zone)

  async function keep(
    tx: Tx,
    request: StoredRequest,
    inputs: DecisionInputs,
    { result, trace }: Conclusion,
    rules: DecisionRules,
  ): Promise<string> {
    const id = newId()
    const now = clock.now()
    await keepRules(tx.db, { sha256: rules.sha256, version: rules.version, content: rules.content, first_used_at: now })
    await insertDecision(tx.db, {
      id,
      request_id: request.id,
      client_id: request.client_id,
      outcome: result.outcome,
      reason_class: result.outcome === 'reject' ? result.reasonClass : null,
      reasons: result.reasons,
      rules_version: rules.version,
      rules_sha256: rules.sha256,
      inputs: request.sealing.seal(inputs, decisionPlace(id, 'inputs')),
      trace: request.sealing.seal(trace, decisionPlace(id, 'trace')),
      result: request.sealing.seal(result, decisionPlace(id, 'result')),
      decided_at: now,
    })
    await tx.emit('decision.made', { decision: id })
    return id
  }

  function rejection(reason: ReasonClass, day: IsoDate): LoanRequest['rejection'] {
    // A self-ban ends when the person lifts it, not on a day we know.
    if (reason === 'selfBan') return { reason }
    return { reason, comeBackOn: addDays(day, Math.ceil(durationMs(lender.durations.refusalPause) / dayMs)) }
  }

  async function settle(
    tx: Tx,
    request: StoredRequest,
    decision: string,
    result: DecisionResult,
    offer: PreparedOffer | null,
  ): Promise<void> {
    const data = { decision, reasons: result.reasons }
    const to = { clientId: request.client_id, requestId: request.id }
    if (result.outcome === 'refer') {
      await requests.move(tx, request, { event: 'decideRefer', who: 'job', actor, data })
      return
    }
    if (result.outcome === 'reject') {
      const shown = { rejection: rejection(result.reasonClass, today()) }
      const reason = result.reasonClass
      await requests.move(tx, request, { event: 'decideReject', who: 'job', actor, data: { ...data, reason }, shown })
      await notify(tx, to, 'rejected')
      return
    }
    if (!offer) throw new Error('an offer was decided and not prepared')
    const shown = await offers.create(tx, request, offer, decision)
    await requests.move(tx, request, { event: 'decideOffer', who: 'job', actor, data, shown })
    await notify(tx, to, 'offer', { amount: result.amount, until: offer.untilDay })
  }

  /** Decides one request. Safe to run again: a request that has moved on is left alone. */
  async function decide(requestId: string): Promise<void> {
    const seen = await requests.find(requestId)
    if (seen?.state !== 'Hyb_Verification_Approved') return
    await platform.transact((tx) => people.screen(tx, seen.client_id))
    const inputs = await inputsOf(seen, { for: 'decision', dear: true })
    // The answer sends this job again.
    if (!inputs) return
    const rules = await parts.versions.inForce()
    const conclusion = await conclude(inputs, rules)
    const { result } = conclusion
    const offer = result.outcome === 'offer' ? await offers.prepare(seen, { ...inputs, decided: result }) : null
    await platform.transact(async (tx) => {
      const request = await requests.lock(tx, requestId)
      if (request.state !== 'Hyb_Verification_Approved' || request.version !== seen.version) return
      await settle(tx, request, await keep(tx, request, inputs, conclusion, rules), result, offer)
    })
  }

  jobs.define<{ requestId: string }>('decide', ({ requestId }) => decide(requestId))

  return {
    decide,

    /** Decisions on a request, newest first, for the office. Inside a transaction, give its `tx`. */
    async list(requestId: string, tx?: Tx): Promise<DecisionView[]> {
      const rows = await decisionsOf(tx?.db ?? platform.db, requestId)
      return rows.map(viewOf)
    },

    /** Decisions on a request, newest first, with their reasons in words. */
    async explained(requestId: string, tx?: Tx): Promise<(DecisionView & Explained)[]> {
      const db = tx?.db ?? platform.db
      const rows = await decisionsOf(db, requestId)
      const texts = async (row: DecisionRow) => {
        const sealing = await platform.clientKeys.of(db, row.client_id)
        return explain(row, await readRules(db, row.rules_sha256), sealing, decisionPlace(row.id, 'inputs'))
      }
      return Promise.all(rows.map(async (row) => ({ ...viewOf(row), ...(await texts(row)) })))
    },

    /** The decision table in force, as the office shows it. */
    table: async () => tableOf(await parts.versions.inForce()),
  }
}

export type Decisions = ReturnType<typeof createDecisions>
