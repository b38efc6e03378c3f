import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { PaymentProvider, SavedMeans } from '#server/providers/payment/port.ts'
import { insertMeans, isBeingCharged, lockMeans, type MeansRow, meansOf, readMeans, unlinkMeans } from './store.ts'

const place = (id: string) => ({ table: 'pay_means', id })

export interface KnownMeans {
  readonly id: string
  readonly title: string
}

/** Means of paying the provider keeps for somebody. Here stands what names them there, sealed; unlinked, it is gone. */
export function createMeans({ clock, clientKeys, db }: Platform, provider: Pick<PaymentProvider, 'name'>) {
  async function opened(at: Tx['db'] | typeof db, row: MeansRow): Promise<SavedMeans | null> {
    if (!row.sealed) return null
    return (await clientKeys.of(at, row.client_id)).unseal<SavedMeans>(row.sealed, place(row.id))
  }

  return {
    opened,

    async keep(tx: Tx, clientId: string, saved: SavedMeans): Promise<void> {
      const id = newId()
      const sealed = (await clientKeys.of(tx.db, clientId)).seal(saved, place(id))
      const row = {
        id,
        client_id: clientId,
        provider: provider.name,
        sealed,
        linked_at: clock.now(),
        unlinked_at: null,
      }
      await insertMeans(tx.db, row)
      tx.journal({
        event: 'means.link',
        actor: { kind: 'client', id: clientId },
        subject: { kind: 'client', id: clientId },
        data: { means: id },
      })
    },

    async list(clientId: string): Promise<KnownMeans[]> {
      const rows = await meansOf(db, clientId, provider.name)
      const titles = await Promise.all(rows.map((row) => opened(db, row)))
      return rows.map(({ id }, at) => ({ id, title: titles[at]?.title ?? '' }))
    },

    /** «•• 4477», also of one that is unlinked by now: then nothing is known of it. */
    async title(tx: Tx, id: string): Promise<string> {
      const row = await readMeans(tx.db, id)
      return (row && (await opened(tx.db, row))?.title) ?? ''
    },

    /** One’s own that may be charged, locked. */
    async own(tx: Tx, clientId: string, id: string): Promise<MeansRow> {
      const row = await lockMeans(tx.db, id)
      if (row?.client_id !== clientId || row.unlinked_at || row.provider !== provider.name) throw fail('not_found')
      return row
    },

    /** From the commit on nothing is charged with it: whoever is about to charge holds the same lock. */
    async unlink(tx: Tx, clientId: string, id: string): Promise<void> {
      const row = await lockMeans(tx.db, id)
      if (row?.client_id !== clientId) throw fail('not_found')
      if (row.unlinked_at) return
      // A call that charges it may be on its way this very moment: unlinked is said once it cannot be.
      if (await isBeingCharged(tx.db, id, clock.now())) throw fail('payment_waiting')
      await unlinkMeans(tx.db, id, clock.now())
      tx.journal({
        event: 'means.unlink',
        actor: { kind: 'client', id: clientId },
        subject: { kind: 'client', id: clientId },
        data: { means: id },
      })
    },
  }
}

export type Means = ReturnType<typeof createMeans>
