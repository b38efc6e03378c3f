import { newId } from './ids.ts'
import { redactText } from './redaction.ts'
import { type Attributes, type Finished, spanKinds, type Tracing } from './tracing.ts'

const everyMs = 2000
const atOnce = 512
/** A collector that is away costs no more memory than this; what does not fit is dropped and counted. */
const most = 4096
const callMs = 5000

const nanoseconds = (ms: number) => String(BigInt(Math.round(ms * 1000)) * 1000n)

const attributeOf = (value: string | number) =>
  typeof value === 'string'
    ? { stringValue: redactText(value) }
    : Number.isInteger(value)
      ? { intValue: String(value) }
      : { doubleValue: value }
const listOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: attributeOf(value) }))

const wire = ({ parentId, kind, start, end, attributes, failed, ...span }: Finished) => ({
  ...span,
  ...(parentId && { parentSpanId: parentId }),
  kind: spanKinds[kind],
  startTimeUnixNano: nanoseconds(start),
  endTimeUnixNano: nanoseconds(end),
  attributes: listOf(attributes),
  status: failed ? { code: 2 } : {},
})

/** `key=value,key=value`, as OTEL_EXPORTER_OTLP_HEADERS has it. */
function headersOf(text: string | undefined): Record<string, string> {
  const pairs = (text ?? '').split(',').filter((pair) => pair.includes('='))
  return Object.fromEntries(
    pairs.map((pair) => [
      pair.slice(0, pair.indexOf('=')).trim(),
      decodeURIComponent(pair.slice(pair.indexOf('=') + 1).trim()),
    ]),
  )
}

/**
 * Sends spans to a collector by OTLP over HTTP as JSON (https://opentelemetry.io/docs/specs/otlp/), in batches, in the
 * background: a collector that is slow or away holds nobody up.
 */
export function openOtlp(given: {
  endpoint: string
  headers?: string | undefined
  version: string
  onDrop: (spans: number) => void
}): Tracing {
  const url = `${given.endpoint.replace(/\/$/, '')}/v1/traces`
  const headers = { 'content-type': 'application/json', ...headersOf(given.headers) }
  const resource = {
    attributes: listOf({
      'service.name': 'zayavka',
      'service.version': given.version,
      'service.instance.id': newId(),
    }),
  }
  const waiting: Finished[] = []
  let sending: Promise<void> = Promise.resolve()

  async function send(spans: Finished[]): Promise<void> {
    const scopeSpans = [{ scope: { name: 'zayavka' }, spans: spans.map(wire) }]
    const body = JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] })
    const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(callMs) }).catch(
      () => null,
    )
    await answer?.body?.cancel()
    if (!answer?.ok) given.onDrop(spans.length)
  }

  function flush(): Promise<void> {
    sending = sending.then(async () => {
      while (waiting.length > 0) await send(waiting.splice(0, atOnce))
    })
    return sending
  }

  const timer = setInterval(() => void flush(), everyMs).unref()
  return {
    on: true,
    finish(span) {
      if (waiting.length >= most) return given.onDrop(1)
      waiting.push(span)
      if (waiting.length === atOnce) void flush()
    },
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
