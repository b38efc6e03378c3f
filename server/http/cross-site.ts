import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#server/platform/config.ts'
import { fail } from '#server/platform/failure.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Paths that machines call: they prove themselves by signature, not by origin. */
const machines = /^\/service\/webhooks\//

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

  app.addHook('onRequest', async (request) => {
    if (safe.has(request.method) || machines.test(request.url)) return
    if (!sameOrigin(request)) throw fail('cross_site')
    const type = request.headers['content-type'] ?? ''
    const form = /^(text\/plain|multipart\/|application\/x-www-form-urlencoded)/i.test(type)
    if (form && request.url !== '/service/errors') throw fail('cross_site')
  })
}
