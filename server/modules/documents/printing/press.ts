import { createHash } from 'node:crypto'
import { openHelper } from '#server/platform/helper.ts'
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

/** Sets documents as PDF, in a process of its own. */
export function openPress() {
  const print = openHelper<Order, Uint8Array>(new URL('./printer.ts', import.meta.url))
  return async (content: PrintedContent, madeAt: Date): Promise<Printed> => {
    const pdf = Buffer.from(await print({ content, madeAt: madeAt.getTime() }))
    return { pdf, text: plainText(content), sha256: createHash('sha256').update(pdf).digest('hex') }
  }
}

export type Press = ReturnType<typeof openPress>
