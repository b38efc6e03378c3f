import { readFileSync } from 'node:fs'
import { type Lender, validateLender } from '#contract/lender.ts'
import { type Role, type StaffRight, usualRoles } from '#contract/roles.ts'
import type { StaffActor } from '#server/http/actors.ts'

/** What a lender that names no roles lets a role do. */
export function usualRights(role: string): readonly StaffRight[] {
  const found = usualRoles.find(({ id }) => id === role)
  if (!found) throw new Error(`no usual role ${role}`)
  return found.rights
}

/** Somebody of the staff who calls, without a session of their own. */
export const staffActor = (id: string, role: string): StaffActor => ({
  kind: 'staff',
  id,
  rights: usualRights(role),
  sessionId: 'x',
})

const demo = new URL('../../config/lender.json', import.meta.url)

/** Roles as the lender's file would bring them; throws when it would be refused. */
export function withRoles(roles: readonly Role[]): Lender['roles'] {
  const verdict = validateLender({ ...JSON.parse(readFileSync(demo, 'utf8')), roles })
  if (!verdict.ok) throw new Error(verdict.problems.map(({ field, message }) => `${field}: ${message}`).join('; '))
  return verdict.lender.roles
}
