import { retireKeys } from '#server/platform/known-keys.ts'
import type { Platform } from '#server/platform/platform.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import { UnsealError } from '#server/platform/sealing.ts'
import type { FileStore } from '#server/providers/files/port.ts'
import { indexAnew } from './blind-indexes.ts'
import type { Say } from './control.ts'
import { fileIsThere, replaceValue, type SealedRow, staleValues, storedFilesAfter } from './rotation-store.ts'
import { type SealedColumn, sealedColumns } from './sealed-columns.ts'

type Parts = Pick<Platform, 'db' | 'keys' | 'sealing' | 'clientKeys' | 'clock' | 'transact'> & {
  readonly files: FileStore
  /** How surnames are looked up. */
  readonly surnameKey: (surname: string) => string
}

/** What could not be opened, by what it is of. */
type Unopened = Map<string, number>

const again = 3

async function sealColumn(parts: Parts, column: SealedColumn, unopened: Unopened): Promise<number> {
  const { db, keys, sealing, clientKeys } = parts
  let sealed = 0
  let last: SealedRow | null = null
  for (;;) {
    const rows: SealedRow[] = await staleValues(db, column, keys.current.id, last)
    for (const row of rows) {
      const place = column.place(row.keys)
      try {
        const right = row.owner ? await clientKeys.of(db, row.owner) : sealing
        if (await replaceValue(db, column, row, right.seal(right.unseal(row.sealed, place), place))) sealed += 1
      } catch (error) {
        if (!(error instanceof UnsealError)) throw error
        unopened.set(column.table, (unopened.get(column.table) ?? 0) + 1)
      }
    }
    last = rows.at(-1) ?? null
    if (!last) return sealed
  }
}

/** Files go over to their client's own key: once, for the keys of clients are sealed by APP_KEY and need no change of files. */
async function sealFiles({ db, clientKeys, files }: Parts, unopened: Unopened): Promise<number> {
  let sealed = 0
  for (let last = ''; ; ) {
    const rows = await storedFilesAfter(db, last)
    for (const { id, client_id, stored_size } of rows) {
      const right = await clientKeys.of(db, client_id)
      try {
        if (right.isCurrent(await files.read(id, 0, 5))) continue
        const bytes = await right.files.open(id, stored_size, 0, stored_size, (from, to) => files.read(id, from, to))
        await files.write(id, await right.files.seal(id, bytes))
        sealed += 1
        // Taken away between reading and writing: it must not come back.
        if (!(await fileIsThere(db, id))) await files.remove(id)
      } catch {
        if (await fileIsThere(db, id)) unopened.set('evidence', (unopened.get('evidence') ?? 0) + 1)
      }
    }
    const end = rows.at(-1)
    if (!end) return sealed
    last = end.id
  }
}

async function pass(parts: Parts, unopened: Unopened): Promise<number> {
  let sealed = 0
  for (const column of sealedColumns) sealed += await sealColumn(parts, column, unopened)
  return sealed + (await sealFiles(parts, unopened))
}

/**
 * Seals everything anew with APP_KEY, what belongs to clients with their own keys, while servers run; every server must
 * have the new APP_KEY by now. Goes on where it was interrupted. Throws StartRefused, naming what no key opens.
 */
export async function rotate(parts: Parts, say: Say): Promise<void> {
  const { keys, clock, transact } = parts
  const started = performance.now()
  let sealed = 0
  for (let turn = 1; turn <= again; turn += 1) {
    const unopened: Unopened = new Map()
    const now = await pass(parts, unopened)
    sealed += now
    if (unopened.size > 0) {
      const what = [...unopened].map(([table, count]) => `${count} of ${table}`).join(', ')
      throw new StartRefused(
        `${sealed} values sealed anew, but no key here opens ${what}: add the key they were sealed with to APP_KEY_OLD`,
      )
    }
    if (now === 0) break
    say(`${now} values sealed anew`)
  }
  const indexed = await indexAnew(parts, parts.surnameKey)
  const retired = await transact(async (tx) => {
    const count = await retireKeys(tx.db, keys, clock.now())
    tx.journal({
      event: 'keys.rotate',
      actor: { kind: 'system', id: 'rotate-keys' },
      subject: { kind: 'key', id: keys.current.id.toString('hex') },
      data: { sealed, indexed, retired: count },
    })
    return count
  })
  say(
    `${sealed} values, ${indexed} indexes in ${Math.round(performance.now() - started)} ms; ${retired} earlier keys retired`,
  )
  say('APP_KEY_OLD may be emptied; backups made before still need the earlier key')
}
