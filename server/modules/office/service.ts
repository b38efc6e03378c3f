import type { FastifyRequest } from 'fastify'
import type { Lender } from '#contract/lender.ts'
import type { StaffRight } from '#contract/roles.ts'
import type { StaffActor } from '#server/http/actors.ts'
import { createDevices } from '#server/http/devices.ts'
import type { Platform } from '#server/platform/platform.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { calendarYears } from './calendar-years.ts'
import { createOwnCredentials } from './credentials.ts'
import { ensureFirstStaff } from './first-staff.ts'
import { createInvitations } from './invitations.ts'
import { officeReactions } from './reactions.ts'
import { createRoles } from './roles.ts'
import { createStaffSessions } from './sessions.ts'
import { createSignIn } from './sign-in.ts'
import { createStaff } from './staff.ts'
import { lastSeen, listStaff } from './store.ts'

interface Parts {
  readonly platform: Platform
  readonly lender: Lender
}

const hour = 3600_000

/** The staff: accounts, sign-in, sessions. */
export function createOffice({ platform, lender }: Parts) {
  const brand = lender.brand.name
  const roles = createRoles(lender.roles)
  const staff = createStaff(platform, brand, roles)
  platform.reactions.add('office', officeReactions(roles))
  const invitations = createInvitations(platform, brand)
  const sessions = createStaffSessions(platform, lender.durations, roles)
  const signIn = createSignIn(platform, platform.sums)
  const own = createOwnCredentials(platform, brand, signIn.prove)
  const devices = createDevices(platform, 'staff')
  platform.jobs.every('office.attempts', hour, signIn.sweep)

  return {
    staff,
    invitations,
    sessions,
    devices,
    own,
    signIn: signIn.signIn,
    signInByKey: signIn.signInByKey,

    /** Who of the staff calls, for the router. */
    staffDoorkeeper: (http: FastifyRequest, quiet: boolean): Promise<StaffActor | null> => sessions.find(http, quiet),

    /** Makes the demo's first administrator; answers what to print, once. */
    ensureFirstStaff: () => ensureFirstStaff(platform, staff, brand, roles.managing),

    /** Refuses a start with roles that leave a staff nobody to manage it. */
    async mayStart(): Promise<void> {
      const open = (await listStaff(platform.db)).filter(({ disabled }) => !disabled)
      if (open.length === 0 || open.some(({ role }) => roles.allows(role, 'staff.manage'))) return
      const held = [...new Set(open.map(({ role }) => role))].join(', ')
      throw new StartRefused(
        `LENDER_CONFIG: roles leaves nobody of the staff able to manage it: they have ${held}. Give one of these staff.manage, or add somebody with "add-staff"`,
      )
    },

    /** Whether somebody else with this right may sign in. */
    async hasAnother(tx: Pick<Tx, 'db'>, staffId: string, right: StaffRight): Promise<boolean> {
      const others = (await listStaff(tx.db)).filter(({ id, disabled }) => id !== staffId && !disabled)
      return others.some(({ role }) => roles.allows(role, right))
    },

    calendar: () => calendarYears(lender, platform.clock.now()),

    /** The staff, with what each may do and when they were last at work. */
    async members(tx?: Pick<Tx, 'db'>) {
      const seen = await lastSeen(tx?.db ?? platform.db)
      return (await listStaff(tx?.db ?? platform.db)).map(({ id, name, role, disabled }) => ({
        id,
        name,
        disabled,
        role: roles.titleOf(role),
        rights: roles.rightsOf(role),
        seenAt: seen.get(id) ?? null,
      }))
    },

    /** Names of the staff by id, for the office's own screens. */
    async names(tx?: Pick<Tx, 'db'>): Promise<ReadonlyMap<string, string>> {
      return new Map((await listStaff(tx?.db ?? platform.db)).map(({ id, name }) => [id, name]))
    },
  }
}

export type Office = ReturnType<typeof createOffice>
