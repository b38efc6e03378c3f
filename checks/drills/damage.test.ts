import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import type { JournalEntry } from '#contract/journal.ts'
import { backup } from '#server/operations/backup.ts'
import { damagedFiles, readManifest } from '#server/operations/manifest.ts'
import type { SealedColumn } from '#server/operations/sealed-columns.ts'
import { appendToJournal } from '#server/platform/journal/append.ts'
import { shardOf } from '#server/platform/journal/chain.ts'
import { verifyJournal } from '#server/platform/journal/verification.ts'
import { localFiles } from '#server/providers/files/local.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { figures } from './parts/figures.ts'
import { seeded } from './random.ts'

const flips = Number(process.env.FLIPS ?? 20)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

type Random = () => number
interface Tally {
  done: number
  found: number
  served: number
}

/** The bytes with one bit of one byte turned over. */
function flipped(bytes: Uint8Array, random: Random): Buffer {
  const copy = Buffer.from(bytes)
  const at = Math.floor(random() * copy.length)
  copy.writeUInt8(copy.readUInt8(at) ^ (1 << Math.floor(random() * 8)), at)
  return copy
}

async function inFiles(platform: TestPlatform, folder: string, random: Random): Promise<Tally> {
  const store = localFiles(join(folder, 'files'))
  const { files } = await platform.clientKeys.of(platform.db, randomUUID())
  const id = randomUUID()
  const bytes = Buffer.from(Array.from({ length: 150_000 }, () => Math.floor(random() * 256)))
  const sealed = await files.seal(id, bytes)
  const open = () => files.open(id, bytes.length, 0, bytes.length, (from, to) => store.read(id, from, to))
  const tally = { done: 0, found: 0, served: 0 }
  for (; tally.done < flips; tally.done += 1) {
    await store.write(id, flipped(sealed, random))
    const served = await open().catch(() => null)
    if (served === null) tally.found += 1
    else if (!served.equals(bytes)) tally.served += 1
  }
  await store.write(id, sealed)
  assert.ok((await open()).equals(bytes))
  return tally
}

async function inColumns(platform: TestPlatform, random: Random): Promise<Tally> {
  const tally = { done: 0, found: 0, served: 0 }
  const value = { surname: 'Выдумкина', passportNumber: '4500000055' }
  const column: Pick<SealedColumn, 'table' | 'column'> = { table: 'request', column: 'facts' }
  for (; tally.done < flips; tally.done += 1) {
    const place = { table: column.table, id: randomUUID(), column: column.column }
    const keys = tally.done % 2 ? platform.sealing : await platform.clientKeys.of(platform.db, place.id)
    const damaged = flipped(keys.seal(value, place), random)
    try {
      keys.unseal(damaged, place)
      tally.served += 1
    } catch {
      tally.found += 1
    }
  }
  return tally
}

async function inJournal(platform: TestPlatform, random: Random): Promise<Tally> {
  const tally = { done: 0, found: 0, served: 0 }
  const entry: JournalEntry = {
    event: 'staff.reset',
    actor: { kind: 'system', id: 'drill' },
    subject: { kind: 'staff', id: 'x' },
  }
  await platform.db.transaction().execute((db) =>
    appendToJournal(
      db,
      Array.from({ length: 30 }, () => entry),
      platform,
    ),
  )
  const undone = new Error('put back')
  for (; tally.done < flips; tally.done += 1) {
    const seq = 1 + Math.floor(random() * 30)
    await platform.db
      .transaction()
      .execute(async (db) => {
        await sql`alter table journal disable trigger user`.execute(db)
        const { rows } = await sql<{
          hash: Uint8Array
        }>`select hash from journal where shard = ${shardOf('x')} and seq = ${seq}`.execute(db)
        const what = tally.done % 3
        if (what === 0)
          await sql`update journal set hash = ${flipped(rows[0]?.hash ?? Buffer.alloc(1), random)} where shard = ${shardOf('x')} and seq = ${seq}`.execute(
            db,
          )
        if (what === 1)
          await sql`update journal set event = 'drilk' where shard = ${shardOf('x')} and seq = ${seq}`.execute(db)
        if (what === 2)
          await sql`update journal set at = at + interval '1 millisecond' where shard = ${shardOf('x')} and seq = ${seq}`.execute(
            db,
          )
        const verdict = await verifyJournal(db, platform.keys)
        if (verdict.ok) tally.served += 1
        else tally.found += 1
        throw undone
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error
      })
  }
  assert.equal((await verifyJournal(platform.db, platform.keys)).ok, true)
  return tally
}

async function inBackups(platform: TestPlatform, folder: string, random: Random): Promise<Tally> {
  const tally = { done: 0, found: 0, served: 0 }
  const place = join(folder, 'backup')
  await backup({ ...platform, files: localFiles(join(folder, 'files')) }, place, () => {})
  const parts = readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (; tally.done < flips; tally.done += 1) {
    const chosen = parts[tally.done % parts.length]
    assert.ok(chosen)
    const file = join(chosen.parentPath, chosen.name)
    const before = readFileSync(file)
    writeFileSync(file, flipped(before, random))
    try {
      const damaged = await damagedFiles(place, readManifest(place, platform.keys))
      if (damaged.length > 0) tally.found += 1
      else tally.served += 1
    } catch {
      tally.found += 1
    }
    writeFileSync(file, before)
  }
  assert.deepEqual(await damagedFiles(place, readManifest(place, platform.keys)), [])
  return tally
}

onBothDatabases('damage', (open) => {
  test(`drill 23: one bit turned over in files, sealed columns, journal rows, backups, ${flips} times each`, async (context: TestContext) => {
    const random = seeded(seed)
    const folder = mkdtempSync(join(tmpdir(), 'zayavka-damage-'))
    try {
      const platform = await open()
      const tallies = {
        files: await inFiles(platform, folder, random),
        columns: await inColumns(platform, random),
        journal: await inJournal(platform, random),
        backups: await inBackups(platform, folder, random),
      }
      const sum = (what: keyof Tally) => Object.values(tallies).reduce((total, tally) => total + tally[what], 0)
      for (const [name, { done, found, served }] of Object.entries(tallies)) {
        assert.equal(served, 0, `${name}: damaged and served as good, seed ${seed}`)
        assert.equal(found, done, `${name}: damaged and not found, seed ${seed}`)
      }
      figures(context, {
        drill: 23,
        fault: 'one bit turned over in a file, a sealed column, a journal row, a backup',
        database: platform.database.kind === 'embedded' ? 'embedded' : 'PostgreSQL',
        load: 'none',
        injected: sum('done'),
        acknowledged: sum('done'),
        lost: sum('served'),
        doubled: null,
        seed,
        note: `${sum('found')} of ${sum('done')} found`,
      })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
