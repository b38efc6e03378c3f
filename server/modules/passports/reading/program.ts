import { answerParent } from '#server/platform/worker-program.ts'
import { type Recognise, readZone } from './reading.ts'
import { openRecogniser } from './recogniser.ts'

let opened: ReturnType<typeof openRecogniser> | undefined

/** Started by the first line that looks like the zone's: most of what is sent for a passport's page has none. */
async function recognise(...line: Parameters<Recognise>): Promise<string> {
  opened ??= openRecogniser().catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return (await opened)(...line)
}

/** The program of the worker process that reads passports, apart from everything of ours. */
await answerParent(async (_question: object, photo) => ({ answer: await readZone(photo, recognise) }))
