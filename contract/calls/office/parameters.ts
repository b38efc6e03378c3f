import * as z from 'zod/mini'

/** Parts the office's calls share. */
export const id = z.object({ id: z.string().check(z.maxLength(64)) })
export const page = z.object({ after: z.optional(z.string().check(z.maxLength(100))) })
/** Text that can stand in an address: no NUL and no half of a sign. */
export const short = z
  .string()
  .check(z.maxLength(200), z.regex(/^[^\p{Cs}\0]*$/u, 'В тексте есть знаки, которых не бывает'))
export const comment = z.string().check(z.maxLength(1000))
export const keys = <K extends string>(table: Record<K, unknown>) => z.enum(Object.keys(table) as [K, ...K[]])
