import { approveRequest, refuseRequest, returnRequest } from '#contract/calls/office/outcomes.ts'
import {
  findRequests,
  officeQueue,
  releaseRequest,
  renewLease,
  takeNext,
  takeRequest,
} from '#contract/calls/office/queue.ts'
import { keepTyped, markOpened, openReview, saveVerdict } from '#contract/calls/office/review.ts'
import { assignRequest, officeShift } from '#contract/calls/office/shift.ts'
import { keptFailures } from '#server/http/kept-failures.ts'
import type { Router } from '#server/http/router.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Verification } from './service.ts'

export function verificationRoutes(router: Router, platform: Platform, verification: Verification) {
  const { queue, leases, shift, verdicts, typed, outcomes, open, names } = verification

  router.read(officeQueue, ({ actor, query }) => queue.page(actor.id, query))
  router.read(findRequests, ({ actor, body }) => queue.page(actor.id, body))

  router.read(officeShift, () => shift.now())

  router.change(assignRequest, async ({ actor, params, body }, tx) => {
    await shift.assign(tx, params.id, body.staffId, actor.id)
    return undefined
  })

  router.change(takeNext, async ({ actor }, tx) => ({ id: await leases.takeNext(tx, actor.id) }))

  router.change(takeRequest, async ({ actor, params }, tx) => {
    await leases.take(tx, params.id, actor.id)
    return undefined
  })

  router.change(renewLease, async ({ actor, params }, tx) => {
    const { until, others } = await leases.renew(tx, params.id, actor.id)
    const staff = await names(tx)
    return { until: until.toISOString(), others: others.map((id) => staff.get(id) ?? '') }
  })

  router.change(releaseRequest, async ({ actor, params }, tx) => {
    await leases.release(tx, params.id, actor.id)
    return undefined
  })

  // A reading, but every look at personal data is written to the journal.
  router.read(openReview, ({ actor, params }) => keptFailures(platform, (tx) => open(tx, params.id, actor.id)))

  router.change(markOpened, async ({ actor, params }, tx) => {
    await verdicts.opened(tx, params.id, Number(params.step), actor.id)
    return undefined
  })

  router.change(keepTyped, async ({ actor, params, body }, tx) => {
    await typed.keep(tx, params.id, actor.id, body)
    return undefined
  })

  router.change(saveVerdict, async ({ actor, params, body }, tx) => {
    await verdicts.save(tx, params.id, Number(params.step), actor.id, body)
    return undefined
  })

  router.change(approveRequest, ({ actor, params, body }, tx) =>
    outcomes.approve(tx, params.id, actor.id, body.version),
  )

  router.change(returnRequest, ({ actor, params, body }, tx) => outcomes.return(tx, params.id, actor.id, body.version))

  router.change(refuseRequest, ({ actor, params, body }, tx) => outcomes.refuse(tx, params.id, actor.id, body))
}
