import type { Verdict } from '#contract/calls/office/review.ts'
import type { StepDefinition } from '#contract/step.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { StoredRequest } from '../requests/index.ts'
import type { OpenStep, Steps } from '../steps/index.ts'
import { type ReviewRow, readOpened, readVerdicts } from './store.ts'

/** One step of a request under review. */
export interface Item {
  readonly step: StepDefinition
  readonly kept: OpenStep
  /** Needs a verdict in this round: not found right in an earlier one, or changed since. */
  readonly open: boolean
  /** This reviewer has looked at it as it is now. */
  readonly opened: boolean
  readonly verdict: Verdict | undefined
}

export const verdictPlace = (requestId: string, step: number) => ({
  table: 'review_verdict',
  id: `${requestId}:${step}`,
})

/** What there is to review: the request's filled steps with what the reviewers said of them. */
export function createItems(steps: Steps) {
  return async function items(
    tx: Tx,
    request: StoredRequest,
    review: Pick<ReviewRow, 'round'>,
    staffId: string,
  ): Promise<Item[]> {
    const [kept, verdicts, opened] = [
      await steps.all(tx, request),
      await readVerdicts(tx.db, request.id),
      await readOpened(tx.db, request.id, staffId),
    ]
    return steps.needed(request).flatMap((step) => {
      const mine = kept.find(({ number }) => number === step.number)
      if (!mine?.acceptedAt) return []
      const given = verdicts.find((row) => row.step === step.number && row.revision === mine.revision)
      const settled = given?.verdict === 'ok' && given.round < review.round
      const counts = given && (settled || given.round === review.round)
      return [
        {
          step,
          kept: mine,
          open: !settled,
          opened: opened.some(
            (row) => row.step === step.number && row.round === review.round && row.revision === mine.revision,
          ),
          verdict: counts
            ? request.sealing.unseal<Verdict>(given.sealed, verdictPlace(request.id, step.number))
            : undefined,
        },
      ]
    })
  }
}

export type Items = ReturnType<typeof createItems>
