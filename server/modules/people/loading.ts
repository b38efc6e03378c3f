import { createHash } from 'node:crypto'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type EntryRow, insertEntries, replaceFile } from './list-store.ts'
import { type Column, type ReadFile, readList } from './listFile.ts'
import { entryPlace } from './listing.ts'

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
): Promise<Loaded> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const file = readList(bytes, titles)
  if (file.problems.length > 0 || file.lines.length === 0) return { file, sha256, taken: false }
  const fileId = newId()
  const now = clock.now()
  await transact(async (tx) => {
    const known = { id: fileId, name, sha256, entries: file.lines.length, loaded_at: now }
    await replaceFile(tx.db, { ...known, replaced_at: null, screened_at: null })
    const rows = file.lines.flatMap(({ line, keys }) =>
      keys.map(([kind, value]): EntryRow => {
        const id = newId()
        const sealed = sealing.seal({ value }, entryPlace(id))
        const blind = sealing.index(`person ${kind}`, value).toString('hex')
        const unasked = { second: null, remover: null, until: null }
        const standing = { state: 'standing', author: 'file', at: now } as const
        return { id, list: 'screening', file_id: fileId, line, kind, blind, sealed, ...standing, ...unasked }
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
