import type { Lender } from '#contract/lender.ts'
import type { Signal } from '#contract/person/signals.ts'
import type { Beside } from '#contract/person/verdicts.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Auth } from '../auth/index.ts'
import type { Notify } from '../messages/index.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import type { Steps } from '../steps/index.ts'
import { createConflicts } from './conflicts.ts'
import { createEnrolment } from './enrolment.ts'
import { noteFile } from './files-store.ts'
import type { StaffNames } from './history.ts'
import { createItems } from './items.ts'
import { createLeases } from './leases.ts'
import { createLooks } from './looks.ts'
import { createOutcomes } from './outcomes.ts'
import { createQueue } from './queue.ts'
import { createReviewPage, type DecisionOf, type PassportOf, type StepFile } from './review-page.ts'
import { createShift, type Member } from './shift.ts'
import { createTyped } from './typed.ts'
import { createVerdicts } from './verdicts.ts'

const half = 30_000

interface Parts {
  readonly platform: Platform
  readonly requests: Requests
  readonly steps: Steps
  readonly auth: Pick<Auth, 'clientWithin'>
  readonly notify: Notify
  readonly lender: Lender
  /** Names of the staff by id. */
  readonly staffNames: StaffNames
  /** The staff, with when each was last at work. */
  readonly members?: (tx?: Pick<Tx, 'db'>) => Promise<readonly Member[]>
  /** Pictures and videos of a request, for a reviewer who holds it. */
  readonly files: (tx: Tx, request: StoredRequest) => Promise<readonly StepFile[]>
  /** Until when this member says to be on the phone with this client. */
  readonly calling?: (tx: Tx, clientId: string, staffId: string) => Promise<Date | undefined>
  /** The latest decision about a request, for the staff. */
  readonly decision?: (tx: Tx, requestId: string) => Promise<DecisionOf | null>
  /** What is remarkable about a client beside others. */
  readonly signals?: (clientId: string, tx: Tx) => Promise<readonly Signal[]>
  readonly passport?: (requestId: string, tx: Tx) => Promise<PassportOf>
  readonly identity?: (clientId: string, tx: Tx) => Promise<Beside['identity']>
  /** The name of a product that is offered no more. */
  readonly formerName?: (id: string | undefined) => string | undefined
}

/** The review of requests by the staff: queue, leases, verdicts, outcomes. Sends the job `decide` {requestId} on approval. */
export function createVerification(parts: Parts) {
  const { platform, requests, steps, auth, notify, lender, staffNames: names } = parts
  const files = parts.files ?? (async () => [])
  const enrolment = createEnrolment(platform, requests, auth)
  const leases = createLeases(platform, requests, enrolment, lender)
  const looks = createLooks(platform, lender.flow.cardsPerHour)
  const items = createItems(steps)
  const conflicts = createConflicts(names)
  const typed = createTyped(platform, requests)
  const verdicts = createVerdicts(platform, leases, items, conflicts)
  const outcomes = createOutcomes({
    platform,
    requests,
    steps,
    notify,
    lender,
    leases,
    items,
    conflicts,
    files,
    typed,
  })
  const { needsSecond } = outcomes
  const queue = createQueue({
    platform,
    requests,
    enrolment,
    lender,
    names,
    needsSecond,
    ...(parts.formerName && { formerName: parts.formerName }),
  })
  const open = createReviewPage({
    platform,
    requests,
    steps,
    auth,
    lender,
    enrolment,
    leases,
    looks,
    items,
    names,
    needsSecond,
    typed,
    productName: queue.productName,
    files,
    calling: parts.calling ?? (async () => undefined),
    decision: parts.decision ?? (async () => null),
    signals: parts.signals ?? (async () => []),
    passport: parts.passport ?? (async () => ({ state: 'none' })),
    identity: parts.identity ?? (async () => undefined),
  })
  const members = parts.members ?? (async () => [])
  const shift = createShift({ platform, requests, lender, leases, members })
  platform.jobs.every('review.leases', half, leases.sweep)
  platform.jobs.every('review.enrolment', half, enrolment.enrolAll)

  return {
    queue,
    leases,
    shift,
    verdicts,
    typed,
    outcomes,
    open,
    names,

    /** A look at a photo or video: the request is to be in this reviewer's hands, and counts as seen whole. With `fileId`, that file is opened. */
    async look(tx: Tx, requestId: string, staffId: string, fileId?: string): Promise<void> {
      const { review } = await leases.held(tx, requestId, staffId)
      await looks.note(tx, review, staffId)
      if (fileId) await noteFile(tx.db, review, fileId, staffId, platform.clock.now())
    },
  }
}

export type Verification = ReturnType<typeof createVerification>
