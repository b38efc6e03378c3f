import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Call, Lane } from '#contract/call.ts'
import { type Limit, type LimitName, limits as table } from '#contract/limits.ts'
import type { Keys, Limits } from '#server/platform/limits.ts'
import { networkOf, networksOf } from '#server/platform/networks.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createDevices, type Devices } from './devices.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's call a route answers. */
    call?: Call
    /** Of a route that is no call of the contract: its limit, and its lane unless it is the usual one. */
    limit?: LimitName
    lane?: Lane
  }
}

const rows: Readonly<Record<LimitName, Limit>> = table

type Sides = Readonly<Record<'client' | 'staff', Devices>>

/** Address and device of a call. Who calls from a browser we know is counted by it, where the limit can, and not by the address. */
function keysOf(name: LimitName, request: FastifyRequest, limits: Limits, sides: Sides): Keys {
  const byDevice = limits.countsBy(name, 'device')
  const device = byDevice ? sides[rows[name].office ? 'staff' : 'client'].read(request) : null
  const known = device?.known === true
  return {
    ...(device && { device: device.id }),
    ...(!known && networksOf(request.ip)),
    ...(!device && limits.countsBy(name, 'stranger') && { stranger: networkOf(request.ip) }),
  }
}

/** Counts what is known of a caller before anything else is done: by address and device. */
export function createLimiting({ limits, keys, random }: Pick<Platform, 'limits' | 'keys' | 'random'>) {
  const sides = { client: createDevices({ keys, random }, 'client'), staff: createDevices({ keys, random }, 'staff') }
  const names = Object.keys(table) as LimitName[]
  const counted = (where: 'memory' | 'database') =>
    new Set(
      names.filter((name) =>
        (['ipv4', 'device', 'stranger'] as const).some((key) => limits.countsBy(name, key, where)),
      ),
    )
  const early = counted('memory')
  const late = counted('database')

  return {
    /** At once, in memory; throws `too_often`. */
    atOnce(name: LimitName, request: FastifyRequest): void {
      if (early.has(name)) limits.takeNow(name, keysOf(name, request, limits, sides))
    },
    /** What all servers count together; throws `too_often`. */
    async together(name: LimitName, request: FastifyRequest): Promise<void> {
      if (late.has(name)) await limits.take(name, keysOf(name, request, limits, sides), 'database')
    },
  }
}

export type Limiting = ReturnType<typeof createLimiting>

const limitOf = ({ routeOptions: { config } }: FastifyRequest): LimitName | undefined =>
  config.limit ?? config.call?.limit

/** Every route's limit, before its handler and whatever the handler answers early. A route without one does not come in. */
export function registerLimits(app: FastifyInstance, limiting: Limiting): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.limit && !config?.call) throw new Error(`${method} ${url} has no limit`)
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const name = limitOf(request)
    try {
      if (name) limiting.atOnce(name, request)
      done()
    } catch (error) {
      done(error as Error)
    }
  })
  // After admission: whom nobody has time for asks the database nothing.
  app.addHook('preHandler', async (request) => {
    const name = limitOf(request)
    if (name) await limiting.together(name, request)
  })
}
