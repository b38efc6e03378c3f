import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { type PrintedContent, plainText } from './content.ts'

/** A document as it is kept and signed: these bytes, not its content, are what the hash is of. */
export interface Printed {
  readonly pdf: Buffer
  readonly text: string
  readonly sha256: string
}

interface Reply {
  readonly id: number
  readonly pdf?: Uint8Array
  readonly error?: string
}

interface Waiting {
  resolve(pdf: Buffer): void
  reject(error: Error): void
}

/** Sets documents as PDF in a thread of its own, started with the first of them. */
export function openPress() {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let last = 0

  function failAll(reason: string): void {
    worker = undefined
    for (const { reject } of waiting.values()) reject(new Error(`printing stopped: ${reason}`))
    waiting.clear()
  }

  function start(): Worker {
    const started = new Worker(new URL('./worker.ts', import.meta.url))
    started.on('message', ({ id, pdf, error }: Reply) => {
      const order = waiting.get(id)
      waiting.delete(id)
      if (waiting.size === 0) started.unref()
      if (pdf) order?.resolve(Buffer.from(pdf))
      else order?.reject(new Error(`a document was not printed: ${error}`))
    })
    started.on('error', (error) => failAll(String(error)))
    started.on('exit', (code) => failAll(`exit ${code}`))
    return started
  }

  return async (content: PrintedContent, madeAt: Date): Promise<Printed> => {
    worker ??= start()
    const running = worker
    running.ref()
    last += 1
    const id = last
    const pdf = await new Promise<Buffer>((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      running.postMessage({ id, content, madeAt: madeAt.getTime() })
    })
    return { pdf, text: plainText(content), sha256: createHash('sha256').update(pdf).digest('hex') }
  }
}

export type Press = ReturnType<typeof openPress>
