import { acceptStep, createRequest, getRequest, saveDraft } from '#contract/calls/requests.ts'
import type { ClientActor } from '#server/http/actors.ts'
import { mayReach } from '#server/http/actors.ts'
import type { Router } from '#server/http/router.ts'
import { fail } from '#server/platform/failure.ts'
import type { Requests, RequestViews } from '../requests/index.ts'
import type { CreateRequest } from './creation.ts'
import type { Details } from './detail.ts'
import type { Steps } from './service.ts'

interface Parts {
  readonly router: Router
  readonly steps: Steps
  readonly requests: Requests
  readonly views: RequestViews
  readonly create: CreateRequest
  /** Whether this person entered an SMS code a short while ago. */
  readonly confirmations: { fresh(actor: ClientActor): boolean }
  readonly details: Details
}

export function stepRoutes({ router, steps, requests, views, create, confirmations, details }: Parts) {
  router.change(createRequest, async ({ actor, body }, tx) => views.view(await create(tx, actor.id, body.raw), tx))

  router.read(getRequest, async ({ actor, params }) => details(await requests.owned(actor.id, params.id)))

  router.change(saveDraft, async ({ actor, params, body }, tx) => {
    const request = await requests.lock(tx, params.id, actor.id)
    return steps.draft(tx, request, Number(params.step), body)
  })

  router.change(acceptStep, async ({ actor, params, body }, tx) => {
    const request = await requests.lock(tx, params.id, actor.id)
    const lent = actor.only !== undefined
    const within = mayReach(actor, request.id) && (!lent || steps.captured(Number(params.step)))
    if (!within) throw fail('not_found')
    const accepted = await steps.accept(tx, request, Number(params.step), {
      ...body,
      confirmed: confirmations.fresh(actor),
    })
    const { kept, warnings, next } = accepted
    return { detail: await details(accepted.request, { tx, kept, lent }), warnings: [...warnings], next }
  })
}
