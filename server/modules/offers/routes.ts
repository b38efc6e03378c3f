import {
  chooseAssignment,
  coolingOffCalendar,
  declineOffer,
  getOffer,
  refuseLoan,
  signOffer,
} from '#contract/calls/offer.ts'
import { sendCalendar } from '#server/http/calendar.ts'
import type { Router } from '#server/http/router.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Requests, RequestViews } from '../requests/index.ts'
import type { Offers } from './service.ts'

interface Parts {
  readonly router: Router
  readonly offers: Offers
  readonly requests: Requests
  readonly views: RequestViews
  readonly platform: Pick<Platform, 'clock' | 'config'>
  readonly brand: string
}

export function offerRoutes({ router, offers, requests, views, platform, brand }: Parts) {
  router.read(getOffer, async ({ actor, params }) => offers.view(await requests.owned(actor.id, params.id)))

  router.read(chooseAssignment, async ({ actor, params, body }) => {
    await offers.chooseAssignment(actor, params.id, body)
    return offers.view(await requests.owned(actor.id, params.id))
  })

  router.read(coolingOffCalendar, async ({ actor, params, reply }) => {
    const request = await requests.owned(actor.id, params.id)
    const { coolingOff } = request.shown
    if (request.state !== 'Cooldown' || !coolingOff) throw fail('state_conflict')
    const { publicUrl } = platform.config
    // A calendar is shared and synced: no sums, no names.
    const event = {
      uid: `release-${request.id}@${new URL(publicUrl).hostname}`,
      title: `${brand}: период охлаждения заканчивается`,
      text: 'До этого от займа можно отказаться бесплатно. Потом деньги уйдут на ваш счёт.',
      url: `${publicUrl}/step38`,
      when: { at: new Date(coolingOff.releaseAt) },
      remindMinutes: 30,
    }
    return sendCalendar(reply, 'cooling-off', [event], platform.clock.now(), brand)
  })

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
