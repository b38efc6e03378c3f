import type { FastifyInstance } from 'fastify'
import { officeLive as call } from '#contract/calls/office/queue.ts'
import { hasRight } from '#contract/roles.ts'
import { eventStream } from '#server/http/event-stream.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Office } from './service.ts'

/** Changes come in bursts: one notice for all of them. */
const gatherMs = 300

/** The office's screens hear «the queue changed», and which requests, by id only. */
export function officeLive(app: FastifyInstance, { live, limits }: Pick<Platform, 'live' | 'limits'>, office: Office) {
  eventStream(app, call, {
    event: 'queue',
    limits,
    most: 10,
    who: async (request) => {
      const staff = await office.staffDoorkeeper(request, true)
      if (staff && !hasRight(staff, call.who)) throw fail('forbidden')
      return staff
    },
    listen: (_staff, tell) => {
      const changed = new Set<string | null>()
      let gathering: NodeJS.Timeout | undefined
      const tellAll = () => {
        gathering = undefined
        tell({ ids: changed.has(null) ? null : [...changed] })
        changed.clear()
      }
      const stop = live.subscribeAll((_clientId, requestId) => {
        changed.add(requestId)
        gathering ??= setTimeout(tellAll, gatherMs)
      })
      return () => {
        clearTimeout(gathering)
        stop()
      }
    },
  })
}
