import { acceptStep, createRequest, getRequest, saveDraft } from '#contract/calls/requests.ts'
import { deriveStatus } from '#contract/status.ts'
import type { ClientActor } from '#server/http/actors.ts'
import { mayReach } from '#server/http/actors.ts'
import type { Router } from '#server/http/router.ts'
import { fail } from '#server/platform/failure.ts'
import type { Requests, RequestViews } from '../requests/index.ts'
import type { CreateRequest } from './creation.ts'
import type { Steps } from './service.ts'

interface Parts {
  readonly router: Router
  readonly steps: Steps
  readonly requests: Requests
  readonly views: RequestViews
  readonly create: CreateRequest
  /** Whether this person entered an SMS code a short while ago. */
  readonly confirmations: { fresh(actor: ClientActor): boolean }
  readonly now: () => Date
}

export function stepRoutes({ router, steps, requests, views, create, confirmations, now }: Parts) {
  router.change(createRequest, async ({ actor, body }, tx) => views.view(await create(tx, actor.id, body.raw), tx))

  router.read(getRequest, async ({ actor, params }) => {
    const request = await requests.owned(actor.id, params.id)
    const kept = await steps.all(null, request)
    return {
      request: await views.view(request),
      steps: kept.map((step) => steps.view(request, step)),
      facts: deriveStatus({ ...request, verification: null }).mayFill ? { ...requests.facts(request) } : {},
      serverTime: now().toISOString(),
      minutesLeft: await steps.minutesLeft(request, kept),
      firstLoan: steps.context(request).firstLoan,
    }
  })

  router.change(saveDraft, async ({ actor, params, body }, tx) => {
    const request = await requests.lock(tx, params.id, actor.id)
    return steps.draft(tx, request, Number(params.step), body)
  })

  router.change(acceptStep, async ({ actor, params, body }, tx) => {
    const request = await requests.lock(tx, params.id, actor.id)
    const within = mayReach(actor, request.id) && (!actor.only || steps.captured(Number(params.step)))
    if (!within) throw fail('not_found')
    const { step, warnings, next } = await steps.accept(tx, request, Number(params.step), {
      ...body,
      confirmed: confirmations.fresh(actor),
    })
    return { step: steps.view(request, step), warnings: [...warnings], next }
  })
}
