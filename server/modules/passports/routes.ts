import { passportReading } from '#contract/calls/passport.ts'
import { mayReach } from '#server/http/actors.ts'
import type { Router } from '#server/http/router.ts'
import { fail } from '#server/platform/failure.ts'
import type { Requests } from '../requests/index.ts'
import type { Passports } from './service.ts'

interface Parts {
  readonly router: Router
  readonly requests: Requests
  readonly passports: Passports
}

export function passportRoutes({ router, requests, passports }: Parts) {
  router.read(passportReading, async ({ actor, params }) => {
    const { id } = await requests.owned(actor.id, params.id)
    if (!mayReach(actor, id)) throw fail('not_found')
    return passports.answer(id)
  })
}
