import { bytesOf, openWorkers, WorkerFailed, WorkerGone } from '#server/platform/worker-process.ts'
import type { Expected, Read } from '../reading/answer.ts'

/** The largest body a bureau may send. */
export const largestAnswer = 8 * 1024 * 1024

export type Reader = (xml: Uint8Array, expected: Expected) => Promise<Read>

/** Reads signed answers in worker processes: what breaks the reader breaks nothing else. */
export function openReader(): Reader {
  const ask = openWorkers<Expected, string>(new URL('../reading/program.ts', import.meta.url), {
    atOnce: 1,
    waiting: 64,
    tries: 2,
    timeMs: 20_000,
    heapMb: 192,
    answerBytes: 4 * largestAnswer,
    silent: true,
  })
  return async (xml, expected) => {
    try {
      const { bytes } = await ask(expected, bytesOf(xml))
      return JSON.parse(bytes.toString('utf8')) as Read
    } catch (error) {
      if (error instanceof WorkerGone || error instanceof WorkerFailed) return { is: 'broken', why: 'the reader ended' }
      throw error
    }
  }
}
