import { systemClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { type Database, openDatabase } from '#server/platform/database.ts'
import { openLog } from '#server/platform/log.ts'
import { schemaIsCurrent } from '#server/platform/migrations.ts'
import { openPlatform, type Platform } from '#server/platform/platform.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import { isEmpty } from '../operations/snapshot-store.ts'
import { nameOf } from '../platform/database-name.ts'

/** Opens what the settings name, without making or changing anything. Throws StartRefused in one line. */
export async function openNamed(config: Config): Promise<Database> {
  try {
    return await openDatabase(config)
  } catch (error) {
    if (error instanceof StartRefused) throw error
    throw new StartRefused(
      `${nameOf(config)} cannot be opened: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/** The same, refusing one that is not the product's, or of another release's schema. */
export async function openExisting(config: Config): Promise<Database> {
  const database = await openNamed(config)
  const refuse = async (why: string) => {
    await database.close()
    throw new StartRefused(`${nameOf(config)} ${why}`)
  }
  const answered = await isEmpty(database.db).catch((error: Error) => error)
  if (answered instanceof Error) return refuse(`does not answer: ${answered.message}`)
  if (answered) return refuse('holds nothing of the product: check the settings this command was given')
  if (!(await schemaIsCurrent(database)))
    return refuse('has the schema of an earlier release: start the server of this release on it first')
  return database
}

/** A platform over an existing database, for one piece of work; closed after it. */
export async function withPlatform<T>(config: Config, work: (platform: Platform) => Promise<T>): Promise<T> {
  const database = await openExisting(config)
  try {
    const platform = await openPlatform(config, { database, log: openLog({ clock: systemClock, level: 'error' }) })
    try {
      return await work(platform)
    } finally {
      await platform.close()
    }
  } finally {
    await database.close()
  }
}
