import * as z from 'zod/mini'

/**
 * A photo or video among the answers of a step. What is received, checked, carried to the next request, taken on a phone and asked by the
 * reviewer follows from it.
 */
export interface Media {
  /** The answer that names the stored file. */
  readonly answer: string
  readonly kind: 'photo' | 'video'
  readonly subject: 'document' | 'person'
  /** How long it is good for the next request: a duration of the lender. */
  readonly life: 'photosStayGood' | 'selfieStaysGood'
  /** Numbers of the steps whose answers can be read off it: the reviewer sees both at once. */
  readonly proves?: readonly number[]
  /** What a machine reads off the photo once it has come. */
  readonly machine?: 'passport'
}

const files = new WeakSet<object>()

/** An answer that names a stored file; `missing` is said where there is none yet. */
export function fileAnswer(missing: string) {
  const schema = z.string(missing).check(z.regex(/^[0-9a-f-]{36}$/, missing))
  files.add(schema)
  return schema
}

/** Whether an answer names a stored file, optional or not. */
export function namesFile(schema: z.ZodMiniType): boolean {
  if (files.has(schema)) return true
  const { def } = schema._zod
  return 'innerType' in def && namesFile(def.innerType as z.ZodMiniType)
}
