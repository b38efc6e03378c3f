import type { Server } from 'node:http'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyHttpOptions, type FastifyInstance, LogController } from 'fastify'
import type { Platform } from '#server/platform/platform.ts'
import { withTrace } from '#server/platform/trace.ts'
import { registerCrossSite } from './cross-site.ts'
import { answer, codeOf, registerErrors } from './errors.ts'
import { headersOutsideRoutes, registerHeaders } from './headers.ts'
import { parseJsonBody } from './json.ts'
import { createLimiting, registerLimits } from './limiting.ts'
import { registerMetrics } from './metrics.ts'
import { registerTraces, traceOf } from './traces.ts'
import { answerUnreadable } from './unreadable.ts'

/** Bodies of forms are small; photos and video travel through uploads. */
const bodyLimit = 100 * 1024

/** The bare server: limits, headers, cookies, errors. Routes are the modules'. */
export async function openServer(platform: Platform): Promise<FastifyInstance> {
  const { config, log } = platform
  const options: FastifyHttpOptions<Server> = {
    loggerInstance: log as unknown as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    connectionTimeout: 30_000,
    requestTimeout: 29_000,
    keepAliveTimeout: 72_000,
    genReqId: (request) => traceOf(request, config.trustedProxies),
    return503OnClosing: true,
    frameworkErrors: (error, request, reply) =>
      withTrace(String(request.id), () => {
        answer(reply.headers(headersOutsideRoutes(config)), codeOf(error))
      }),
    clientErrorHandler: answerUnreadable(config),
    routerOptions: { maxParamLength: 200 },
    // Looked at each second, so that who sends slowly is gone within thirty.
    http: { headersTimeout: 15_000, maxHeaderSize: 16_384, connectionsCheckingInterval: 1000 },
  }
  const app: FastifyInstance = Fastify(options)
  registerTraces(app, platform)
  registerHeaders(app, config)
  registerCrossSite(app, config)
  await app.register(cookie)
  const limiting = createLimiting(platform)
  registerLimits(app, limiting)
  registerErrors(app, limiting, platform)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : parseJsonBody(String(body)))
    } catch (error) {
      done(error as Error)
    }
  })
  registerMetrics(app, platform)
  return app
}
