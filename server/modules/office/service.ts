import type { FastifyRequest } from 'fastify'
import type { Lender } from '#contract/lender.ts'
import type { Role } from '#contract/review.ts'
import type { StaffActor } from '#server/http/actors.ts'
import { createDevices } from '#server/http/devices.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { createOwnCredentials } from './credentials.ts'
import { ensureFirstStaff } from './first-staff.ts'
import { isHigher } from './grants.ts'
import { createInvitations } from './invitations.ts'
import { createStaffSessions } from './sessions.ts'
import { createSignIn } from './sign-in.ts'
import { createStaff } from './staff.ts'
import { listStaff } from './store.ts'

interface Parts {
  readonly platform: Platform
  readonly lender: Lender
}

const hour = 3600_000

/** The staff: accounts, sign-in, sessions. */
export function createOffice({ platform, lender }: Parts) {
  const brand = lender.brand.name
  const staff = createStaff(platform, brand)
  const invitations = createInvitations(platform, brand)
  const sessions = createStaffSessions(platform, lender.durations)
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
    ensureFirstStaff: () => ensureFirstStaff(platform, staff, brand),

    /** Whether somebody else of this role or a higher one may sign in. */
    async hasAnother(tx: Pick<Tx, 'db'>, staffId: string, role: Role): Promise<boolean> {
      const others = (await listStaff(tx.db)).filter(({ id, disabled }) => id !== staffId && !disabled)
      return others.some((member) => !isHigher(role, member.role))
    },

    /** Names of the staff by id, for the office's own screens. */
    async names(tx?: Pick<Tx, 'db'>): Promise<ReadonlyMap<string, string>> {
      return new Map((await listStaff(tx?.db ?? platform.db)).map(({ id, name }) => [id, name]))
    },
  }
}

export type Office = ReturnType<typeof createOffice>
