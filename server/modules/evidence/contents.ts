import * as z from 'zod/mini'
import { fileRefusals } from '#contract/calls/evidence.ts'
import { Failure } from '#server/platform/failure.ts'
import { type Bytes, bytesOf, openWorkers, WorkerFailed, WorkerGone } from '#server/platform/worker-process.ts'
import { limits } from './limits.ts'
import { type EvidenceKind, type Refusal, shadesSide } from './reading/answer.ts'

export type { EvidenceKind, Refusal } from './reading/answer.ts'

export interface CheckedFile {
  readonly bytes: Buffer
  readonly type: string
  readonly durationMs?: number | undefined
}

/** What strangers' bytes may take of the machine. */
const bounds = {
  atOnce: limits.checkedAtOnce,
  waiting: limits.waitingForCheck,
  // A file that ended a process would end the next one too.
  tries: 1,
  timeMs: 12_000,
  heapMb: 96,
  dataMb: 1200,
  answerBytes: 45 * 1024 * 1024,
  silent: true,
}

/** What the process says is believed no more than the file it read. */
const readings = {
  photo: z.object({ type: z.literal('image/jpeg') }),
  paper: z.object({ type: z.enum(['image/jpeg', 'application/pdf']) }),
  video: z.object({
    type: z.enum(['video/mp4', 'video/webm']),
    durationMs: z.int().check(z.positive()),
  }),
}
const refused = z.object({
  refused: z.enum(fileRefusals),
})

const read = openWorkers<{ kind: EvidenceKind | 'shades' }, unknown>(
  new URL('./reading/program.ts', import.meta.url),
  bounds,
)

/**
 * What the bytes are, by themselves and not by their name, made fit to be kept; or the code of why they are not. They are opened in a worker process
 * only: what ends it, or takes too long or too much there, is a broken file. Throws `unavailable` when too many files wait.
 */
export async function checkContents(kind: EvidenceKind, file: Bytes): Promise<CheckedFile | { refused: Refusal }> {
  try {
    const { answer, bytes } = await read({ kind }, file)
    const reading = readings[kind].safeParse(answer)
    return reading.success ? { ...reading.data, bytes } : refused.parse(answer)
  } catch (error) {
    if (error instanceof Failure || !brokeTheWorker(error)) throw error
    return { refused: 'file_broken' }
  }
}

/** A photo as a small grey square of `shadesSide`, by the same worker processes; null for what does not open. */
export async function readShades(photo: Buffer): Promise<Buffer | null> {
  try {
    const { bytes } = await read({ kind: 'shades' }, bytesOf(photo))
    return bytes.length === shadesSide ** 2 ? bytes : null
  } catch (error) {
    if (error instanceof Failure || !brokeTheWorker(error)) throw error
    return null
  }
}

const brokeTheWorker = (error: unknown) =>
  error instanceof WorkerGone || error instanceof WorkerFailed || error instanceof z.core.$ZodError
