import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Lane } from '#contract/call.ts'

/** Whether an address is of a route: a parameter of it (`:id`) is any one part. */
function isOf(parts: readonly string[], route: readonly string[]): boolean {
  return (
    parts.length === route.length &&
    route.every((part, at) => part === parts[at] || (part.startsWith(':') && parts[at] !== ''))
  )
}

/** The lanes of all routes, as they declare them; to be opened before the first route is. */
export function openLanes(app: FastifyInstance) {
  const declared: { lane: Lane; route: readonly string[] }[] = []
  app.addHook('onRoute', ({ url, config }) => {
    const lane = config?.lane ?? config?.call?.lane ?? 'usual'
    if (lane !== 'usual') declared.push({ lane, route: url.split('/') })
  })
  return {
    /** Before the router has read the address. */
    atAddress(path: string): Lane {
      const parts = path.split('/')
      return declared.find(({ route }) => isOf(parts, route))?.lane ?? 'usual'
    },
    of: ({ routeOptions: { config } }: FastifyRequest): Lane => config.lane ?? config.call?.lane ?? 'usual',
  }
}
