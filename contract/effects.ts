import type { Facts } from './facts.ts'
import type { Lender } from './lender.ts'
import type { Raw } from './step.ts'

/** How long evidence of one kind is good for the next request. */
export type EvidenceLife = keyof Pick<Lender['durations'], 'photosStayGood' | 'selfieStaysGood'>

/** What a step may have done on the server when its answers are accepted, in the same transaction. */
export interface StepServices {
  readonly clientId: string
  readonly requestId: string
  /** Records consents by document id, in their version of today. */
  giveConsents(documentIds: readonly string[]): Promise<void>
  /** Keeps what is now known of the person for their profile. */
  learn(person: { name?: string }): Promise<void>
  /** A new destination for a payout that came back. */
  changeDestination(facts: Facts): Promise<void>
  /** Changes what the list shows of the terms asked for. Whole kopecks. */
  showTerms(terms: { product: string; amount: number; term: number }): Promise<void>
  /** Ties the stored photo or video named by `answers.file` to a step. Fails with `evidence_missing` when it is not there. */
  takeEvidence(step: number, answers: Readonly<Record<string, unknown>>): Promise<void>
  /** Copies the client's own file of an earlier request to this one. Answers the copy's id; null when it is gone or too old. */
  carryEvidence(step: number, file: string, life: EvidenceLife): Promise<string | null>
}

/** Exported as `effects` from a step's `server.ts`. */
export interface StepEffects {
  /** The raw answers of the last request as a new one may have them; null: ask again. Without it they stay as they are. */
  carried?(raw: Raw, services: StepServices): Promise<Raw | null>
  accepted(facts: Facts, services: StepServices, answers: Readonly<Record<string, unknown>>): Promise<void>
}

/** Effects of a step whose answers name a photo or video: tied to the step when accepted, reused while it is fresh. */
export const evidenceEffects = (step: number, life: EvidenceLife): StepEffects => ({
  accepted: (_facts, services, answers) => services.takeEvidence(step, answers),
  carried: async (raw, services) => {
    const file = await services.carryEvidence(step, String(raw.file), life)
    return file ? { ...raw, file } : null
  },
})
