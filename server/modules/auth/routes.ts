import {
  changePhone,
  confirmEmail,
  endOtherSessions,
  endSession,
  isAuthenticated,
  keepSession,
  profile,
  sendCode,
  sendEmailCode,
  sendPhoneCode,
  signIn,
  signOut,
  withdrawConsent,
} from '#contract/calls/auth.ts'
import { confirmSession, sendConfirmationCode } from '#contract/calls/confirmation.ts'
import { reportPlace } from '#contract/calls/operations.ts'
import type { Router } from '#server/http/router.ts'
import { fail } from '#server/platform/failure.ts'
import type { Confirmations } from './confirmations.ts'
import type { Consents } from './consents.ts'
import type { Emails } from './emails.ts'
import type { Phones } from './phones.ts'
import type { Places } from './places.ts'
import type { Auth } from './service.ts'
import type { Sessions } from './sessions.ts'

interface Parts {
  readonly auth: Auth
  readonly sessions: Sessions
  readonly emails: Emails
  readonly phones: Phones
  readonly confirmations: Confirmations
  readonly consents: Consents
  readonly places: Places
}

export function authRoutes(router: Router, parts: Parts) {
  const { auth, sessions, emails, phones, confirmations, consents, places } = parts

  router.read(isAuthenticated, async ({ actor }) => ({
    authenticated: true as const,
    endsInSeconds: sessions.secondsLeft(actor),
  }))

  router.read(sendCode, ({ body, http, reply }) => auth.sendCode(body.phone, http, reply))

  router.change(signIn, ({ body, http, reply }, tx) => auth.signIn(tx, body, http, reply))

  router.change(signOut, async ({ http, reply }, tx) => {
    const id = await sessions.end(tx, http, reply)
    if (!id) return undefined
    tx.journal({ event: 'client.signOut', actor: { kind: 'client', id }, subject: { kind: 'client', id } })
    // Only when a person leaves on purpose: after a session that ended by itself, unsent typing on the device must stay.
    reply.header('clear-site-data', '"cache", "storage"')
    return undefined
  })

  router.read(keepSession, async () => ({ idleSeconds: sessions.idleSeconds }))

  router.read(profile, ({ actor }) => auth.profile(actor.id, actor.sessionId))

  router.read(sendEmailCode, ({ actor, body }) => emails.sendCode(actor.id, body.email))

  router.change(confirmEmail, async ({ actor, body }, tx) => {
    await emails.confirm(tx, actor.id, body)
    return undefined
  })

  router.read(sendPhoneCode, ({ actor, body }) => phones.sendCode(actor, body.phone))

  router.change(changePhone, async ({ actor, body }, tx) => {
    await phones.change(tx, actor, body)
    return undefined
  })

  router.read(sendConfirmationCode, ({ actor }) => confirmations.sendCode(actor))

  router.change(confirmSession, async ({ actor, body, reply }, tx) => {
    await confirmations.confirm(tx, actor, body.code, reply)
    return undefined
  })

  router.change(endSession, async ({ actor, params }, tx) => {
    if (!(await sessions.endOne(tx, actor.id, params.sessionId))) throw fail('not_found')
    tx.journal({
      event: 'client.endSession',
      actor: { kind: 'client', id: actor.id },
      subject: { kind: 'session', id: params.sessionId },
    })
    return undefined
  })

  router.change(endOtherSessions, async ({ actor }, tx) => {
    const ended = await sessions.endAll(tx, actor.id, actor.sessionId)
    const client = { kind: 'client', id: actor.id } as const
    tx.journal({ event: 'client.endSessions', actor: client, subject: client, data: { ended } })
    return { ended }
  })

  router.change(withdrawConsent, async ({ actor, params }, tx) => {
    await consents.withdraw(tx, actor.id, params.documentId)
    return undefined
  })

  router.change(reportPlace, async ({ actor, body }, tx) => {
    await places.report(tx, actor.id, body)
    return undefined
  })
}
