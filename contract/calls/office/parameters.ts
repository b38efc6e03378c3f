import * as z from 'zod/mini'

/** Parts the office's calls share. */
export const id = z.object({ id: z.string().check(z.maxLength(64)) })

/** The row a list's next page begins after, as the list's own answer names it. */
export const cursor = z.string().check(z.regex(/^[\w-]{0,100}$/, 'Такого места в списке не бывает'))
export const page = z.object({ after: z.optional(cursor) })

/** An id or a code in an address. What a person is found by goes into a body: no name, phone or document passes here. */
export const idInAddress = z.string().check(z.regex(/^(?!(?:-?\d){10,20}$)[\w:.-]{1,64}$/, 'Это не номер записи'))

/** What is searched for names a person: it goes into a body, never into an address. */
export const search = z.string().check(z.minLength(1), z.maxLength(100))

/** Text that can stand in an address: no NUL and no half of a sign. */
export const short = z
  .string()
  .check(z.maxLength(200), z.regex(/^[^\p{Cs}\0]*$/u, 'В тексте есть знаки, которых не бывает'))
export const comment = z.string().check(z.maxLength(1000))
export const keys = <K extends string>(table: Record<K, unknown>) => z.enum(Object.keys(table) as [K, ...K[]])
