import type { Issue } from './errors.ts'
import type { Facts } from './facts.ts'
import type { Media } from './media.ts'
import type { Raw } from './step.ts'

/** What a step may have done on the server when its answers are accepted, in the same transaction. */
export interface StepServices {
  readonly clientId: string
  readonly requestId: string
  /** Records consents by document id, in their version of today. */
  giveConsents(documentIds: readonly string[]): Promise<void>
  /** Keeps what is now known of the person for their profile. */
  learn(person: { name?: string }): Promise<void>
  /** Keeps by which numbers the person is known, and counts what is counted by person anew. */
  identify(facts: Facts): Promise<void>
  /** What is wrong with the promo code that was asked for: only the server knows codes and who has used them. */
  promoIssues(facts: Facts): Promise<readonly Issue[]>
  /** Holds the promo code for this request, or gives it back. */
  holdPromo(facts: Facts): Promise<void>
  /** A new destination for a payout that came back. */
  changeDestination(facts: Facts): Promise<void>
  /** Changes what the list shows of the terms asked for. Whole kopecks. */
  showTerms(terms: { product: string; amount: number; term: number }): Promise<void>
  /** Ties a stored photo or video to a step's answers. Fails with `evidence_missing` when it is not there. */
  takeEvidence(step: number, file: string, answers: Readonly<Record<string, unknown>>): Promise<void>
  /** Copies the client's own file of an earlier request to this one. Answers the copy's id; null when it is gone or too old. */
  carryEvidence(step: number, file: string, life: Media['life']): Promise<string | null>
}

/** Exported as `effects` from a step's `server.ts`. */
export interface StepEffects {
  /** The raw answers of the last request as a new one may have them; null: ask again. Without it they stay as they are. */
  carried?(raw: Raw, services: StepServices): Promise<Raw | null>
  /** What only the server can find wrong, when the step is accepted and again when the request is sent. */
  issues?(facts: Facts, services: StepServices): Promise<readonly Issue[]>
  accepted(facts: Facts, services: StepServices, answers: Readonly<Record<string, unknown>>): Promise<void>
}
