import { createHash } from 'node:crypto'
import { createWriteStream, mkdirSync, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sealedLength } from '#server/platform/files.ts'
import { digestOf, type JournalHead } from '#server/platform/journal/chain.ts'
import { journalHeads } from '#server/platform/journal/verification.ts'
import type { Platform } from '#server/platform/platform.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import type { FileStore } from '#server/providers/files/port.ts'
import type { Say } from './control.ts'
import { type Manifest, writeManifest } from './manifest.ts'
import { fileIsThere } from './rotation-store.ts'
import {
  appliedMigrations,
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

/** Files missed that are named one by one; the manifest has them all. */
const mostNamed = 20

const stateOf = (heads: readonly JournalHead[]): Manifest['journal'] => ({
  entries: heads.reduce((sum, { count }) => sum + count, 0),
  head: digestOf(heads),
})

const jobLines = (jobs: readonly WaitingJob[]) => jobs.map((job) => JSON.stringify(job))

/**
 * One moment of the database and every file it knows, into a new folder. Keys are not in it: sealed things stay sealed.
 * Sessions and codes are left out. A file the database knows and the store does not give is named and counted, the rest is backed
 * up all the same. Throws StartRefused for a folder that is in use. Answers what was written; it is whole when nothing is `missing`.
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
    const [migrations, journal] = [await appliedMigrations(db), stateOf(await journalHeads(db))]
    return { at, migrations, journal, tables, jobs, known: await storedFiles(db) }
  })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  say(`${rows} rows of ${tables.length} tables in ${Math.round(performance.now() - started)} ms`)
  const copied: Manifest['files'] = []
  const missing: string[] = []
  let gone = 0
  for (const { id, size } of known) {
    const bytes = await files.read(id, 0, sealedLength(size)).catch(() => null)
    if (!bytes) {
      // Taken away since the snapshot: a photo that was retaken, a request whose time had come. Anything else is missed.
      if (await fileIsThere(database.db, id)) missing.push(id)
      else gone += 1
    } else {
      await writeFile(join(folder, 'files', id), bytes, { mode: 0o600, flag: 'wx', flush: true })
      copied.push({ id, sha256: createHash('sha256').update(bytes).digest('hex') })
    }
  }
  const manifest: Manifest = { kind: 'zayavka-backup', at, migrations, journal, tables, jobs, files: copied, missing }
  writeManifest(folder, manifest, keys)
  await transact(async (tx) => {
    tx.journal({
      event: 'backup.make',
      actor: { kind: 'system', id: 'backup' },
      subject: { kind: 'backup', id: journal.head.slice(0, 16) },
      data: { rows, files: copied.length, gone, missing: missing.length },
    })
  })
  say(`${copied.length} files${gone > 0 ? `, ${gone} taken away meanwhile` : ''}`)
  for (const id of missing.slice(0, mostNamed))
    say(`MISSING: file ${id} is known to the database and cannot be read from the store`)
  const state = missing.length > 0 ? `is NOT whole, ${missing.length} files could not be read` : 'is whole'
  say(`The backup of ${at} ${state}, ${Math.round(performance.now() - started)} ms: ${folder}`)
  return manifest
}
