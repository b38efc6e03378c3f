import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#server/platform/config.ts'
import { fail } from '#server/platform/failure.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Called by machines, which prove themselves by signature, not by origin. */
    machine?: true
  }
}

/** Types a page of another site can send without asking first. */
const forms = /^(text\/plain|multipart\/|application\/x-www-form-urlencoded)/i

/**
 * Refuses a changing request that another site could have made: by `Sec-Fetch-Site`, else by `Origin`. A browser always sends one of the
 * two with such a request; a program that sends neither names itself by another `Sec-Fetch` header or is refused.
 */
export function registerCrossSite(app: FastifyInstance, config: Config) {
  const own = new Set([config.publicUrl, config.officeUrl].map((url) => new URL(url).origin))

  function sameOrigin(request: FastifyRequest): boolean {
    const { origin, host } = request.headers
    const site = request.headers['sec-fetch-site']
    if (site !== undefined) return site === 'same-origin' || site === 'none'
    if (origin === undefined) return request.headers['sec-fetch-mode'] !== undefined
    if (own.has(origin)) return true
    return !config.production && (origin === `http://${host}` || origin === `https://${host}`)
  }

  const sentByForm = ({ headers, routeOptions: { config } }: FastifyRequest) =>
    forms.test(headers['content-type'] ?? '') && config.call?.beacon !== true

  app.addHook('onRequest', (request, _reply, done) => {
    if (safe.has(request.method) || request.routeOptions.config.machine) return done()
    if (!sameOrigin(request) || sentByForm(request)) return done(fail('cross_site'))
    done()
  })
}
