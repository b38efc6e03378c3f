import { AsyncLocalStorage } from 'node:async_hooks'
import { randomFillSync } from 'node:crypto'
import { type Attributes, preciseNow, type SpanKind, type Tracing } from './tracing.ts'

interface Standing {
  readonly traceId: string
  readonly spanId?: string | undefined
}

const traces = new AsyncLocalStorage<Standing>()

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

/** A new span id: 8 bytes as hex. */
export const newSpanId = (): string => newTraceId().slice(length)

/** Runs `work` under a trace id: log lines and journal entries made inside carry it, spans inside are children of `spanId`. */
export function withTrace<T>(traceId: string, work: () => T, spanId?: string): T {
  return traces.run({ traceId, spanId }, work)
}

/** The trace id of the call or job being served, if any. */
export function currentTrace(): string | undefined {
  return traces.getStore()?.traceId
}

/** The span being served, if any. */
export const currentSpan = (): string | undefined => traces.getStore()?.spanId

/** Measures `work` as a span of the present trace, or of a new one. */
export async function withSpan<T>(
  tracing: Tracing,
  { name, kind = 'internal', attributes = {} }: { name: string; kind?: SpanKind; attributes?: Attributes },
  work: () => Promise<T>,
): Promise<T> {
  if (!tracing.on) return work()
  const [traceId, parentId, spanId] = [currentTrace() ?? newTraceId(), currentSpan(), newSpanId()]
  const start = preciseNow()
  const over = (failed: boolean) =>
    tracing.finish({ traceId, spanId, parentId, name, kind, start, end: preciseNow(), attributes, failed })
  return withTrace(
    traceId,
    () =>
      work().then(
        (result) => {
          over(false)
          return result
        },
        (error: unknown) => {
          over(true)
          throw error
        },
      ),
    spanId,
  )
}

/** Notes something that has just ended after `milliseconds`, as a child of the span being served; without one it is not noted: a trace has one root. */
export function noteSpan(tracing: Tracing, name: string, milliseconds: number, attributes: Attributes): void {
  const [traceId, parentId] = [currentTrace(), currentSpan()]
  if (!tracing.on || !traceId || !parentId) return
  const end = preciseNow()
  tracing.finish({
    traceId,
    spanId: newSpanId(),
    parentId,
    name,
    kind: 'client',
    start: end - milliseconds,
    end,
    attributes,
    failed: false,
  })
}

/** The caller's trace and span of a `traceparent` header (https://www.w3.org/TR/trace-context/); null for anything else. */
export function readTraceparent(header: unknown): { traceId: string; spanId: string } | null {
  const found = typeof header === 'string' ? /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(header) : null
  const [, traceId = '', spanId = ''] = found ?? []
  return /[1-9a-f]/.test(traceId) && /[1-9a-f]/.test(spanId) ? { traceId, spanId } : null
}
