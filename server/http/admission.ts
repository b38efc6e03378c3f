import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { watchDatabase } from '#server/platform/database-watch.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import { answer, wireError } from './errors.ts'

/** Calls at work at once: a longer line would only make everybody's answer late. */
const most = 64
/** Signing, sending and the notifications of banks are let in beyond it. */
const reserved = 32
const important = /\/(codes|send|sign|signature)$|^\/service\/webhooks\//
/** Streams and uploads take long by nature and are limited by person. */
const long = /^\/service\/(office\/)?(live|uploads)\b/
const limited = (path: string) => path.startsWith('/service/') && !long.test(path)
const always = /^\/(health\/.*|metrics)$/

const reads = new Set(['GET', 'HEAD'])

/** 502, not 503: by it the balancer tells a server that goes from one that is only busy. See deploy/nginx.conf. */
const sendElsewhere = (reply: FastifyReply) =>
  reply
    .code(502)
    .headers({ 'retry-after': '1', 'content-type': 'application/json; charset=utf-8' })
    .send(wireError('unavailable'))

export interface Admission {
  /** No new people are to be sent here: stopping, or the database is away. */
  closed(): boolean
  /**
   * From now on readiness says no, and so does every read: a balancer takes it to another server and sends no more here. Changes,
   * which it may not send twice, are still done. Connections are not kept.
   */
  stop(): void
}

/** Lets calls in as long as they can be answered soon; the others hear 503 with Retry-After at once. */
export function registerAdmission(app: FastifyInstance, { database, metrics }: Platform): Admission {
  const working = new Set<FastifyReply>()
  let stopping = false
  const watch = watchDatabase(database, () => {
    for (const reply of working) if (!reply.sent) answer(reply, 'unavailable')
  })

  const path = (request: FastifyRequest) => request.url.split('?')[0] ?? ''

  app.addHook('onRequest', async (request, reply) => {
    if (always.test(path(request))) return
    if (stopping) {
      reply.header('connection', 'close')
      if (reads.has(request.method)) return sendElsewhere(reply)
    }
    if (limited(path(request)) && watch.away()) throw fail('unavailable', { details: { retryAfter: 2 } })
  })

  // Counted from the whole body to the finished answer: who sends or reads slowly takes nobody's place.
  app.addHook('preValidation', async (request, reply) => {
    if (!limited(path(request))) return
    if (working.size >= most + (important.test(path(request)) ? reserved : 0)) {
      metrics.count('calls_turned_away_total')
      throw fail('unavailable', { details: { retryAfter: 1 } })
    }
    working.add(reply)
    reply.raw.once('close', () => working.delete(reply))
  })
  app.addHook('onSend', async (_request, reply) => {
    working.delete(reply)
  })

  app.addHook('preClose', async () => {
    stopping = true
  })
  app.addHook('onClose', async () => watch.stop())
  metrics.count('calls_turned_away_total', {}, 0)
  metrics.gauge('calls_at_work', 'Calls let in and not answered yet', () => working.size)
  metrics.gauge('database_up', '1 when the database answered last time', () => (watch.away() ? 0 : 1))

  return {
    closed: () => stopping || watch.away(),
    stop() {
      stopping = true
    },
  }
}
