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

const known = new Map<string, readonly string[]>()

/** The migrations of this program. Read once: what a `git pull` puts beside them belongs to the next start, not to this process. */
function names(folder: string): readonly string[] {
  const there = known.get(folder) ?? readdirSync(folder).flatMap((file) => namePattern.exec(file)?.[1] ?? [])
  known.set(folder, there)
  return there
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

/** Whether the schema is of a later release that was gone back from, by the operator's word. Throws for any other newer one. */
async function isAhead(db: Kysely<unknown>, known: readonly string[], allowed: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`.execute(
    db,
  )
  if (!rows[0]?.there) return false
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const there = applied.rows.map(({ name }) => name)
  const unknown = there.filter((name) => !known.includes(name))
  if (unknown.length === 0) return false
  if (unknown.every((name) => allowed.includes(name)) && known.every((name) => there.includes(name))) return true
  throw new StartRefused(
    `The database has a newer schema (${unknown.join(', ')}) than this version of the program ` +
      `knows (up to ${known.toSorted().at(-1) ?? 'none'}): start the version that made it, or a later one. To go back to this one, ` +
      `name what is newer in SCHEMA_AHEAD`,
  )
}

/**
 * Brings the schema up to date, all or nothing. Safe when many servers start at once: PostgreSQL's advisory lock lets
 * one of them work. Throws StartRefused for a schema of a newer version, unless all it has more is named in `ahead`, or when
 * a step fails.
 */
export async function migrate(
  database: Database,
  { folder = standardFolder, upTo, ahead = [] }: { folder?: string; upTo?: string | undefined; ahead?: string[] } = {},
): Promise<void> {
  await database.withMigrationDb(async (db) => {
    const migrator = new Migrator({ db, provider: fromFolder(folder, database.kind) })
    if (await isAhead(db, names(folder), ahead)) return
    const { error, results } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest())
    if (!error) return
    // Another server may have been upgraded and finished between the look and the work.
    if (await isAhead(db, names(folder), ahead)) return
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
