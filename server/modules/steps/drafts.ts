import { broughtUp, fieldsOf } from '#contract/drafts.ts'
import type { Raw, StepDefinition } from '#contract/step.ts'
import { fail } from '#server/platform/failure.ts'

/** The most one step keeps of what was typed, in UTF-8 bytes of JSON: many times what its fields hold when they are right. */
export const longestDraft = 32_768

const notOfThisStep = (field: string) => ({ field, message: 'Такого поля на этом шаге нет. Обновите страницу.' })

/**
 * What was typed in a browser, in the shape this release keeps. `version` is that of the step's answers there; none: ours.
 * An older tab's fields are brought up to date; a newer tab's wait for a server of its release (`unavailable`). A field the
 * step never had is refused by its name (`bad_request`): what is kept is bounded by what is asked for.
 */
export function typedHere(step: StepDefinition, typed: Raw, version = step.version): Raw {
  if (version > step.version) throw fail('unavailable')
  const raw = broughtUp(step, typed, version)
  const known = fieldsOf(step)
  const strange = Object.keys(raw).filter((field) => !known.has(field))
  if (strange.length > 0) throw fail('bad_request', { issues: strange.slice(0, 5).map(notOfThisStep) })
  return raw
}

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '')

/** Refuses more than one step may keep, naming the longest field. */
export function bounded(raw: Raw): Raw {
  if (bytes(raw) <= longestDraft) return raw
  const [longest] = Object.entries(raw).sort(([, a], [, b]) => bytes(b) - bytes(a))
  const issues = longest ? [{ field: longest[0], message: 'Слишком длинно: сократите.' }] : []
  throw fail('body_too_large', { issues })
}
