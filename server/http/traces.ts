import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isAmong } from '#server/platform/addresses.ts'
import type { Platform } from '#server/platform/platform.ts'
import { newSpanId, newTraceId, readTraceparent, withTrace } from '#server/platform/trace.ts'
import { preciseNow } from '#server/platform/tracing.ts'

interface Begun {
  readonly spanId: string
  readonly start: number
}

/** The caller's trace, taken only from a proxy that is trusted: anybody else could choose what our logs say. */
const trusted = ({ headers, socket }: IncomingMessage, proxies: readonly string[]) =>
  headers.traceparent !== undefined && isAmong(proxies, socket.remoteAddress ?? '')
    ? readTraceparent(headers.traceparent)
    : null

/** The trace id of a request: of a trusted proxy, or a new one. */
export const traceOf = (request: IncomingMessage, proxies: readonly string[]): string =>
  trusted(request, proxies)?.traceId ?? newTraceId()

/** Everything done for a request carries its trace id; with a collector it is one span, named by the route's pattern. */
export function registerTraces(app: FastifyInstance, { tracing, config }: Pick<Platform, 'tracing' | 'config'>) {
  const begun = new WeakMap<FastifyRequest, Begun>()

  app.addHook('onRequest', (request, _reply, done) => {
    if (!tracing.on) return withTrace(String(request.id), done)
    const spanId = newSpanId()
    begun.set(request, { spanId, start: preciseNow() })
    withTrace(String(request.id), done, spanId)
  })

  if (!tracing.on) return
  app.addHook('onResponse', async (request, reply) => {
    const known = begun.get(request)
    if (!known) return
    const route = request.routeOptions.url ?? 'none'
    tracing.finish({
      ...known,
      traceId: String(request.id),
      parentId: trusted(request.raw, config.trustedProxies)?.spanId,
      name: `${request.method} ${route}`,
      kind: 'server',
      end: preciseNow(),
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': reply.statusCode,
      },
      failed: reply.statusCode >= 500,
    })
  })
}
