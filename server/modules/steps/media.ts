import type { StepEffects } from '#contract/effects.ts'
import { namesFile } from '#contract/media.ts'
import type { StepDefinition } from '#contract/step.ts'

/** Throws for a step that asks for a photo or video without declaring it, or declares one it does not ask for. */
export function checkMedia({ number, answers, media }: StepDefinition): void {
  const shape = answers && 'shape' in answers ? (answers.shape as Readonly<Record<string, typeof answers>>) : {}
  const files = Object.entries(shape).flatMap(([answer, schema]) => (namesFile(schema) ? [answer] : []))
  if (files.join() === (media?.answer ?? '')) return
  throw new Error(
    `step ${number} asks for ${files.join(', ') || 'no file'} and declares as media ${media?.answer ?? 'nothing'}: declare each photo or video, one a step`,
  )
}

/** What a photo or video among the answers sets off: tied to the step when accepted, carried to the next request while it is fresh. */
export function withMedia(
  { number, media, stage }: StepDefinition,
  own: StepEffects | undefined,
): StepEffects | undefined {
  if (!media) return own
  const { answer, life } = media
  return {
    ...own,
    async accepted(facts, services, answers) {
      if (typeof answers[answer] === 'string') await services.takeEvidence(number, answers[answer], answers)
      await own?.accepted(facts, services, answers)
    },
    async carried(raw, services) {
      const before = own?.carried ? await own.carried(raw, services) : raw
      if (!before || typeof before[answer] !== 'string') return before
      const file = await services.carryEvidence(number, before[answer], life)
      if (file) return { ...before, [answer]: file }
      // Of a form the other answers stay as a draft; what is measured of a picture goes with it.
      const { [answer]: _gone, ...others } = before
      return stage === 'capture' ? null : others
    },
  }
}
