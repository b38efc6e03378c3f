import type { FastifyInstance } from 'fastify'
import { live } from '#contract/calls/operations.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Doorkeepers } from './router.ts'

const heartbeatMs = 25_000
const mostStreams = 6

/** Server-sent events for one client's screens: «this request changed», its id only. */
export function registerLive(app: FastifyInstance, platform: Platform, doorkeepers: Doorkeepers) {
  const open = new Map<string, number>()
  const streams = new Set<() => void>()

  app.get(live.path, { config: { call: live } }, async (request, reply) => {
    const client = await doorkeepers.client(request, true)
    if (!client) throw fail('not_signed_in')
    const site = request.headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw fail('cross_site')
    const before = open.get(client.id) ?? 0
    if (before >= mostStreams) throw fail('too_often', { details: { retryAfter: 30 } })
    open.set(client.id, before + 1)

    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    raw.write('retry: 3000\n\n')
    const stop = platform.live.subscribe(client.id, (requestId) => {
      raw.write(`event: request\ndata: ${JSON.stringify({ id: requestId })}\n\n`)
    })
    const beat = setInterval(() => raw.write(':\n\n'), heartbeatMs)
    const end = () => {
      clearInterval(beat)
      stop()
      streams.delete(end)
      const left = (open.get(client.id) ?? 1) - 1
      if (left > 0) open.set(client.id, left)
      else open.delete(client.id)
      raw.end()
    }
    streams.add(end)
    request.raw.once('close', end)
    return reply
  })

  app.addHook('preClose', async () => {
    for (const end of [...streams]) end()
  })
}
