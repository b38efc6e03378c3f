import { hasRight, type Role, type StaffRight } from '#contract/roles.ts'

/** The lender's roles, read once at start: what each member may do is looked up here at every call. */
export function createRoles(table: readonly Role[]) {
  const byId = new Map(table.map((role) => [role.id, role]))
  /** Of a role the lender's file names no more: none. */
  const rightsOf = (id: string): readonly StaffRight[] => byId.get(id)?.rights ?? []

  return {
    rightsOf,

    /** Ids and titles in the order of the file. */
    titles: table.map(({ id, title }) => ({ id, title })),

    titleOf: (id: string): string => byId.get(id)?.title ?? id,

    isNamed: (id: string): boolean => byId.has(id),

    allows: (id: string, right: StaffRight): boolean => hasRight({ rights: rightsOf(id) }, right),

    /** Whether whoever had the second role may do something with the first that they could not. */
    givesMore: (id: string, than: string): boolean => rightsOf(id).some((right) => !rightsOf(than).includes(right)),

    /** The widest role that lets its members manage the others. */
    get managing(): string {
      const fitting = table.filter((role) => hasRight(role, 'staff.manage'))
      const [widest] = fitting.toSorted((one, other) => other.rights.length - one.rights.length)
      if (!widest) throw new Error('no role manages the staff: the schema of the roles lets none such pass')
      return widest.id
    },
  }
}

export type Roles = ReturnType<typeof createRoles>
