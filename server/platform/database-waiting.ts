import { sql } from 'kysely'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import { databaseIsAway } from './database-faults.ts'
import { nameOf } from './database-name.ts'
import type { Log } from './log.ts'
import { StartRefused } from './refusal.ts'

const firstPauseMs = 500
const longestPauseMs = 30_000

const reasonOf = (error: unknown) => {
  const { code, message } = error as { code?: string; message?: string }
  return [message, code].find((text) => text) ?? 'no answer'
}

/**
 * Waits until the database answers, however long, with growing pauses: a machine that starts brings its PostgreSQL up beside us, and whoever
 * stopped it for an hour need not think of us. Said once when it begins and once when it is over. Throws StartRefused for what no waiting
 * cures: a wrong password, a database that does not exist.
 */
export async function untilThere(
  { db }: Pick<Database, 'db'>,
  { config, log }: { config: Pick<Config, 'databaseUrl' | 'dataDir'>; log: Log },
  pause: (ms: number) => Promise<unknown> = (ms) => new Promise((go) => setTimeout(go, ms)),
): Promise<void> {
  const database = nameOf(config)
  for (let tries = 0; ; tries += 1) {
    try {
      await sql`select 1`.execute(db)
      if (tries > 0) log.info({ database, tries }, 'the database answers: the start goes on')
      return
    } catch (error) {
      if (!databaseIsAway(error)) throw new StartRefused(`${database} cannot be used: ${reasonOf(error)}`)
      if (tries === 0)
        log.error({ database, reason: reasonOf(error) }, 'the database does not answer: the start waits for it')
      await pause(Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(tries, 10)))
    }
  }
}
