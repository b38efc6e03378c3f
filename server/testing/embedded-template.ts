import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database } from '#server/platform/database.ts'
import { openEmbedded } from '#server/platform/database-embedded.ts'
import { putWaiting } from '#server/platform/jobs-boss.ts'
import { migrate } from '#server/platform/migrations.ts'

const migrations = fileURLToPath(new URL('../migrations', import.meta.url))
const library = fileURLToPath(import.meta.resolve('@electric-sql/pglite'))

/** Changes with the migrations and with the database's own version. */
export function migrationsFingerprint(): string {
  const hash = createHash('sha256').update(readFileSync(library))
  for (const file of readdirSync(migrations).sort()) hash.update(file).update(readFileSync(join(migrations, file)))
  return hash.digest('hex').slice(0, 16)
}

async function template(): Promise<string> {
  const folder = join(tmpdir(), `zayavka-template-${process.getuid?.() ?? 0}-${migrationsFingerprint()}`)
  if (existsSync(folder)) return folder
  const making = mkdtempSync(`${folder}-`)
  const database = await openEmbedded(making)
  await migrate(database)
  // The tables of the jobs too: each start of the product in a test would make them, half of its work.
  await putWaiting(database, [])
  await database.close()
  try {
    renameSync(making, folder)
  } catch {
    // Another test process was faster.
    rmSync(making, { recursive: true, force: true })
  }
  return folder
}

/** Puts an embedded, migrated, empty database into a folder: a copy of a kept template, ten times faster than a new one. */
export async function copyTemplateTo(folder: string): Promise<void> {
  cpSync(await template(), folder, { recursive: true })
}

/** A folder with such a database. Gone with the process. */
export async function copyOfTemplate(): Promise<string> {
  const copy = mkdtempSync(join(tmpdir(), 'zayavka-test-'))
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
  const folder = join(copy, 'database')
  await copyTemplateTo(folder)
  return folder
}

export const openFromTemplate = async (): Promise<Database> => openEmbedded(await copyOfTemplate())
