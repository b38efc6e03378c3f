import { sql } from 'kysely'
import type { Database } from './database.ts'
import { within } from './within.ts'

const everyMs = 500
const answersWithinMs = 1000

export interface DatabaseWatch {
  away(): boolean
  stop(): void
}

/** Asks PostgreSQL twice a second whether it is there, and tells when it is not any more. The embedded database always is. */
export function watchDatabase({ kind, db }: Pick<Database, 'kind' | 'db'>, gone: () => void): DatabaseWatch {
  let away = false
  let asking = false

  async function ask(): Promise<void> {
    if (asking) return
    asking = true
    const there = await within(sql`select 1`.execute(db), answersWithinMs).then(
      () => true,
      () => false,
    )
    asking = false
    const newly = !there && !away
    away = !there
    if (newly) gone()
  }

  const timer = kind === 'postgres' ? setInterval(ask, everyMs).unref() : undefined
  return { away: () => away, stop: () => clearInterval(timer) }
}
