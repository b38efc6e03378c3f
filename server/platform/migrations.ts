import { readdirSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import { StartRefused } from './refusal.ts'

const standardFolder = fileURLToPath(new URL('../migrations', import.meta.url))
const namePattern = /^(\d{4}-[a-z0-9-]+)\.ts$/

/** A migration that waits for a table longer than this gives up, rather than stop the calls queueing behind it. */
const lockTimeout = '5s'

function names(folder: string): string[] {
  return readdirSync(folder).flatMap((file) => namePattern.exec(file)?.[1] ?? [])
}

function fromFolder(folder: string, kind: Database['kind']): MigrationProvider {
  return {
    async getMigrations() {
      const found: Record<string, Migration> = {}
      for (const name of names(folder)) {
        const module = (await import(pathToFileURL(`${folder}/${name}.ts`).href)) as Migration
        found[name] = {
          up: async (db) => {
            // Nobody else can hold a lock in the embedded database, whose timer would keep the process alive.
            if (kind === 'postgres') await sql`select set_config('lock_timeout', ${lockTimeout}, true)`.execute(db)
            await module.up(db)
          },
        }
      }
      return found
    },
  }
}

async function refuseNewerSchema(migrator: Migrator, db: Kysely<unknown>, known: string[]): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`.execute(
    db,
  )
  if (!rows[0]?.there) return
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const unknown = applied.rows.filter((row) => !known.includes(row.name))
  if (unknown.length === 0) return
  throw new StartRefused(
    `The database has a newer schema (${unknown.map((row) => row.name).join(', ')}) than this version of the program ` +
      `knows (up to ${(await migrator.getMigrations()).at(-1)?.name ?? 'none'}): start the version that made it, or a later one`,
  )
}

/**
 * Brings the schema up to date, all or nothing. Safe when many servers start at once: PostgreSQL's advisory lock lets
 * one of them work. Throws StartRefused for a schema of a newer version, or when a step fails.
 */
export async function migrate(
  database: Database,
  { folder = standardFolder, upTo }: { folder?: string; upTo?: string | undefined } = {},
): Promise<void> {
  await database.withMigrationDb(async (db) => {
    const migrator = new Migrator({ db, provider: fromFolder(folder, database.kind) })
    await refuseNewerSchema(migrator, db, names(folder))
    const { error, results } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest())
    if (!error) return
    // Another server may have been upgraded and finished between the look and the work.
    await refuseNewerSchema(migrator, db, names(folder))
    const failed = results?.find((result) => result.status === 'Error')?.migrationName
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartRefused(`The schema could not be brought up to date${failed ? ` at ${failed}` : ''}: ${reason}`)
  })
}

/** Whether every migration of this program has been applied; for readiness. */
export async function schemaIsCurrent(database: Database, folder = standardFolder): Promise<boolean> {
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(database.db)
  const there = new Set(applied.rows.map((row) => row.name))
  return names(folder).every((name) => there.has(name))
}
