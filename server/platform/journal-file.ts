import { canonicalJson } from './canonical.ts'
import { csvLine, csvStart } from './csv.ts'
import type { JournalHead, JournalRow } from './journal.ts'
import { type Checkpoint, faultOf, type JournalVerdict } from './journal-verification.ts'

const kind = 'zayavka-journal'
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

const columns = [
  'seq',
  'id',
  'at',
  'actor_kind',
  'actor_id',
  'event',
  'subject_kind',
  'subject_id',
  'data',
  'trace_id',
  'prev_hash',
  'hash',
] as const

const plain = (row: JournalRow) => ({
  ...row,
  at: row.at.toISOString(),
  prev_hash: hex(row.prev_hash),
  hash: hex(row.hash),
})

/** Who took the journal out, and as what. */
export interface JournalExport {
  readonly id: string
  readonly by: string
  readonly at: Date
}

/** The journal as lines of JSON: first what the file is, then each entry. `verifyJournalFile` checks it anywhere. */
export const jsonLines = {
  start: ({ genesis, count, hash }: JournalHead, { id, by, at }: JournalExport) =>
    `${canonicalJson({ kind, export: id, by, at: at.toISOString(), genesis: hex(genesis), count, head: hex(hash) })}\n`,
  line: (row: JournalRow) => `${canonicalJson(plain(row))}\n`,
}

/** The journal as a table; every line carries the number of the export. */
export const csvLines = {
  start: () => csvStart + csvLine([...columns, 'export']),
  line: (row: JournalRow, { id }: JournalExport) => {
    const cells = plain(row)
    return csvLine([...columns.map((name) => (name === 'data' ? canonicalJson(row.data) : cells[name])), id])
  },
}

interface Start {
  readonly kind: string
  readonly genesis: string
  readonly count: number
  readonly head: string
}

function read(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function rowOf(line: string): JournalRow | null {
  const value = read(line)
  if (!value || columns.some((name) => !(name in value)) || Number.isNaN(Date.parse(String(value.at)))) return null
  const { at, prev_hash, hash } = value as Record<string, string>
  return {
    ...(value as unknown as JournalRow),
    at: new Date(at ?? ''),
    prev_hash: Buffer.from(prev_hash ?? '', 'hex'),
    hash: Buffer.from(hash ?? '', 'hex'),
  }
}

/** Checks the chain of a file of lines of JSON, without the database or its key. Names the first bad entry. */
export async function verifyJournalFile(
  lines: AsyncIterable<string>,
  checkpoint?: Checkpoint,
): Promise<JournalVerdict> {
  let start: Start | null = null
  let entries = 0
  let prev: Uint8Array = Buffer.alloc(0)
  const bad = (badSeq: number | null, reason: string): JournalVerdict => ({ ok: false, entries, badSeq, reason })
  for await (const line of lines) {
    if (!start) {
      start = read(line) as Start | null
      if (start?.kind !== kind) return bad(null, 'this is not an export of the journal as lines of JSON')
      prev = Buffer.from(start.genesis, 'hex')
      continue
    }
    const row = rowOf(line)
    if (!row) return bad(entries + 1, 'the line cannot be read')
    const fault = faultOf(row, { seq: entries + 1, prev })
    if (fault) return bad(Math.min(row.seq, entries + 1), fault)
    entries += 1
    prev = row.hash
    if (checkpoint?.count === entries && checkpoint.hash !== hex(row.hash))
      return bad(entries, 'the entry differs from the checkpoint noted outside')
  }
  if (!start) return bad(null, 'the file is empty')
  if (entries < start.count) return bad(entries + 1, `the last ${start.count - entries} entries are missing`)
  if (entries > start.count) return bad(start.count + 1, 'entries were added past the head')
  if (hex(prev) !== start.head) return bad(entries, 'the last entry is not the one the head names')
  if (checkpoint && checkpoint.count > entries) return bad(entries + 1, 'the file is shorter than the checkpoint')
  return { ok: true, entries, head: hex(prev) }
}
