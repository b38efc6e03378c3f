import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import type { JournalEntry } from '#contract/journal.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { putWaiting } from '#server/platform/jobs-boss.ts'
import { appendToJournal } from '#server/platform/journal/append.ts'
import { verifyJournal } from '#server/platform/journal/verification.ts'
import type { KeyRing } from '#server/platform/keys.ts'
import { migrate } from '#server/platform/migrations.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import type { FileStore } from '#server/providers/files/port.ts'
import type { Say } from './control.ts'
import { damagedFiles, type Manifest, readManifest } from './manifest.ts'
import { dropMadeRows, goOnCounting, holdPayouts, isUnused, putLines, type WaitingJob } from './snapshot-store.ts'

interface Parts {
  readonly database: Database
  readonly keys: KeyRing
  readonly clock: Clock
  readonly files: FileStore
}

const batch = 50

async function* batchesOf(path: string): AsyncGenerator<string[]> {
  let lines: string[] = []
  for await (const line of createInterface({ input: createReadStream(path).pipe(createGunzip()) })) {
    lines.push(line)
    if (lines.length < batch) continue
    yield lines
    lines = []
  }
  if (lines.length > 0) yield lines
}

async function putRows({ database, keys, clock }: Parts, folder: string, manifest: Manifest): Promise<number> {
  return database.withMigrationDb((outer) =>
    outer.transaction().execute(async (db) => {
      await dropMadeRows(
        db,
        manifest.tables.map(({ name }) => name),
      )
      for (const { name, file, rows } of manifest.tables) {
        let put = 0
        for await (const lines of batchesOf(join(folder, file))) {
          await putLines(db, name, lines)
          put += lines.length
        }
        if (put !== rows) throw new StartRefused(`${file} holds ${put} rows, not ${rows}`)
      }
      await goOnCounting(db)
      const verdict = await verifyJournal(db, keys)
      if (!verdict.ok) throw new StartRefused(`The journal of this backup is broken: ${verdict.reason}`)
      if (verdict.head !== manifest.journal.head)
        throw new StartRefused('The journal of this backup is not the one its manifest names')
      const held = await holdPayouts(db)
      const entry: JournalEntry = {
        event: 'backup.restore',
        actor: { kind: 'system', id: 'restore' },
        subject: { kind: 'backup', id: manifest.journal.head.slice(0, 16) },
        data: { of: manifest.at, heldPayouts: held },
      }
      await appendToJournal(db, [entry], { keys, clock })
      return held
    }),
  )
}

async function jobsOf(folder: string, { jobs }: Manifest): Promise<WaitingJob[]> {
  const found: WaitingJob[] = []
  for await (const lines of batchesOf(join(folder, jobs.file)))
    found.push(...lines.map((line) => JSON.parse(line) as WaitingJob))
  return found
}

/**
 * Puts a backup into a database nobody has used, and its files into the store. Everything is checked before the first
 * byte is written; the journal is checked before the commit. Throws StartRefused.
 */
export async function restore(parts: Parts, given: string, say: Say): Promise<void> {
  const folder = resolve(given)
  const started = performance.now()
  const manifest = readManifest(folder, parts.keys)
  const damaged = await damagedFiles(folder, manifest)
  if (damaged.length > 0) {
    const some = damaged.slice(0, 3).join(', ')
    throw new StartRefused(
      `${damaged.length} files of this backup are damaged, ${some} among them: nothing was restored`,
    )
  }
  if (!(await isUnused(parts.database.db)))
    throw new StartRefused('This database is in use: a backup is restored into a new one')
  await migrate(parts.database, { upTo: manifest.migrations.at(-1) })
  for (const { id } of manifest.files) await parts.files.write(id, await readFile(join(folder, 'files', id)))
  const held = await putRows(parts, folder, manifest)
  const jobs = await jobsOf(folder, manifest)
  await putWaiting(parts.database, jobs)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  say(`${rows} rows, ${manifest.files.length} files, ${jobs.length} jobs; the journal is whole`)
  if (held > 0) say(`${held} payouts wait for a supervisor: compare them with the bank before going on`)
  say(`Restored as of ${manifest.at} in ${Math.round(performance.now() - started)} ms. Everybody signs in anew.`)
}
