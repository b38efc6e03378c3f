import type { FastifyInstance } from 'fastify'
import {
  adoptIdentity,
  finishIdentity,
  identityOffers,
  linkIdentity,
  ownIdentity,
  requestIdentity,
  startIdentity,
  startIdentitySignIn,
  unlinkIdentity,
} from '#contract/calls/identity.ts'
import type { Router } from '#server/http/router.ts'
import type { Sessions } from '../auth/index.ts'
import type { Identity } from './service.ts'

interface Parts {
  readonly router: Router
  readonly app: FastifyInstance
  readonly identity: Identity
  readonly sessions: Sessions
}

/** What a provider may give back in the address; all else of it is dropped. */
const brought = ['code', 'state', 'error', 'error_description', 'iss'] as const

export function identityRoutes({ router, app, identity, sessions }: Parts) {
  // The query goes into the fragment, which no server, log or page sees, and the screen takes it out of the address at once. Nothing is changed here.
  app.get('/identity/:provider', { config: { limit: 'page' } }, async (request, reply) => {
    const { provider } = request.params as { provider: string }
    const query = request.query as Record<string, unknown>
    const kept = new URLSearchParams({ provider: /^[a-z][a-z0-9-]{0,30}$/.test(provider) ? provider : '' })
    for (const name of brought) {
      const value = query[name]
      if (typeof value === 'string' && value.length <= 8192) kept.set(name, value)
    }
    return reply.header('cache-control', 'no-store').redirect(`/identity#${kept}`, 303)
  })

  router.read(identityOffers, async () => ({ offered: identity.offered() }))

  router.read(startIdentitySignIn, ({ body, http, reply }) =>
    identity.startSignIn(body.provider, { actor: null, http, reply }),
  )

  router.read(startIdentity, ({ actor, params, body, http, reply }) =>
    identity.start(actor, params.id, body, { http, reply }),
  )

  router.read(finishIdentity, async ({ body: { provider, ...back }, http, reply }) => {
    const actor = await sessions.find(http, true)
    return identity.finish(provider, back, { actor, http, reply })
  })

  router.change(adoptIdentity, async ({ actor, body, http }, tx) => {
    await identity.adopt(tx, actor, http, body.link)
    return undefined
  })

  router.read(requestIdentity, ({ actor, params }) => identity.ofRequest(actor, params.id))

  router.read(ownIdentity, ({ actor }) => identity.own(actor.id))

  router.change(linkIdentity, async ({ actor, body }, tx) => {
    await identity.link(tx, actor, body.provider)
    return undefined
  })

  router.change(unlinkIdentity, async ({ actor, params }, tx) => {
    await identity.unlink(tx, actor, params.linkId)
    return undefined
  })
}
