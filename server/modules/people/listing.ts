import type { IsoDate } from '#contract/dates.ts'
import type { Facts } from '#contract/facts.ts'
import { keysIn } from '#contract/person/keys.ts'
import type { ListedBy, OwnList } from '#contract/person/lists.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { secondWord } from '#server/platform/second-word.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Learning } from './learning.ts'
import {
  type EntryRow,
  insertEntries,
  listsOf,
  listsOfAccounts,
  lockEntry,
  ownEntries,
  updateEntry,
} from './list-store.ts'
import { listKey } from './listKey.ts'
import { accountsWith } from './store.ts'

export const entryPlace = (id: string) => ({ table: 'list_entry', id })

/** What an entry says, sealed: the key as it is compared, as it was typed, and why. */
interface Said {
  readonly value: string
  readonly typed: string
  readonly reason: string
}

export interface NewEntry {
  readonly list: OwnList
  readonly by: ListedBy
  readonly value: string
  readonly birthDate?: string | undefined
  readonly reason: string
  readonly until?: string | undefined
}

/** The lender's own lists. Onto the black one and off any of them somebody comes by the word of two of the staff. */
export function createListing(
  { db, sealing, clock }: Pick<Platform, 'db' | 'sealing' | 'clock'>,
  { blindsOf }: Pick<Learning, 'blindsOf'>,
  today: () => IsoDate,
) {
  const entry = (
    tx: Tx,
    what: 'add' | 'addAsk' | 'remove' | 'removeAsk' | 'keep',
    staffId: string,
    row: Pick<EntryRow, 'id' | 'list' | 'kind'>,
  ) =>
    tx.journal({
      event: `list.${what}`,
      actor: { kind: 'staff', id: staffId },
      subject: { kind: 'list', id: row.list },
      data: { entry: row.id, kind: row.kind },
    })

  return {
    /** Lists a person is on: by any account of theirs, and by what a request says. */
    async listed(clientId: string, facts: Facts): Promise<OwnList[]> {
      const keys = keysIn(facts).map(([kind, value]) => ({ kind, blinds: blindsOf(kind, value) }))
      const found = [
        ...(await listsOf(db, keys, today())),
        ...(await listsOfAccounts(db, await accountsWith(db, clientId), today())),
      ]
      return [...new Set(found)].sort()
    },

    /** Puts somebody on a list. Answers whether it stands, or waits for another person. */
    async list(tx: Tx, staffId: string, given: NewEntry): Promise<{ stands: boolean }> {
      const { kind, value } = listKey(given)
      if (given.until && given.until < today())
        throw fail('invalid_answers', { issues: [{ field: 'until', message: 'Этот день уже прошёл' }] })
      const stands = given.list !== 'black'
      const id = newId()
      const said: Said = { value, typed: given.value.trim(), reason: given.reason.trim() }
      const row: EntryRow = {
        id,
        list: given.list,
        file_id: null,
        line: null,
        kind,
        blind: blindsOf(kind, value)[0] ?? '',
        sealed: sealing.seal(said, entryPlace(id)),
        state: stands ? 'standing' : 'asked',
        author: staffId,
        at: clock.now(),
        second: null,
        remover: null,
        until: given.until ?? null,
      }
      await insertEntries(tx.db, [row])
      entry(tx, stands ? 'add' : 'addAsk', staffId, row)
      return { stands }
    },

    /** The second word: for an entry that waits, or for its removal. */
    async confirmEntry(tx: Tx, staffId: string, id: string): Promise<void> {
      const row = await lockEntry(tx.db, id)
      if (!row || row.list === 'screening') throw fail('not_found')
      if (row.state === 'asked') {
        await secondWord(tx, row.author, staffId, 'lists.manage')
        await updateEntry(tx.db, id, { state: 'standing', second: staffId })
        return entry(tx, 'add', staffId, row)
      }
      if (row.state !== 'removeAsked') throw fail('state_conflict')
      await secondWord(tx, row.remover ?? '', staffId, 'lists.manage')
      await updateEntry(tx.db, id, { state: 'removed', second: staffId })
      entry(tx, 'remove', staffId, row)
    },

    /** Asks for a removal; what never stood goes at once, and a removal asked for by mistake is taken back by asking again. */
    async removeEntry(tx: Tx, staffId: string, id: string): Promise<void> {
      const row = await lockEntry(tx.db, id)
      if (!row || row.list === 'screening') throw fail('not_found')
      if (row.state === 'removed') throw fail('state_conflict')
      const state = row.state === 'asked' ? 'removed' : row.state === 'removeAsked' ? 'standing' : 'removeAsked'
      await updateEntry(tx.db, id, { state, remover: state === 'standing' ? null : staffId })
      entry(tx, state === 'removed' ? 'remove' : state === 'removeAsked' ? 'removeAsk' : 'keep', staffId, row)
    },

    /** The staff's own entries, newest first, opened. */
    async entries(after: { at: Date; id: string } | null, limit: number) {
      return (await ownEntries(db, after, limit)).map((row) => ({
        ...row,
        ...sealing.unseal<Said>(row.sealed, entryPlace(row.id)),
      }))
    },
  }
}
