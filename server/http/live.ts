import type { FastifyInstance } from 'fastify'
import { live } from '#contract/calls/operations.ts'
import type { Platform } from '#server/platform/platform.ts'
import { eventStream } from './event-stream.ts'
import type { Doorkeepers } from './router.ts'

/** One client's screens hear «this request changed», its id and version only. */
export function registerLive(app: FastifyInstance, platform: Platform, doorkeepers: Doorkeepers) {
  eventStream(app, live, {
    event: 'request',
    limits: platform.limits,
    most: 6,
    who: (request) => doorkeepers.client(request, live),
    listen: ({ id }, tell) => platform.live.subscribe(id, (change) => tell(change ?? { id: null })),
  })
}
