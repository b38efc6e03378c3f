import type { NamedActor } from '#contract/journal.ts'
import type { StaffRight } from '#contract/roles.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { newTotpSecret, totpPlace, totpUri } from './authenticator.ts'
import { createGrants } from './grants.ts'
import { hashPassword, newPassword } from './passwords.ts'
import type { Roles } from './roles.ts'
import { endSessionsOf, insertStaff, listStaff, lockAllStaff, readStaff, type StaffRow, updateStaff } from './store.ts'

/** A member of the staff as the office shows them. */
export interface StaffView {
  readonly id: string
  readonly login: string
  readonly name: string
  readonly role: string
  readonly disabled: boolean
}

/** A member of the staff as they see themselves. */
export interface SelfView extends StaffView {
  readonly roleTitle: string
  readonly rights: StaffRight[]
}

/** What a new member signs in with; shown once. */
export interface Credentials {
  readonly login: string
  readonly password: string
  readonly totpSecret: string
  readonly totpUri: string
}

export interface NewStaff {
  readonly login: string
  readonly name: string
  readonly role: string
  /** Made up when not given. */
  readonly password?: string
  readonly totpSecret?: string
}

/** Logins are compared without case and surrounding spaces. */
export const plainLogin = (login: string) => login.trim().normalize('NFC').toLowerCase()

export const viewOf = ({ id, login, name, role, disabled }: StaffRow): StaffView => ({
  id,
  login,
  name,
  role,
  disabled,
})

/** The staff's accounts. */
export function createStaff(platform: Platform, brand: string, roles: Roles) {
  const { db, clock, random, sealing } = platform
  const grants = createGrants(platform, roles)

  function refuseUnnamed(role: string): void {
    if (!roles.isNamed(role)) throw fail('invalid_answers', { issues: [{ field: 'role', message: 'Такой роли нет' }] })
  }

  return {
    grants,
    roles: roles.titles,

    /** With what the role is called and lets its members do. */
    self: (view: StaffView): SelfView => ({
      ...view,
      roleTitle: roles.titleOf(view.role),
      rights: [...roles.rightsOf(view.role)],
    }),

    list: async () => (await listStaff(db)).map(viewOf),

    async read(id: string): Promise<StaffView> {
      const row = await readStaff(db, id)
      if (!row) throw fail('not_found')
      return viewOf(row)
    },

    /**
     * Makes an account; closed until another one who manages the staff confirms it (`pending`) where there is one. Throws
     * `invalid_answers` when the login is taken or empty, or the lender has no such role.
     */
    async add(
      tx: Tx,
      given: NewStaff,
      actor: NamedActor,
    ): Promise<{ staff: StaffView; credentials: Credentials; pending: boolean }> {
      const login = plainLogin(given.login)
      const name = given.name.trim()
      if (!login) throw fail('invalid_answers', { issues: [{ field: 'login', message: 'Укажите логин' }] })
      if (!name) throw fail('invalid_answers', { issues: [{ field: 'name', message: 'Укажите фамилию и имя' }] })
      refuseUnnamed(given.role)
      const id = newId()
      const pending = grants.needsSecond(await lockAllStaff(tx.db), actor, id)
      const password = given.password ?? newPassword(random)
      const totpSecret = given.totpSecret ?? newTotpSecret()
      const row: StaffRow = {
        id,
        login,
        name,
        role: given.role,
        disabled: pending,
        password_hash: await hashPassword(password),
        totp: sealing.seal(totpSecret, totpPlace(id)),
        totp_step: 0,
        created_at: clock.now(),
        reset_at: null,
        totp_next: null,
        totp_next_until: null,
      }
      if (!(await insertStaff(tx.db, row)))
        throw fail('invalid_answers', { issues: [{ field: 'login', message: 'Такой логин уже есть' }] })
      tx.journal({ event: 'staff.add', actor, subject: { kind: 'staff', id }, data: { role: given.role } })
      if (pending) await grants.ask(tx, 'add', id, given.role, actor)
      const credentials = { login, password, totpSecret, totpUri: totpUri(brand, login, totpSecret) }
      return { staff: viewOf(row), credentials, pending }
    },

    /**
     * Changes role or ban; a ban ends all sessions. Nobody bans or demotes themselves, so one who manages the staff always stays.
     * A role with more rights and an opened account wait for another one who does, where there is one: `pending`.
     */
    async change(
      tx: Tx,
      id: string,
      change: { role?: string | undefined; disabled?: boolean | undefined },
      actor: NamedActor,
    ): Promise<{ pending: boolean }> {
      const all = await lockAllStaff(tx.db)
      const before = all.find((row) => row.id === id)
      if (!before) throw fail('not_found')
      if (change.role !== undefined) refuseUnnamed(change.role)
      const role = change.role ?? before.role
      const disabled = change.disabled ?? before.disabled
      if (id === actor.id && (disabled || role !== before.role)) throw fail('state_conflict')
      const opens = before.disabled && !disabled
      if ((opens || roles.givesMore(role, before.role)) && grants.needsSecond(all, actor, id)) {
        await grants.ask(tx, opens ? 'open' : 'role', id, role, actor)
        return { pending: true }
      }
      await grants.drop(tx, id, actor)
      await updateStaff(tx.db, id, { role, disabled })
      if (disabled) await endSessionsOf(tx.db, id, clock.now())
      tx.journal({
        event: 'staff.change',
        actor,
        subject: { kind: 'staff', id },
        data: { from: { role: before.role, disabled: before.disabled }, to: { role, disabled } },
      })
      return { pending: false }
    },
  }
}

export type Staff = ReturnType<typeof createStaff>
