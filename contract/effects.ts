import type { Facts } from './facts.ts'

/** What a step may have done on the server when its answers are accepted, in the same transaction. */
export interface StepServices {
  readonly clientId: string
  readonly requestId: string
  /** Records consents by document id, in their version of today. */
  giveConsents(documentIds: readonly string[]): Promise<void>
  /** Keeps what is now known of the person for their profile. */
  learn(person: { name?: string; email?: string }): Promise<void>
  /** A new destination for a payout that came back. */
  changeDestination(facts: Facts): Promise<void>
  /** Changes what the list shows of the terms asked for. Whole kopecks. */
  showTerms(terms: { product: string; amount: number; term: number }): Promise<void>
  /** Ties the stored photo or video named by `answers.file` to a step. Fails with `evidence_missing` when it is not there. */
  takeEvidence(step: number, answers: Readonly<Record<string, unknown>>): Promise<void>
}

/** Exported as `effects` from a step's `server.ts`. */
export interface StepEffects {
  accepted(facts: Facts, services: StepServices, answers: Readonly<Record<string, unknown>>): Promise<void>
}
