import { shortestPassword } from '#contract/calls/office/ownSignIn.ts'
import type { Config } from '#server/platform/config.ts'
import type { Platform } from '#server/platform/platform.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import { isTotpSecret, totpPlace, totpUri } from './authenticator.ts'
import { hashPassword } from './passwords.ts'
import { type Credentials, plainLogin, type Staff } from './staff.ts'
import { findStaff, listStaff, lockStaff, updateStaff } from './store.ts'

const actor = { kind: 'system', id: 'start' } as const

function checked({ office }: Config) {
  const login = office.login && plainLogin(office.login)
  const password = office.password?.reveal()
  const totpSecret = office.totpSecret?.reveal()
  if (password !== undefined && password.length < shortestPassword)
    throw new StartRefused(`OFFICE_PASSWORD is shorter than ${shortestPassword} characters: give a longer one`)
  if (totpSecret !== undefined && !isTotpSecret(totpSecret))
    throw new StartRefused('OFFICE_TOTP_SECRET is to be 16 or more characters of base32: give a longer one')
  return { login: login || undefined, password, totpSecret }
}

/**
 * The demo's first administrator: the one named by OFFICE_LOGIN (its password and authenticator brought up to what the
 * environment says), or one made up when there is no staff at all. Null: nothing to tell; in production always.
 */
export async function ensureFirstStaff(
  platform: Platform,
  staff: Staff,
  brand: string,
  role: string,
): Promise<Credentials | null> {
  const { config, sealing } = platform
  if (config.production) return null
  const given = checked(config)
  return platform.transact(async (tx) => {
    await lockStaff(tx.db)
    const known = given.login ? await findStaff(tx.db, given.login) : undefined
    if (!known) {
      if (!given.login && (await listStaff(tx.db)).length > 0) return null
      const { credentials } = await staff.add(
        tx,
        {
          login: given.login ?? 'admin',
          name: 'Первый администратор',
          role,
          ...(given.password && { password: given.password }),
          ...(given.totpSecret && { totpSecret: given.totpSecret }),
        },
        actor,
      )
      return credentials
    }
    if (!given.password || !given.totpSecret) return null
    await updateStaff(tx.db, known.id, {
      password_hash: await hashPassword(given.password),
      totp: sealing.seal(given.totpSecret, totpPlace(known.id)),
      disabled: false,
    })
    tx.journal({ event: 'staff.reset', actor, subject: { kind: 'staff', id: known.id } })
    return {
      login: known.login,
      password: given.password,
      totpSecret: given.totpSecret,
      totpUri: totpUri(brand, known.login, given.totpSecret),
    }
  })
}
