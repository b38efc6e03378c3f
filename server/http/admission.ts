import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Lane } from '#contract/call.ts'
import { watchDatabase } from '#server/platform/database-watch.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import { answer, wireError } from './errors.ts'
import { headersOutsideRoutes } from './headers.ts'
import { openLanes } from './lanes.ts'
import { type Line, openLine } from './line.ts'

/**
 * As many at work as the database has connections: more would wait for one of those and make everybody's answer late; with fewer,
 * nobody would notice that all of them hang.
 */
const room = 10
/** A burst of 64 is served whole; in a standing line a call waits no longer than it would be at work. */
const length = { burst: 54, standing: 16 }
const patience = { burst: 2000, standing: 40, after: 1000 }
/** Places of the calls that have some of their own, here and in line. */
const reserved = 6
const limited = (path: string, lane: Lane) => path.startsWith('/service/') && lane !== 'long'
const always = /^\/(health\/.*|metrics)$/

const reads = new Set(['GET', 'HEAD'])

/**
 * Unanswered calls of one connection. Browsers and balancers send the next one after the answer; who sends thousands at once (HTTP
 * pipelining) would have all of them begun in one turn of the event loop.
 */
const mostOfOneConnection = 16

/** 502, not 503: by it the balancer tells a server that goes from one that is only busy. See deploy/nginx.conf. */
const sendElsewhere = (reply: FastifyReply) =>
  reply
    .code(502)
    .headers({ 'retry-after': '1', 'content-type': 'application/json; charset=utf-8' })
    .send(wireError('unavailable'))

const pathOf = (url: string | undefined) => url?.split('?')[0] ?? ''

/** Spelled in a way that only the router reads: `/%73ervice/`, `http://host/service/`, `/service/x#y`. At the door it counts as any call. */
const oddlySpelled = (path: string) => !path.startsWith('/') || /[%#]/.test(path)

/** The address as the router read it, not as it is spelled: no second reading to slip past. */
const routeOf = ({ routeOptions, url }: FastifyRequest) => routeOptions.url ?? pathOf(url)

/**
 * Answers at the very door, before anything of the framework runs, those who would not be let in: at ten times what can be done,
 * turning away is most of the work, and whatever it takes is taken from those at work.
 */
function atTheDoor({ server }: FastifyInstance, headers: OutgoingHttpHeaders, full: (path: string) => boolean): void {
  const serve = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  const body = JSON.stringify(wireError('unavailable'))
  const all = {
    ...headers,
    'retry-after': '1',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  }
  const begun = new WeakMap<Socket, number>()
  const count = (socket: Socket, change: 1 | -1) => {
    const now = (begun.get(socket) ?? 0) + change
    begun.set(socket, now)
    return now
  }
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const { socket } = request
    if (socket.destroyed) return
    if (count(socket, 1) > mostOfOneConnection) return void socket.destroy()
    response.once('close', () => count(socket, -1))
    // Not before all bytes at hand are parsed: a request that breaks HTTP gets one answer, and its end.
    if (full(pathOf(request.url))) queueMicrotask(() => response.writeHead(503, all).end(body))
    else for (const one of serve) one.call(server, request, response)
  })
}

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
export function registerAdmission(app: FastifyInstance, { config, database, metrics }: Platform): Admission {
  const working = new Map<FastifyReply, Line>()
  const now = () => performance.now()
  const line = openLine({ room, length, reserved, patience, now })
  const outside = openLine({ room: 32, length: { burst: 0, standing: 0 }, reserved: 0, patience, now })
  const leave = (reply: FastifyReply) => {
    const where = working.get(reply)
    if (working.delete(reply)) where?.leave()
  }
  let stopping = false
  const watch = watchDatabase(database, () => {
    for (const reply of working.keys()) if (!reply.sent) answer(reply, 'unavailable')
  })

  const lanes = openLanes(app)
  const turnedAway = metrics.counter('calls_turned_away_total', 'Calls answered 503 because there was no room')

  atTheDoor(app, headersOutsideRoutes(config), (asked) => {
    const lane = lanes.atAddress(asked)
    const full =
      (limited(asked, lane) || oddlySpelled(asked)) && !stopping && lane !== 'outside' && line.full(lane === 'reserved')
    if (full) turnedAway()
    return full
  })

  app.addHook('onRequest', (request, reply, done) => {
    if (!stopping && !watch.away()) return done()
    if (always.test(routeOf(request))) return done()
    if (stopping) {
      reply.header('connection', 'close')
      if (reads.has(request.method)) return void sendElsewhere(reply)
    }
    if (limited(routeOf(request), lanes.of(request)) && watch.away())
      return done(fail('unavailable', { details: { retryAfter: 2 } }))
    done()
  })

  // Counted from the whole body to the finished answer: who sends or reads slowly takes nobody's place.
  app.addHook('preValidation', (request, reply, done) => {
    const lane = lanes.of(request)
    if (!limited(routeOf(request), lane)) return done()
    // Who waits for a provider, not for us, may not take the others' places.
    const where = lane === 'outside' ? outside : line
    const letIn = (inside: boolean) => {
      if (!inside) {
        turnedAway()
        return done(fail('unavailable', { details: { retryAfter: 1 } }))
      }
      if (reply.raw.destroyed) {
        // Hung up in line: no close will be heard of it any more.
        where.leave()
        return done(fail('unavailable'))
      }
      working.set(reply, where)
      reply.raw.once('close', () => leave(reply))
      done()
    }
    const inside = where.enter(lane === 'reserved')
    if (typeof inside === 'boolean') letIn(inside)
    else void inside.then(letIn)
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    leave(reply)
    done(null, payload)
  })

  app.addHook('preClose', async () => {
    stopping = true
  })
  app.addHook('onClose', async () => watch.stop())
  metrics.gauge('calls_at_work', 'Calls let in and not answered yet', () => working.size)
  metrics.gauge('calls_in_line', 'Calls that wait to be let in', line.waiting)
  metrics.gauge('database_up', '1 when the database answered last time', () => (watch.away() ? 0 : 1))

  return {
    closed: () => stopping || watch.away(),
    stop() {
      stopping = true
    },
  }
}
