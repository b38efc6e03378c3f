import { createHash } from 'node:crypto'
import { createWriteStream, mkdirSync, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sealedLength } from '#server/platform/files.ts'
import type { Platform } from '#server/platform/platform.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import type { FileStore } from '#server/providers/files/port.ts'
import type { Say } from './control.ts'
import { type Manifest, writeManifest } from './manifest.ts'
import { fileIsThere } from './rotation-store.ts'
import {
  appliedMigrations,
  headOfJournal,
  linesOf,
  storedFiles,
  tablesInOrder,
  type WaitingJob,
  waitingJobs,
  withSnapshot,
} from './snapshot-store.ts'

type Parts = Pick<Platform, 'database' | 'keys' | 'clock' | 'transact'> & { files: FileStore }

function emptyFolder(given: string): string {
  const folder = resolve(given)
  mkdirSync(join(folder, 'tables'), { recursive: true, mode: 0o700 })
  mkdirSync(join(folder, 'files'), { recursive: true, mode: 0o700 })
  if (readdirSync(folder).length > 2 || readdirSync(join(folder, 'tables')).length > 0)
    throw new StartRefused(`${folder} is not empty: name a new folder for each backup`)
  return folder
}

async function writeLines(folder: string, file: string, lines: AsyncIterable<string> | Iterable<string>) {
  const hash = createHash('sha256')
  let rows = 0
  async function* counted() {
    for await (const line of lines) {
      rows += 1
      yield `${line}\n`
    }
  }
  const hashing = new Transform({
    transform(part: Buffer, _encoding, done) {
      hash.update(part)
      done(null, part)
    },
  })
  // Sealed bytes do not pack, but they are written as hexadecimal digits, which do.
  const out = createWriteStream(join(folder, file), { mode: 0o600, flags: 'wx', flush: true })
  await pipeline(Readable.from(counted()), createGzip({ level: 1 }), hashing, out)
  return { rows, file, sha256: hash.digest('hex') }
}

const jobLines = (jobs: readonly WaitingJob[]) => jobs.map((job) => JSON.stringify(job))

/**
 * One moment of the database and every file it knows, into a new folder. Keys are not in it: sealed things stay sealed.
 * Sessions and codes are left out. Throws StartRefused for a folder that is in use. Answers what was written.
 */
export async function backup(parts: Parts, given: string, say: Say): Promise<Manifest> {
  const { database, keys, clock, files, transact } = parts
  const folder = emptyFolder(given)
  const started = performance.now()
  const { at, migrations, journal, tables, jobs, known } = await withSnapshot(database, async (db) => {
    const at = clock.now().toISOString()
    const tables: Manifest['tables'] = []
    for (const name of await tablesInOrder(db))
      tables.push({ name, ...(await writeLines(folder, join('tables', `${name}.jsonl.gz`), linesOf(db, name))) })
    const jobs = await writeLines(folder, 'jobs.jsonl.gz', jobLines(await waitingJobs(db)))
    const [migrations, journal] = [await appliedMigrations(db), await headOfJournal(db)]
    return { at, migrations, journal, tables, jobs, known: await storedFiles(db) }
  })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  say(`${rows} rows of ${tables.length} tables in ${Math.round(performance.now() - started)} ms`)
  const copied: Manifest['files'] = []
  let gone = 0
  for (const { id, size } of known) {
    const bytes = await files.read(id, 0, sealedLength(size)).catch(async (error) => {
      // Taken away since the snapshot: a photo that was retaken, a request whose time had come. Anything else is no backup.
      if (await fileIsThere(database.db, id)) throw error
      return null
    })
    if (!bytes) gone += 1
    else {
      await writeFile(join(folder, 'files', id), bytes, { mode: 0o600, flag: 'wx', flush: true })
      copied.push({ id, sha256: createHash('sha256').update(bytes).digest('hex') })
    }
  }
  const manifest: Manifest = { kind: 'zayavka-backup', at, migrations, journal, tables, jobs, files: copied }
  writeManifest(folder, manifest, keys)
  await transact(async (tx) => {
    tx.journal({
      event: 'backup.make',
      actor: { kind: 'system', id: 'backup' },
      subject: { kind: 'backup', id: journal.hash.slice(0, 16) },
      data: { rows, files: copied.length, gone },
    })
  })
  say(`${copied.length} files${gone > 0 ? `, ${gone} taken away meanwhile` : ''}`)
  say(`The backup of ${at} is whole, ${Math.round(performance.now() - started)} ms: ${folder}`)
  return manifest
}
