import { answerParent } from '#server/platform/worker-program.ts'
import type { EvidenceKind } from './answer.ts'
import { readContents } from './reading.ts'

/** The program of the worker process that opens strangers' files, apart from everything of ours. */
await answerParent<{ kind: EvidenceKind }, object>(async ({ kind }, file) => {
  const reading = await readContents(kind, file)
  if ('refused' in reading) return { answer: reading }
  const { bytes, ...answer } = reading
  return { answer, bytes }
})
