import { createInvitations, createRoles, createStaff } from '#server/modules/office/index.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import { readLender } from '../lender.ts'
import type { Say } from './control.ts'

/** Adds a member of the staff, given as JSON of login, name and role, and says where they get their password: it opens once, for a day. */
export async function addStaff(platform: Platform, member: string, say: Say): Promise<boolean> {
  const [login, name, role] = JSON.parse(member) as (string | undefined)[]
  const { config, clock } = platform
  const { brand, roles: table } = readLender(config.lenderConfig, clock, config.dataDir).lender
  const roles = createRoles(table)
  if (!login?.trim() || !name?.trim() || !role || !roles.isNamed(role)) {
    const named = table.map(({ id }) => id).join(', ')
    throw new StartRefused(`A login, a name and a role are needed; the role is one of: ${named}`)
  }
  const actor = { kind: 'system', id: 'add-staff' } as const
  const added = platform.transact(async (tx) => {
    const { staff } = await createStaff(platform, brand.name, roles).add(tx, { login, name, role }, actor)
    return createInvitations(platform, brand.name).make(tx, staff.id, actor)
  })
  const { token, until } = await added.catch((error: unknown) => {
    if (error instanceof Failure) throw new StartRefused(`The login ${login} is taken: choose another one`)
    throw error
  })
  say(`${name}, ${roles.titleOf(role).toLowerCase()}, login ${login}`)
  say(`Open once, before ${until.toISOString()}: ${config.officeUrl}/invitation#${token}`)
  return true
}
