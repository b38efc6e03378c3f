import type { FastifyReply } from 'fastify'
import { changeOwnPassword, confirmOwnAuthenticator, newOwnAuthenticator } from '#contract/calls/office/ownSignIn.ts'
import type { Router } from '#server/http/router.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Office } from './service.ts'

/** Staff change what they themselves sign in with. */
export function ownSignInRoutes(router: Router, { own, sessions }: Pick<Office, 'own' | 'sessions'>) {
  const begin = (reply: FastifyReply) => (tx: Tx, staffId: string) => sessions.start(tx, staffId, reply)

  router.read(changeOwnPassword, async ({ actor, body, reply }) => {
    await own.changePassword(actor.id, body, begin(reply))
    return undefined
  })

  router.read(newOwnAuthenticator, ({ actor, body }) => own.newAuthenticator(actor.id, body))

  router.change(confirmOwnAuthenticator, async ({ actor, body, reply }, tx) => {
    await own.confirmAuthenticator(tx, actor.id, body.totp, begin(reply))
    return undefined
  })
}
