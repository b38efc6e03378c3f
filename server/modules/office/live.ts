import type { FastifyInstance } from 'fastify'
import { officeLive as call } from '#contract/calls/office.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Office } from './service.ts'

const heartbeatMs = 25_000
/** Changes come in bursts: one notice for all of them. */
const gatherMs = 300
const mostStreams = 10

/** Server-sent events for the office's screens: «the queue changed», and which request, by id only. */
export function officeLive(app: FastifyInstance, { live }: Pick<Platform, 'live'>, office: Office) {
  const open = new Map<string, number>()
  const streams = new Set<() => void>()

  app.get(call.path, { config: { call } }, async (request, reply) => {
    const staff = await office.staffDoorkeeper(request, true)
    if (!staff) throw fail('not_signed_in')
    const site = request.headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw fail('cross_site')
    const before = open.get(staff.id) ?? 0
    if (before >= mostStreams) throw fail('too_often', { details: { retryAfter: 30 } })
    open.set(staff.id, before + 1)

    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    raw.write('retry: 3000\n\n')
    const changed = new Set<string | null>()
    let gathering: NodeJS.Timeout | undefined
    const tell = () => {
      gathering = undefined
      const ids = changed.has(null) ? null : [...changed]
      changed.clear()
      raw.write(`event: queue\ndata: ${JSON.stringify({ ids })}\n\n`)
    }
    const stop = live.subscribeAll((_clientId, requestId) => {
      changed.add(requestId)
      gathering ??= setTimeout(tell, gatherMs)
    })
    // A session that ended meanwhile, or an account that was banned, hears nothing more.
    const beat = setInterval(async () => {
      if (await office.staffDoorkeeper(request, true).catch(() => null)) raw.write(':\n\n')
      else end()
    }, heartbeatMs)
    const end = () => {
      clearInterval(beat)
      clearTimeout(gathering)
      stop()
      if (!streams.delete(end)) return
      const left = (open.get(staff.id) ?? 1) - 1
      if (left > 0) open.set(staff.id, left)
      else open.delete(staff.id)
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
