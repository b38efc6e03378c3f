import { createHash } from 'node:crypto'
import { openWorkers } from '#server/platform/worker-process.ts'
import { type PrintedContent, plainText } from './content.ts'

/** A document as it is kept and signed: these bytes, not its content, are what the hash is of. */
export interface Printed {
  readonly pdf: Buffer
  readonly text: string
  readonly sha256: string
}

/** What the printer is asked: a content, and the time written into the file as that of its making (epoch ms). */
export interface Order {
  readonly content: PrintedContent
  readonly madeAt: number
}

/** What it sets is ours: a process that ended over it ended for another reason, and the next one is asked. */
const limits = {
  atOnce: 1,
  waiting: 1000,
  tries: 2,
  timeMs: 60_000,
  heapMb: 256,
  answerBytes: 20 * 1024 * 1024,
  silent: false,
}

const print = openWorkers<Order, null>(new URL('./printer.ts', import.meta.url), limits)

/** Sets documents as PDF, in a process of its own. */
export function openPress() {
  return async (content: PrintedContent, madeAt: Date): Promise<Printed> => {
    const { bytes: pdf } = await print({ content, madeAt: madeAt.getTime() })
    return { pdf, text: plainText(content), sha256: createHash('sha256').update(pdf).digest('hex') }
  }
}

export type Press = ReturnType<typeof openPress>
