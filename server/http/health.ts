import { sql } from 'kysely'
import { healthLive, healthReady } from '#contract/calls/operations.ts'
import { fail } from '#server/platform/failure.ts'
import { schemaIsCurrent } from '#server/platform/migrations.ts'
import type { Platform } from '#server/platform/platform.ts'
import { within } from '#server/platform/within.ts'
import type { Admission } from './admission.ts'
import type { Router } from './router.ts'

/** Liveness asks the process only; readiness the database, the schema, and whether the server is stopping. */
export function registerHealth(router: Router, platform: Platform, admission: Admission) {
  router.read(healthLive, async () => ({ status: 'ok' as const }))

  router.read(healthReady, async () => {
    if (admission.closed()) throw fail('unavailable')
    try {
      await within(sql`select 1`.execute(platform.db), 2000)
      if (!(await within(schemaIsCurrent(platform.database), 2000))) throw fail('unavailable')
    } catch {
      throw fail('unavailable')
    }
    return { status: 'ok' as const }
  })
}
