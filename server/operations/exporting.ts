import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseDate } from '#contract/dateReading.ts'
import type { IsoDate } from '#contract/dates.ts'
import { instantInZone } from '#contract/zones.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import { readLender } from '../lender.ts'
import type { Say } from './control.ts'
import { type ExportRow, exportPage } from './export-store.ts'
import { dictionaryOf, type ExportTable, exportTables } from './export-tables.ts'

export interface ExportAsked {
  /** A new folder. */
  readonly folder: string
  readonly since: string
  readonly personal: boolean
  readonly reason: string
}

const page = 500
/** Between two pages: a server of the same database answers its callers. */
const breathMs = 5

type Values = Readonly<Record<string, unknown>>

/** Opens what is inside the sealed columns of a page's rows; nothing once its key was destroyed. */
async function opening({ clientKeys, db }: Platform, { table, sealed }: ExportTable, rows: readonly ExportRow[]) {
  if (!sealed) return () => ({})
  const clients = new Set(rows.flatMap((row) => (row.sealed_value ? String(row.sealed_client) : [])))
  const keyOf = await clientKeys.readers(db, [...clients])
  return (row: ExportRow): Values => {
    const bytes = row.sealed_value as Uint8Array | null
    const place = { table, id: String(row.key_0), ...(sealed.place === 'column' && { column: sealed.column }) }
    return (bytes && keyOf(String(row.sealed_client))?.unseal<Values>(bytes, place)) ?? {}
  }
}

/** The columns of the dictionary and no other, in its order, a line a row. */
async function linesOf(platform: Platform, table: ExportTable, personal: boolean, rows: readonly ExportRow[]) {
  const wanted = Object.entries(table.columns).filter(([, column]) => personal || !column.personal)
  const sealed = wanted.some(([, column]) => column.sealed)
  const inside = sealed && rows.length > 0 ? await opening(platform, table, rows) : () => ({})
  return rows.map((row) => {
    const values: Values = inside(row)
    const cells = wanted.map(([name, column]) => [name, (column.sealed ? values[name] : row[name]) ?? null] as const)
    return `${JSON.stringify(Object.fromEntries(cells))}\n`
  })
}

function checked(platform: Platform, { folder, since, personal, reason }: ExportAsked) {
  const day = parseDate(since)
  if (!day) throw new StartRefused(`--since ${since} is not a day: write 2026-03-01`)
  if (personal && reason.trim().length < 5)
    throw new StartRefused('--with-personal needs --reason: who gets the personal data, and what for')
  if (!personal && reason) throw new StartRefused('--reason belongs to --with-personal')
  if (existsSync(folder)) throw new StartRefused(`${folder} is there already: name a new folder for each export`)
  const { config, clock } = platform
  const { lender } = readLender(config.lenderConfig, clock, config.dataDir)
  return { day, from: instantInZone(day, 0, lender.zone) }
}

/**
 * What has come or changed since a day, as NDJSON by table with a dictionary, into a new folder. One row after another is in memory; each page is a
 * question of its own, so that it may run beside the servers: what changes meanwhile is in this export or in the next. Throws StartRefused.
 */
export async function exportData(platform: Platform, asked: ExportAsked, say: Say): Promise<boolean> {
  const { folder, personal, reason } = asked
  const { day, from } = checked(platform, asked)
  // Before anything is read: what is in the journal may not have been written, what was written is in the journal.
  await platform.transact(async (tx) =>
    tx.journal({
      event: 'data.export',
      actor: { kind: 'system', id: 'export' },
      subject: { kind: 'export', id: newId() },
      data: { since: day, personal, ...(personal && { reason: reason.trim().slice(0, 500) }) },
    }),
  )
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const tables: { table: string; rows: number; sha256: string }[] = []
  for (const table of exportTables) {
    const written = await writeTable(platform, table, { folder, personal, since: sinceOf(table, day, from) })
    tables.push({ table: table.name, ...written })
    say(`${table.name}: ${written.rows} rows`)
  }
  const put = (name: string, content: unknown) =>
    writeFileSync(join(folder, name), `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  put('dictionary.json', dictionaryOf(exportTables, personal))
  put('manifest.json', { since: day, at: platform.clock.now().toISOString(), personal, tables })
  say(`Written to ${folder}`)
  return true
}

/** Months are compared as they are written. */
const sinceOf = ({ days }: ExportTable, day: IsoDate, from: Date): Date | string => (days ? day.slice(0, 7) : from)

interface Target {
  readonly folder: string
  readonly personal: boolean
  readonly since: Date | string
}

async function writeTable(platform: Platform, table: ExportTable, { folder, personal, since }: Target) {
  const hash = createHash('sha256')
  let rows = 0
  async function* lines() {
    for (let after: readonly unknown[] | null = null; ; ) {
      const found: ExportRow[] = await exportPage(platform.db, table, since, after, page)
      for (const line of await linesOf(platform, table, personal, found)) {
        hash.update(line)
        rows += 1
        yield line
      }
      const last = found.at(-1)
      if (!last || found.length < page) return
      after = table.keys.map((_, at) => last[`key_${at}`])
      await sleep(breathMs)
    }
  }
  const out = createWriteStream(join(folder, `${table.name}.ndjson`), { mode: 0o600, flags: 'wx' })
  await pipeline(Readable.from(lines()), out)
  return { rows, sha256: hash.digest('hex') }
}
