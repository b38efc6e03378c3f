import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { openBriefMemory } from './brief-memory.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import { fail } from './failure.ts'
import { type FileSealing, openFileSealing } from './files.ts'
import { type KeyRing, openGeneration } from './keys.ts'
import { openPartialSealing, type PartialSealing } from './partial-files.ts'
import { openSealing, type Sealing } from './sealing.ts'
import { Secret } from './secret.ts'
import type { Tx } from './transaction.ts'
import { presentTransaction } from './transaction-guard.ts'

interface Row {
  client_id: string
  /** Names the key inside what it sealed. */
  key_id: Uint8Array | null
  sealed: Uint8Array | null
  created_at: Date
  shredded_at: Date | null
}

type Tables = { client_key: Row }

/** Seals and opens what belongs to one client; opens what was sealed by APP_KEY before they had a key. */
export type ClientSealing = Pick<Sealing, 'seal' | 'unseal' | 'isCurrent'> & {
  readonly files: FileSealing
  readonly partials: PartialSealing
}

export interface ClientKeys {
  /** The client's own key, made at its first use. Inside a transaction, give its `db`. `not_found` once it was destroyed. */
  of(db: Kysely<unknown>, clientId: string): Promise<ClientSealing>
  /** The keys of several clients at once. */
  ofMany(db: Kysely<unknown>, clientIds: readonly string[]): Promise<(clientId: string) => ClientSealing>
  /** To read much once: of those whose key was not destroyed. Makes no key, and remembers none in the place of those in use. */
  readers(
    db: Kysely<unknown>,
    clientIds: readonly string[],
  ): Promise<(clientId: string) => Pick<Sealing, 'unseal'> | undefined>
  /** Destroys the key: everything sealed with it is lost for good, here and in every backup. */
  shred(tx: Pick<Tx, 'db' | 'notify' | 'afterCommit'>, clientId: string): Promise<void>
}

const place = (clientId: string) => ({ table: 'client_key', id: clientId })
const channel = 'client_key_shredded'

const lifeMs = 300_000

function sealingOf(key: string, appKeys: KeyRing): ClientSealing {
  const current = openGeneration(new Secret(key))
  const ring = { current, all: [current, ...appKeys.all] }
  const { seal, unseal, isCurrent } = openSealing(ring)
  return { seal, unseal, isCurrent, files: openFileSealing(ring), partials: openPartialSealing(ring) }
}

/** A key for each client, so that one person's data can be made unreadable everywhere at once (crypto-shredding). */
export async function openClientKeys(parts: {
  database: Database
  keys: KeyRing
  clock: Clock
}): Promise<ClientKeys & { close(): Promise<void> }> {
  const { database, keys, clock } = parts
  const sealing = openSealing(keys)
  const known = openBriefMemory<ClientSealing>({ clock, lifeMs, most: 10_000 })
  const stop = await database.listen(channel, {
    onMessage: (clientId) => known.forget(clientId),
    onGap: () => known.forgetAll(),
  })

  /** Transactions that made a key: what they read may be undone with them, and is not remembered. */
  const making = new WeakSet<object>()

  function made(clientId: string): Row {
    const key = randomBytes(32).toString('base64url')
    const key_id = openGeneration(new Secret(key)).id
    const sealed = sealing.seal(key, place(clientId))
    return { client_id: clientId, key_id, sealed, created_at: clock.now(), shredded_at: null }
  }

  async function make(db: Kysely<Tables>, clientIds: readonly string[]): Promise<void> {
    const transaction = presentTransaction()
    if (transaction) making.add(transaction)
    await db
      .insertInto('client_key')
      .values(clientIds.map(made))
      .onConflict((conflict) => conflict.column('client_id').doNothing())
      .execute()
  }

  const readAll = (db: Kysely<Tables>, clientIds: readonly string[]) =>
    db.selectFrom('client_key').selectAll().where('client_id', 'in', clientIds).execute()
  const read = (db: Kysely<Tables>, clientId: string) =>
    db.selectFrom('client_key').selectAll().where('client_id', '=', clientId).executeTakeFirst()

  /** Opens a row read since `mark`; remembers its key if the row stands. */
  function opened(db: Kysely<unknown>, row: Row | undefined, mark: number): ClientSealing {
    if (!row?.sealed) throw fail('not_found')
    const { client_id } = row
    const open = sealingOf(sealing.unseal<string>(row.sealed, place(client_id)), keys)
    const transaction = presentTransaction()
    if (transaction ? !making.has(transaction) : !db.isTransaction) known.keep(client_id, open, mark)
    return open
  }

  async function of(outer: Kysely<unknown>, clientId: string): Promise<ClientSealing> {
    const db = outer.$extendTables<Tables>()
    const remembered = known.peek(clientId)
    if (remembered) return remembered
    const mark = known.mark()
    const found = await read(db, clientId)
    if (!found) await make(db, [clientId])
    return opened(outer, found ?? (await read(db, clientId)), mark)
  }

  return {
    of,

    async ofMany(outer, clientIds) {
      const db = outer.$extendTables<Tables>()
      const unknown = clientIds.filter((id) => !known.peek(id))
      const mark = known.mark()
      const rows = unknown.length === 0 ? [] : await readAll(db, unknown)
      const without = unknown.filter((id) => !rows.some(({ client_id }) => client_id === id))
      if (without.length > 0) await make(db, without)
      const all = new Map<string, ClientSealing>()
      for (const id of clientIds) {
        const row = rows.find(({ client_id }) => client_id === id)
        all.set(id, row ? opened(outer, row, mark) : await of(outer, id))
      }
      return (id) => all.get(id)!
    },

    async readers(outer, clientIds) {
      const rows = clientIds.length === 0 ? [] : await readAll(outer.$extendTables<Tables>(), clientIds)
      const found = new Map(rows.map((row) => [row.client_id, row.sealed] as const))
      return (id) => {
        const sealed = found.get(id)
        // Without a key of their own, all of theirs is sealed by APP_KEY.
        if (sealed === undefined) return sealing
        return sealed ? sealingOf(sealing.unseal<string>(sealed, place(id)), keys) : undefined
      }
    },

    async shred(tx, clientId) {
      await tx.db
        .$extendTables<Tables>()
        .updateTable('client_key')
        .set({ sealed: null, key_id: null, shredded_at: clock.now() })
        .where('client_id', '=', clientId)
        .execute()
      tx.notify(channel, clientId)
      tx.afterCommit(() => known.forget(clientId))
    },

    close: stop,
  }
}
