import type { Issue } from '#contract/errors.ts'

type Raw = Readonly<Record<string, unknown>>

/**
 * What a form remembers about showing errors. `shown`: fields whose error may be seen (left after typing, or sent).
 * `typed`: fields changed since the form opened. `served`: what the server said, with the value it said it about.
 */
export type Showing = {
  readonly shown: ReadonlySet<string>
  readonly typed: ReadonlySet<string>
  readonly served: Readonly<Record<string, { readonly message: string; readonly about: unknown }>>
}

export const nothingShown: Showing = { shown: new Set(), typed: new Set(), served: {} }

/** A field changed: its own error, if it is seen, is checked anew by whoever draws; a new one is not shown yet */
export function afterTyping(showing: Showing, fields: readonly string[]): Showing {
  if (fields.every((field) => showing.typed.has(field))) return showing
  return { ...showing, typed: new Set([...showing.typed, ...fields]) }
}

/** A field was left: its error may be seen, unless nothing was ever typed in it (passing by is no mistake) */
export function afterLeaving(showing: Showing, field: string): Showing {
  if (!showing.typed.has(field) || showing.shown.has(field)) return showing
  return { ...showing, shown: new Set([...showing.shown, field]) }
}

/** The person sent the form: every wrong field is shown */
export function afterSending(showing: Showing, issues: readonly Issue[]): Showing {
  return { ...showing, shown: new Set([...showing.shown, ...issues.map((issue) => issue.field)]) }
}

/** The server found fields wrong; its words stay until the value changes */
export function afterAnswer(showing: Showing, issues: readonly Issue[], raw: Raw): Showing {
  const served = Object.fromEntries(
    issues.map(({ field, message }) => [field, { message, about: raw[field] }] as const),
  )
  return { ...showing, served }
}

/** The errors seen now, by field: the first rule broken of each shown field, else the server's words */
export function seenErrors(showing: Showing, issues: readonly Issue[], raw: Raw): ReadonlyMap<string, string> {
  const seen = new Map<string, string>()
  for (const [field, { message, about }] of Object.entries(showing.served))
    if (Object.is(raw[field], about)) seen.set(field, message)
  for (const { field, message } of [...issues].reverse()) if (showing.shown.has(field)) seen.set(field, message)
  return seen
}
