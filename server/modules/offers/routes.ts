import { declineOffer, getOffer, refuseLoan, signOffer } from '#contract/calls/offer.ts'
import type { Router } from '#server/http/router.ts'
import type { Requests, RequestViews } from '../requests/index.ts'
import type { Offers } from './service.ts'

interface Parts {
  readonly router: Router
  readonly offers: Offers
  readonly requests: Requests
  readonly views: RequestViews
}

export function offerRoutes({ router, offers, requests, views }: Parts) {
  router.read(getOffer, async ({ actor, params }) => offers.view(await requests.owned(actor.id, params.id)))

  router.change(signOffer, async ({ actor, params, body, ip, http }, tx) => {
    const entered = { ...body, address: ip, userAgent: http.headers['user-agent'] ?? '' }
    return views.view(await offers.sign(tx, actor, params.id, entered), tx)
  })

  router.change(declineOffer, async ({ actor, params, body }, tx) =>
    views.view(await offers.decline(tx, actor, params.id, body.version), tx),
  )

  router.change(refuseLoan, async ({ actor, params, body }, tx) =>
    views.view(await offers.refuse(tx, actor, params.id, body.version), tx),
  )
}
