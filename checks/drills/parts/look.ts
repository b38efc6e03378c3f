import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { createEvidence } from '#server/modules/evidence/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { openLog } from '#server/platform/log.ts'
import { openPlatform } from '#server/platform/platform.ts'
import { openFiles } from '#server/vendors.ts'
import { noJobs } from '../contracts.ts'
import { doubledIn } from './doubled.ts'

/** What a place holds that can be checked without a server: no other process may have it open. */
export async function look(env: Record<string, string>) {
  const platform = await openPlatform(readConfig(env), {
    jobs: noJobs,
    log: openLog({ clock: systemClock, level: 'fatal' }),
  })
  try {
    const store = openFiles(platform.config)
    const evidence = createEvidence({
      platform,
      store,
      requests: undefined as never,
      digits: undefined as never,
      kindOf: () => undefined,
    })
    const count = async (of: string) => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.raw(of)}`.execute(platform.db)
      return rows[0]?.count ?? 0
    }
    const { rows: files } = await sql<never>`select * from evidence where state = 'stored'`.execute(platform.db)
    let whole = 0
    for (const row of files as Parameters<typeof evidence.read>[0][]) {
      const bytes = await evidence.read(row, 0, row.stored_size ?? 0)
      if (createHash('sha256').update(bytes).digest('hex') === row.sha256) whole += 1
    }
    return {
      files: files.length,
      whole,
      resurrected: (await count('session')) + (await count('one_time_code')) + (await count('staff_session')),
      doubled: await doubledIn(platform.db),
    }
  } finally {
    await platform.close()
  }
}
