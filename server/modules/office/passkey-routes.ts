import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import {
  addStaffPasskey,
  removeStaffPasskey,
  staffKeySignIn,
  staffKeySignInOptions,
  staffPasskeyOptions,
  staffPasskeys,
} from '#contract/calls/office/passkeys.ts'
import type { StaffActor } from '#server/http/actors.ts'
import type { Router } from '#server/http/router.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import { bindingOf, newBinding, type Passkeys, siteOf } from '../passkeys/index.ts'
import type { Office } from './service.ts'
import { plainLogin } from './staff.ts'

/** A key is added by somebody who has just shown both their factors. */
const freshFor = 5 * 60_000

interface Parts {
  readonly router: Router
  readonly platform: Platform
  readonly office: Office
  readonly passkeys: Passkeys
  /** What a browser calls itself, in words. */
  readonly deviceName: (userAgent: string | undefined) => string
}

const owner = ({ id }: { readonly id: string }) => ({ kind: 'staff', id }) as const

/** Passkeys of the staff: in place of the authenticator's code, never of the password. */
export function staffPasskeyRoutes({ router, platform, office, passkeys, deviceName }: Parts) {
  const { config, clock, random } = platform
  const { sessions, staff } = office

  function ask({ startedAt }: StaffActor): void {
    if (!startedAt || clock.now().getTime() - startedAt.getTime() > freshFor) throw fail('sign_in_again')
  }

  router.read(staffPasskeys, async ({ actor }) => ({ passkeys: await passkeys.list(owner(actor)) }))

  router.read(staffPasskeyOptions, async ({ actor, http }) => {
    ask(actor)
    const { login } = await staff.read(actor.id)
    return { ...(await passkeys.addOptions(owner(actor), login, actor.sessionId, siteOf(config, 'staff', http))) }
  })

  router.change(addStaffPasskey, async ({ actor, body, http }, tx) => {
    ask(actor)
    const device = deviceName(http.headers['user-agent'])
    const key = body.key as RegistrationResponseJSON
    await passkeys.add(tx, owner(actor), actor.sessionId, siteOf(config, 'staff', http), key, device)
    return undefined
  })

  router.change(removeStaffPasskey, async ({ actor, params }, tx) => {
    await passkeys.remove(tx, owner(actor), params.keyId)
    return undefined
  })

  router.read(staffKeySignInOptions, async ({ http, reply }) => {
    const binding = newBinding('staff', random, reply)
    return { ...(await passkeys.signInOptions('staff', binding, siteOf(config, 'staff', http))) }
  })

  router.read(staffKeySignIn, async ({ body, http, reply, ip }) => {
    const { login, password, key } = body
    const site = siteOf(config, 'staff', http)
    const given = key as AuthenticationResponseJSON
    const signed = await office.signInByKey(
      { login, password, keyOwner: (tx) => passkeys.check(tx, 'staff', bindingOf('staff', http), site, given) },
      { ip, device: office.devices.read(http) },
      async (tx, { id }) => {
        await sessions.end(tx, http, reply)
        await sessions.start(tx, id, reply)
        tx.afterCommit(() => office.devices.remember(http, reply, plainLogin(login)))
      },
    )
    return staff.self(signed)
  })
}
