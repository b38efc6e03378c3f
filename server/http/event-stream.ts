import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import { fail } from '#server/platform/failure.ts'
import type { Limits } from '#server/platform/limits.ts'

const heartbeatMs = 25_000

interface Stream<Who extends { readonly id: string }> {
  /** Name of the events. */
  readonly event: string
  readonly limits: Limits
  /** Streams one person may hold open. */
  readonly most: number
  /** Who listens; asked again at each heartbeat, so that an ended session hears nothing more. */
  readonly who: (request: FastifyRequest) => Promise<Who | null>
  /** Starts telling; answers how to stop. */
  readonly listen: (who: Who, tell: (data: object) => void) => () => void
}

/** Server-sent events to signed-in people of our own pages. What is told are ids, no personal data. */
export function eventStream<Who extends { readonly id: string }>(
  app: FastifyInstance,
  call: Call,
  stream: Stream<Who>,
) {
  const open = new Map<string, number>()
  const ends = new Set<() => void>()

  app.get(call.path, { config: { call } }, async (request, reply) => {
    const who = await stream.who(request)
    if (!who) throw fail('not_signed_in')
    await stream.limits.take(call.limit, { [call.who === 'client' ? 'account' : 'staff']: who.id })
    const site = request.headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw fail('cross_site')
    const before = open.get(who.id) ?? 0
    if (before >= stream.most) throw fail('too_often', { details: { retryAfter: 30 } })
    open.set(who.id, before + 1)

    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    raw.write('retry: 3000\n\n')
    const stop = stream.listen(who, (data) => raw.write(`event: ${stream.event}\ndata: ${JSON.stringify(data)}\n\n`))
    const beat = setInterval(async () => {
      if (await stream.who(request).catch(() => null)) raw.write(':\n\n')
      else end()
    }, heartbeatMs)
    const end = () => {
      clearInterval(beat)
      if (!ends.delete(end)) return
      stop()
      const left = (open.get(who.id) ?? 1) - 1
      if (left > 0) open.set(who.id, left)
      else open.delete(who.id)
      raw.end()
    }
    ends.add(end)
    request.raw.once('close', end)
    return reply
  })

  app.addHook('preClose', async () => {
    for (const end of [...ends]) end()
  })
}
