import { answerParent } from '#server/platform/worker-program.ts'
import { readZone } from './reading.ts'
import { openRecogniser } from './recogniser.ts'

/** The program of the worker process that reads passports, apart from everything of ours. */
const recognise = openRecogniser()
await answerParent(async (_question: object, photo) => ({ answer: await readZone(photo, await recognise) }))
