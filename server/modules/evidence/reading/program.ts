import { answerParent } from '#server/platform/worker-program.ts'
import type { EvidenceKind } from './answer.ts'
import { shadesOf } from './pictures.ts'
import { readContents } from './reading.ts'

/** The program of the worker process that opens strangers' files, apart from everything of ours. */
await answerParent<{ kind: EvidenceKind | 'shades' }, object>(async ({ kind }, file) => {
  if (kind === 'shades') return { answer: {}, bytes: await shadesOf(file) }
  const reading = await readContents(kind, file)
  if ('refused' in reading) return { answer: reading }
  const { bytes, ...answer } = reading
  return { answer, bytes }
})
