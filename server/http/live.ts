import type { FastifyInstance } from 'fastify'
import { live } from '#contract/calls/operations.ts'
import type { Platform } from '#server/platform/platform.ts'
import { eventStream } from './event-stream.ts'
import type { Doorkeepers } from './router.ts'

/** One client's screens hear «this request changed», its id only. */
export function registerLive(app: FastifyInstance, platform: Platform, doorkeepers: Doorkeepers) {
  eventStream(app, live, {
    event: 'request',
    most: 6,
    who: (request) => doorkeepers.client(request, { quiet: true }),
    listen: ({ id }, tell) => platform.live.subscribe(id, (requestId) => tell({ id: requestId })),
  })
}
