import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  addPasskey,
  listPasskeys,
  passkeyOptions,
  passkeySignIn,
  passkeySignInOptions,
  removePasskey,
} from '#contract/calls/passkeys.ts'
import { createDevices } from '#server/http/devices.ts'
import type { Router } from '#server/http/router.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Notify } from '../messages/index.ts'
import { bindingOf, newBinding, type Passkeys, siteOf } from '../passkeys/index.ts'
import type { Confirmations } from './confirmations.ts'
import type { Auth } from './service.ts'
import { deviceName, type Sessions } from './sessions.ts'

interface Parts {
  readonly router: Router
  readonly platform: Platform
  readonly passkeys: Passkeys
  readonly sessions: Sessions
  readonly confirmations: Confirmations
  readonly auth: Auth
  readonly notify: Notify
  readonly brand: string
}

const owner = ({ id }: { readonly id: string }) => ({ kind: 'client', id }) as const

/** Passkeys of borrowers: added after an SMS code, then a way in without one. */
export function passkeyRoutes(parts: Parts) {
  const { router, platform, passkeys, sessions, confirmations, auth, notify, brand } = parts
  const { config, random } = platform
  const devices = createDevices(platform, 'client')

  router.read(listPasskeys, async ({ actor }) => ({ passkeys: await passkeys.list(owner(actor)) }))

  router.read(passkeyOptions, async ({ actor, http }) => {
    confirmations.ask(actor)
    const { name } = await auth.client(actor.id)
    return {
      ...(await passkeys.addOptions(owner(actor), name ?? brand, actor.sessionId, siteOf(config, 'client', http))),
    }
  })

  router.change(addPasskey, async ({ actor, body, http }, tx) => {
    confirmations.ask(actor)
    const device = deviceName(http.headers['user-agent'])
    const key = body.key as RegistrationResponseJSON
    await passkeys.add(tx, owner(actor), actor.sessionId, siteOf(config, 'client', http), key, device)
    await notify(tx, { clientId: actor.id }, 'passkeyAdded')
    return undefined
  })

  router.change(removePasskey, async ({ actor, params }, tx) => {
    await passkeys.remove(tx, owner(actor), params.keyId)
    return undefined
  })

  router.read(passkeySignInOptions, async ({ http, reply }) => {
    const binding = newBinding('client', random, reply)
    return { ...(await passkeys.signInOptions('client', binding, siteOf(config, 'client', http))) }
  })

  // The challenge is spent in a transaction of its own, right or wrong; then it is known whose sign-ins are counted.
  router.read(passkeySignIn, async ({ body, http, reply }) => {
    const key = body.key as AuthenticationResponseJSON
    const site = siteOf(config, 'client', http)
    const id = await platform.transact((tx) => passkeys.check(tx, 'client', bindingOf('client', http), site, key))
    if (!id) {
      await platform.sums.count('client.signInFailed', 'passkey')
      throw fail('passkey_wrong')
    }
    await platform.limits.take('passkey', { account: id })
    await platform.transact((tx) => begin(tx, id, http, reply))
    return { idleSeconds: sessions.idleSeconds }
  })

  async function begin(tx: Tx, id: string, http: FastifyRequest, reply: FastifyReply): Promise<void> {
    await sessions.end(tx, http, reply)
    await sessions.start(tx, id, http, reply, false)
    const { phone } = await auth.clientWithin(tx, id)
    tx.afterCommit(() => devices.remember(http, reply, phone))
    const client = { kind: 'client', id } as const
    tx.journal({ event: 'client.signIn', actor: client, subject: client, data: { by: 'passkey' } })
  }
}
