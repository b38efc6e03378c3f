import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { healthLive, healthReady } from '#contract/calls/operations.ts'
import { fail } from '#server/platform/failure.ts'
import { schemaIsCurrent } from '#server/platform/migrations.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Router } from './router.ts'

const within = <T>(work: Promise<T>, ms: number): Promise<T> =>
  Promise.race([work, new Promise<never>((_, reject) => setTimeout(reject, ms, fail('unavailable')).unref())])

/** Liveness asks the process only; readiness the database, the schema, and whether the server is stopping. */
export function registerHealth(app: FastifyInstance, router: Router, platform: Platform) {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })

  router.read(healthLive, async () => ({ status: 'ok' as const }))

  router.read(healthReady, async () => {
    if (stopping) throw fail('unavailable')
    try {
      await within(sql`select 1`.execute(platform.db), 2000)
      if (!(await within(schemaIsCurrent(platform.database), 2000))) throw fail('unavailable')
    } catch {
      throw fail('unavailable')
    }
    return { status: 'ok' as const }
  })

  return {
    /** From now on readiness says no: a balancer stops sending people here. */
    stop() {
      stopping = true
    },
  }
}
