import { createHash } from 'node:crypto'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type EntryRow, insertEntries, insertSeries, replaceFile } from './list-store.ts'
import { type Column, type ReadFile, readList } from './listFile.ts'
import { entryPlace } from './listing.ts'
import { type ReadPassports, readPassports } from './passportFile.ts'

const batch = 500

interface Loaded {
  readonly file: ReadFile
  readonly sha256: string
  readonly taken: boolean
}

/** Loads a list the law has people compared with, whole or not at all: a line that cannot be read keeps the former file in force. */
export async function loadList(
  { clock, sealing, transact }: Pick<Platform, 'clock' | 'sealing' | 'transact'>,
  name: string,
  bytes: Uint8Array,
  titles: Readonly<Partial<Record<Column, string>>>,
  list: 'screening' | 'fincert' = 'screening',
): Promise<Loaded> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const file = readList(bytes, titles)
  if (file.problems.length > 0 || file.lines.length === 0) return { file, sha256, taken: false }
  const fileId = newId()
  const now = clock.now()
  await transact(async (tx) => {
    const known = { id: fileId, name, kind: list, sha256, entries: file.lines.length, loaded_at: now }
    await replaceFile(tx.db, { ...known, replaced_at: null, screened_at: null })
    const rows = file.lines.flatMap(({ line, keys }) =>
      keys.map(([kind, value]): EntryRow => {
        const id = newId()
        const sealed = sealing.seal({ value }, entryPlace(id))
        const blind = sealing.index(`person ${kind}`, value).toString('hex')
        const unasked = { second: null, remover: null, until: null }
        const standing = { state: 'standing', author: 'file', at: now } as const
        return { id, list, file_id: fileId, line, kind, blind, sealed, ...standing, ...unasked }
      }),
    )
    for (let at = 0; at < rows.length; at += batch) await insertEntries(tx.db, rows.slice(at, at + batch))
    tx.journal({
      event: 'list.load',
      actor: { kind: 'system', id: 'load-list' },
      subject: { kind: 'list', id: name },
      data: { file: fileId, sha256, entries: file.lines.length },
    })
  })
  return { file, sha256, taken: true }
}

/** Loads the list of passports that are not valid in the place of the one of its name. Lines that are no passport are told of; a file without any is not taken. */
export async function loadPassports(
  { clock, transact }: Pick<Platform, 'clock' | 'transact'>,
  name: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<Omit<ReadPassports, 'series'> & { readonly taken: boolean }> {
  const { series, ...read } = await readPassports(chunks)
  if (read.entries === 0) return { ...read, taken: false }
  const id = newId()
  const { entries, sha256 } = read
  await transact(async (tx) => {
    const known = { id, name, kind: 'invalidPassports', sha256, entries, loaded_at: clock.now() } as const
    await replaceFile(tx.db, { ...known, replaced_at: null, screened_at: null })
    for (const [key, bits] of series) await insertSeries(tx.db, { file_id: id, series: key, bits })
    tx.journal({
      event: 'list.load',
      actor: { kind: 'system', id: 'load-list' },
      subject: { kind: 'list', id: name },
      data: { file: id, sha256, entries },
    })
  })
  return { ...read, taken: true }
}
