import { type Role, roleNames, roles } from '#contract/review.ts'
import { createInvitations, createStaff } from '#server/modules/office/index.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import { readLender } from '../lender.ts'
import type { Say } from './control.ts'

const isRole = (role: unknown): role is Role => roles.includes(role as Role)

/** Adds a member of the staff, given as JSON of login, name and role, and says where they get their password: it opens once, for a day. */
export async function addStaff(platform: Platform, member: string, say: Say): Promise<boolean> {
  const [login, name, role] = JSON.parse(member) as (string | undefined)[]
  if (!login?.trim() || !name?.trim() || !isRole(role))
    throw new StartRefused(`A login, a name and a role are needed; the role is one of: ${roles.join(', ')}`)
  const { config, clock } = platform
  const { brand } = readLender(config.lenderConfig, clock, config.dataDir).lender
  const actor = { kind: 'system', id: 'add-staff' } as const
  const added = platform.transact(async (tx) => {
    const { staff } = await createStaff(platform, brand.name).add(tx, { login, name, role }, actor)
    return createInvitations(platform, brand.name).make(tx, staff.id, actor)
  })
  const { token, until } = await added.catch((error: unknown) => {
    if (error instanceof Failure) throw new StartRefused(`The login ${login} is taken: choose another one`)
    throw error
  })
  say(`${name}, ${roleNames[role].toLowerCase()}, login ${login}`)
  say(`Open once, before ${until.toISOString()}: ${config.officeUrl}/invitation#${token}`)
  return true
}
