import * as z from 'zod/mini'
import { tidySpaces } from '../spaces.ts'
import { hasForbiddenCharacter, longestLine } from '../typedText.ts'

/** What became of a typed text: a value, or a sentence that says what to do. */
export type Reading<Value> = { readonly value: Value } | { readonly problem: string }

export type TypedField<Value> = z.ZodMiniType<Value, string>

export const tooLong = (most: number) => `Слишком длинно: сократите до ${most} знаков`
export const invisibleCharacters =
  'В тексте есть невидимые или служебные знаки. Сотрите его и введите с клавиатуры заново'

/**
 * A schema of one typed line: text in, the read value out. Every field refuses emptiness, over-long text and characters
 * that cannot be seen before it reads anything, so `read` gets at most `most` tidy characters, and never throws.
 */
export function typedField<Value>(options: {
  readonly empty: string
  readonly most?: number
  readonly read: (text: string) => Reading<Value>
}): TypedField<Value> {
  const { empty, most = longestLine, read } = options
  return z.pipe(
    z.string(empty).check(z.minLength(1, empty), z.maxLength(most, tooLong(most))),
    z.transform((typed: string, context): Value => {
      const reading = readSafely(typed, empty, read)
      if ('value' in reading) return reading.value
      context.issues.push({ code: 'custom', message: reading.problem, input: typed })
      return z.NEVER
    }),
  )
}

/** The same field, empty or absent allowed: null then. */
export function optionalField<Value>(field: TypedField<Value>): z.ZodMiniType<Value | null, string | undefined> {
  return z.pipe(
    z.optional(z.string().check(z.maxLength(20_000, tooLong(20_000)))),
    z.transform((typed: string | undefined, context): Value | null => {
      if (typed === undefined || typed.trim() === '') return null
      const read = z.safeParse(field, typed)
      if (read.success) return read.data
      const message = read.error.issues[0]?.message ?? invisibleCharacters
      context.issues.push({ code: 'custom', message, input: typed })
      return z.NEVER
    }),
  )
}

/** A reading by a pure function that answers null when it cannot. */
export function readBy<Value>(normalize: (text: string) => Value | null, problem: string) {
  return (text: string): Reading<Value> => {
    const value = normalize(text)
    return value === null ? { problem } : { value }
  }
}

function readSafely<Value>(typed: string, empty: string, read: (text: string) => Reading<Value>): Reading<Value> {
  if (hasForbiddenCharacter(typed)) return { problem: invisibleCharacters }
  return tidySpaces(typed) === '' ? { problem: empty } : read(typed)
}
