import * as z from 'zod/mini'

/** Parts the machines' calls share. */
export const root = '/service/machine/v1'
/** How many at once, as it stands in an address. */
export const limit = z.optional(z.string().check(z.regex(/^([1-9]\d{0,2}|1000)$/, 'Число от 1 до 1000')))

export const id = z.object({ id: z.string().check(z.maxLength(64)) })

/** `next` of the page before. */
export const after = z.optional(z.string().check(z.maxLength(64), z.regex(/^[\w-]*$/, 'Это не курсор этого списка')))
