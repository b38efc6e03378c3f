import * as z from 'zod/mini'
import { readNumberLine, type ZoneReading } from '#contract/person/machineZone.ts'
import { bytesOf, openWorkers, WorkerFailed, WorkerGone } from '#server/platform/worker-process.ts'
import type { ZoneLines } from './reading/answer.ts'

/** What reading one photo may take of the machine. */
const bounds = {
  atOnce: 1,
  waiting: 50,
  // A photo that ended a process would end the next one too.
  tries: 1,
  timeMs: 20_000,
  heapMb: 160,
  dataMb: 1400,
  answerBytes: 64 * 1024,
  silent: true,
}

/** What the process says is believed no more than the photo it read. */
const said = z.object({
  numbers: z.nullable(z.string().check(z.maxLength(44))),
  name: z.string().check(z.maxLength(200)),
})

/** What a photo of a passport says: the values its check digits prove, and the first line as it was seen. */
export interface PassportReading {
  readonly values: ZoneReading
  readonly name: string
}

export type ReadPassport = (jpeg: Uint8Array) => Promise<PassportReading | 'unread' | 'failed'>

/** Reads passports in worker processes: what ends one is a photo that was not read. Throws `unavailable` when too many wait. */
export function openReader(program = new URL('./reading/program.ts', import.meta.url)): ReadPassport {
  const ask = openWorkers<object, ZoneLines>(program, bounds)
  return async (jpeg) => {
    try {
      const { answer } = await ask({}, bytesOf(jpeg))
      const { numbers, name } = said.parse(answer)
      const values = numbers === null ? null : readNumberLine(numbers)
      return values ? { values, name } : 'unread'
    } catch (error) {
      if (error instanceof WorkerGone || error instanceof WorkerFailed || error instanceof z.core.$ZodError)
        return 'failed'
      throw error
    }
  }
}
