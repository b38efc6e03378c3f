import * as z from 'zod/mini'
import { keptApart, neededBy, type Role, rightNames, usualRoles } from '../roles.ts'

const right = z.enum(rightNames, {
  error: ({ input }) => `${JSON.stringify(input)} is no right of the product: docs/access.md names them all`,
})

const role = z.strictObject({
  id: z
    .string()
    .check(z.regex(/^[a-z][a-z0-9-]{0,39}$/, 'up to 40 small letters, digits and hyphens, such as senior-verifier')),
  /** as the office says it: «Старший верификатор» */
  title: z.string().check(z.minLength(1), z.maxLength(60)),
  rights: z.array(right).check(z.minLength(1)),
})

interface Problem {
  readonly path: (string | number)[]
  readonly message: string
}

/** What is wrong with one role by itself. */
function ownProblems({ id, rights }: Role, at: number): Problem[] {
  const path = [at, 'rights']
  const lacking = rights.flatMap((held) => {
    const needs = neededBy(held)
    return needs && !rights.includes(needs) ? [{ path, message: `${id}: ${held} opens nothing without ${needs}` }] : []
  })
  const both = keptApart
    .filter(({ does, confirms }) => rights.includes(does) && rights.includes(confirms))
    .map(({ does, confirms }) => ({
      path,
      message: `${id} both does and confirms what takes two people: give ${does} and ${confirms} to two roles`,
    }))
  return [...lacking, ...both]
}

/** What is wrong with the roles as a whole. */
function commonProblems(roles: readonly Role[]): Problem[] {
  const given = new Set(roles.flatMap(({ rights }) => rights))
  const repeated = (key: 'id' | 'title') =>
    roles.flatMap((one, at) =>
      roles.findIndex((other) => other[key] === one[key]) < at
        ? [{ path: [at, key], message: `two roles with the ${key} ${one[key]}` }]
        : [],
    )
  const unconfirmed = keptApart
    .filter(({ does, confirms }) => given.has(does) && !given.has(confirms))
    .map(({ does, confirms }) => ({
      path: [],
      message: `no role has ${confirms}: what ${does} asks for would wait for ever`,
    }))
  return [
    ...repeated('id'),
    ...repeated('title'),
    ...(given.has('staff.manage')
      ? []
      : [{ path: [], message: 'no role has staff.manage: nobody could manage the staff' }]),
    ...unconfirmed,
  ]
}

/** The roles of a lender's staff. They are the whole table: the usual ones are not added to them. */
export const rolesSchema = z._default(
  z.array(role).check(z.minLength(1), ({ value, issues }) => {
    for (const { path, message } of [...value.flatMap(ownProblems), ...commonProblems(value)])
      issues.push({ code: 'custom', path, message, input: value })
  }),
  usualRoles.map(({ rights, ...usual }) => ({ ...usual, rights: [...rights] })),
)
