import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

const traces = new AsyncLocalStorage<string>()

/** A new trace id: 16 random bytes as hex, the form of W3C Trace Context. */
export function newTraceId(): string {
  return randomBytes(16).toString('hex')
}

/** Runs `work` under a trace id: log lines and journal entries made inside carry it. */
export function withTrace<T>(traceId: string, work: () => T): T {
  return traces.run(traceId, work)
}

/** The trace id of the call or job being served, if any. */
export function currentTrace(): string | undefined {
  return traces.getStore()
}
