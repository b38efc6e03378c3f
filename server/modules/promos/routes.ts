import { checkPromo } from '#contract/calls/promos.ts'
import type { Router } from '#server/http/router.ts'
import type { Promos } from './service.ts'

export function promoRoutes(router: Router, promos: Promos) {
  router.read(checkPromo, async ({ body }) => {
    const promo = await promos.look(body.product, body.code, null)
    return { promo: promo && { code: promo.code, freeDays: promo.freeDays } }
  })
}
