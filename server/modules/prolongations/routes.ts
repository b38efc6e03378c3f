import {
  cancelProlongation,
  createProlongation,
  quoteProlongation,
  signProlongation,
} from '#contract/calls/prolongation.ts'
import type { Router } from '#server/http/router.ts'
import type { RequestViews } from '../requests/index.ts'
import type { Prolongations } from './service.ts'

interface Parts {
  readonly router: Router
  readonly prolongations: Prolongations
  readonly views: RequestViews
}

export function prolongationRoutes({ router, prolongations, views }: Parts) {
  router.read(quoteProlongation, ({ actor, params, query }) =>
    prolongations.quote(actor.id, params.id, query.days === undefined ? undefined : Number(query.days)),
  )

  router.change(createProlongation, async ({ actor, params, body }, tx) =>
    views.view(await prolongations.create(tx, actor.id, params.id, body.days), tx),
  )

  router.change(signProlongation, async ({ actor, params, body, ip, http }, tx) => {
    const entered = { ...body, address: ip, userAgent: http.headers['user-agent'] ?? '' }
    return views.view(await prolongations.sign(tx, actor, params.id, entered), tx)
  })

  router.change(cancelProlongation, async ({ actor, params, body }, tx) =>
    views.view(await prolongations.cancel(tx, actor.id, params.id, body.version), tx),
  )
}
