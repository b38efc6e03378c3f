import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
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

/** With nothing to print for so long, the process goes and gives back its memory. */
const idleMs = 15_000

/** Sets documents as PDF in a process of its own, started with the first of them, gone when there are no more. */
export function openPress() {
  const waiting = new Map<number, Waiting>()
  let printer: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let last = 0

  function failAll(stopped: ChildProcess, reason: string): void {
    if (printer !== stopped) return
    printer = undefined
    for (const { reject } of waiting.values()) reject(new Error(`printing stopped: ${reason}`))
    waiting.clear()
  }

  function rest(started: ChildProcess): void {
    started.channel?.unref()
    idle = setTimeout(() => {
      if (printer === started) printer = undefined
      started.disconnect()
    }, idleMs).unref()
  }

  function start(): ChildProcess {
    const started = fork(fileURLToPath(new URL('./printer.ts', import.meta.url)), {
      serialization: 'advanced',
      execArgv: ['--max-semi-space-size=4'],
      // No secret of ours is needed to set a page.
      env: {},
    })
    started.unref()
    started.on('message', ({ id, pdf, error }: Reply) => {
      const order = waiting.get(id)
      waiting.delete(id)
      if (waiting.size === 0) rest(started)
      if (pdf) order?.resolve(Buffer.from(pdf))
      else order?.reject(new Error(`a document was not printed: ${error}`))
    })
    started.on('error', (error) => failAll(started, String(error)))
    started.on('exit', (code) => failAll(started, `exit ${code}`))
    return started
  }

  return async (content: PrintedContent, madeAt: Date): Promise<Printed> => {
    clearTimeout(idle)
    printer ??= start()
    const running = printer
    running.channel?.ref()
    last += 1
    const id = last
    const pdf = await new Promise<Buffer>((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      running.send({ id, content, madeAt: madeAt.getTime() })
    })
    return { pdf, text: plainText(content), sha256: createHash('sha256').update(pdf).digest('hex') }
  }
}

export type Press = ReturnType<typeof openPress>
