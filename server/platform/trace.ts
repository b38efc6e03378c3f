import { AsyncLocalStorage } from 'node:async_hooks'
import { randomFillSync } from 'node:crypto'

const traces = new AsyncLocalStorage<string>()

const length = 16
/** Random bytes are drawn for many ids at once: each drawing costs as much as the rest of a small answer's bookkeeping. */
const drawn = Buffer.alloc(length * 256)
let used = drawn.length

/** A new trace id: 16 random bytes as hex, the form of W3C Trace Context. */
export function newTraceId(): string {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  used += length
  return drawn.toString('hex', used - length, used)
}

/** Runs `work` under a trace id: log lines and journal entries made inside carry it. */
export function withTrace<T>(traceId: string, work: () => T): T {
  return traces.run(traceId, work)
}

/** The trace id of the call or job being served, if any. */
export function currentTrace(): string | undefined {
  return traces.getStore()
}
