import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/platform/config.ts'
import type { OwnerKind } from './store.ts'

/** Whom a key is made for: the site's own name and the one origin it may be used from. */
export interface Site {
  readonly rpId: string
  readonly origin: string
}

/** In production by the configuration; outside it by the address the browser came to, as the demo runs under several. */
export function siteOf(config: Config, kind: OwnerKind, http: FastifyRequest): Site {
  const configured = new URL(kind === 'client' ? config.publicUrl : config.officeUrl)
  if (config.production || !http.headers.host) return { rpId: configured.hostname, origin: configured.origin }
  const { origin } = http.headers
  const here = new URL(origin?.endsWith(`//${http.headers.host}`) ? origin : `http://${http.headers.host}`)
  return { rpId: here.hostname, origin: here.origin }
}
