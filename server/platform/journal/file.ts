import { canonicalJson } from '../canonical.ts'
import { csvLine, csvStart } from '../csv.ts'
import { hex, type JournalHead, type JournalRow } from './chain.ts'
import type { Seal } from './seals.ts'
import { type Checkpoint, type JournalVerdict, openWalk } from './walk.ts'

const kind = 'zayavka-journal'

const columns = [
  'shard',
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

const sealColumns = ['number', 'at', 'prev_hash', 'hash', 'heads'] as const

/** Dates and bytes as text. */
const plain = <Row extends { at: Date; prev_hash: Uint8Array; hash: Uint8Array }>(row: Row) => ({
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

/**
 * The journal as lines of JSON: first what the file is and where its chains end, then the seals, then the entries, chain by chain.
 * `verifyJournalFile` checks it anywhere.
 */
export const jsonLines = {
  start: (heads: readonly JournalHead[], { id, by, at }: JournalExport) => {
    const ends = heads.map(({ shard, genesis, count, hash }) => ({
      shard,
      genesis: hex(genesis),
      count,
      hash: hex(hash),
    }))
    return `${canonicalJson({ kind, export: id, by, at: at.toISOString(), heads: ends })}\n`
  },
  seal: ({ number, at, prev_hash, hash, heads }: Seal) =>
    `${canonicalJson({ ...plain({ at, prev_hash, hash }), number, heads })}\n`,
  line: (row: JournalRow) => `${canonicalJson(plain(row))}\n`,
}

/** The entries as a table; every line carries the number of the export. */
export const csvLines = {
  start: () => csvStart + csvLine([...columns, 'export']),
  line: (row: JournalRow, { id }: JournalExport) => {
    const cells = plain(row)
    return csvLine([...columns.map((name) => (name === 'data' ? canonicalJson(row.data) : cells[name])), id])
  },
}

type Line = Record<string, unknown>

function read(line: string): Line | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Line) : null
  } catch {
    return null
  }
}

const bytes = (text: unknown) => Buffer.from(String(text), 'hex')

/** A line with these columns, its moment and its bytes as they were before `plain`. */
function asRow<Row>(line: Line | null, names: readonly string[]): Row | null {
  if (!line || names.some((name) => !(name in line)) || Number.isNaN(Date.parse(String(line.at)))) return null
  return { ...line, at: new Date(String(line.at)), prev_hash: bytes(line.prev_hash), hash: bytes(line.hash) } as Row
}

interface Start {
  readonly kind: string
  readonly heads: readonly { shard: number; genesis: string; count: number; hash: string }[]
}

/** Checks the chains and seals of a file of lines of JSON, without the database or its key. Names the first bad place. */
export async function verifyJournalFile(
  lines: AsyncIterable<string>,
  checkpoint?: Checkpoint,
): Promise<JournalVerdict> {
  let walk: ReturnType<typeof openWalk> | null = null
  const not = (reason: string): JournalVerdict => ({ ok: false, entries: 0, bad: {}, reason })
  let number = 0
  for await (const text of lines) {
    number += 1
    const line = read(text)
    if (!walk) {
      const start = line as Start | null
      if (start?.kind !== kind || !Array.isArray(start.heads))
        return not('this is not an export of the journal as lines of JSON')
      walk = openWalk(
        start.heads.map((head) => ({ ...head, genesis: bytes(head.genesis), hash: bytes(head.hash) })),
        checkpoint,
      )
      continue
    }
    const row = asRow<JournalRow>(line, columns)
    const seal = row ? null : asRow<Seal>(line, sealColumns)
    if (!row && !seal) return walk.broken({}, `line ${number} of the file cannot be read`)
    const broken = row ? walk.entry(row) : seal && walk.seal(seal)
    if (broken) return broken
  }
  return walk?.end() ?? not('the file is empty')
}
