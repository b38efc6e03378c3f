import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import { secondWord, stillCounts } from '#server/platform/second-word.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { insertLink, type LinkRow, linkOf, lockLink, updateLink } from './link-store.ts'
import { accountsWith, anyRunning, areAccounts, clearCrossing, lockNames } from './store.ts'

export const accountName = (id: string) => `account ${id}`

const opposite = { joined: 'parted', parted: 'joined' } as const

/** Whether a word stands, or waits for another person of the staff. */
export interface Said {
  readonly stands: boolean
}

type LinkEvent = LinkRow['says'] | `${LinkRow['says']}Ask` | 'undo' | 'undoAsk'

/** What the staff say of accounts: one person, or two. Two of them where money of ours is out; each word can be taken back. */
export function createJoining({ clock }: Pick<Platform, 'clock'>) {
  const staffActor = (id: string) => ({ kind: 'staff' as const, id })

  const entry = (tx: Tx, what: LinkEvent, staffId: string, { one, other, id }: LinkRow) => {
    for (const account of [one, other])
      tx.journal({
        event: `person.${what}`,
        actor: staffActor(staffId),
        subject: { kind: 'client', id: account },
        data: { link: id, with: account === one ? other : one },
      })
  }

  /** Everybody of both persons, locked: two of the staff at once come one after the other. */
  async function locked(tx: Tx, ids: readonly string[]): Promise<readonly string[]> {
    await lockNames(tx.db, ids.map(accountName))
    const all = new Set<string>()
    for (const id of ids) for (const account of await accountsWith(tx.db, id)) all.add(account)
    return [...all]
  }

  async function say(tx: Tx, staffId: string, pair: readonly [string, string], says: LinkRow['says'], two: boolean) {
    const [a, b] = pair
    const now = clock.now()
    const before = await linkOf(tx.db, a, b, says)
    if (before?.state === 'standing') throw fail('state_conflict')
    if (before && two) await secondWord(tx, before.asked_by, staffId, 'clients.join')
    if (!before && two) {
      const asked = await insertLink(tx.db, a, b, { says, state: 'asked', asked_by: staffId, asked_at: now })
      entry(tx, `${says}Ask`, staffId, asked)
      return false
    }
    const against = await linkOf(tx.db, a, b, opposite[says])
    if (against) await updateLink(tx.db, against.id, { state: 'undone', undone_by: staffId, undone_at: now })
    if (before) await updateLink(tx.db, before.id, { state: 'standing', confirmed_by: staffId, settled_at: now })
    const standing =
      before ?? (await insertLink(tx.db, a, b, { says, state: 'standing', asked_by: staffId, asked_at: now }))
    entry(tx, says, staffId, standing)
    return true
  }

  return {
    /** These two accounts are one person's. */
    async join(tx: Tx, staffId: string, a: string, b: string): Promise<Said> {
      if (a === b) throw fail('bad_request')
      if (!(await areAccounts(tx.db, [a, b]))) throw fail('not_found')
      const all = await locked(tx, [a, b])
      return { stands: await say(tx, staffId, [a, b], 'joined', await anyRunning(tx.db, all)) }
    },

    /** This account is not of the person it was counted to: it is parted from every other account of theirs. */
    async part(tx: Tx, staffId: string, id: string): Promise<Said> {
      const all = await locked(tx, [id])
      const others = all.filter((account) => account !== id)
      if (others.length === 0) throw fail('state_conflict')
      const two = await anyRunning(tx.db, all)
      const stand: boolean[] = []
      for (const other of others)
        if ((await linkOf(tx.db, id, other, 'parted'))?.state !== 'standing')
          stand.push(await say(tx, staffId, [id, other], 'parted', two))
      const stands = stand.every(Boolean)
      if (stands) await clearCrossing(tx.db, [id])
      return { stands }
    },

    /** Takes back what was said: at once, or by a second person where money of ours is out. What only waits goes by one word. */
    async undo(tx: Tx, staffId: string, linkId: string): Promise<Said> {
      const link = await lockLink(tx.db, linkId)
      if (!link) throw fail('not_found')
      if (link.state === 'undone') throw fail('state_conflict')
      const all = await locked(tx, [link.one, link.other])
      const two = link.state === 'standing' && (await anyRunning(tx.db, all))
      if (two && link.undone_by === staffId) throw fail('second_person')
      if (two && (link.undone_by === null || !(await stillCounts(tx, link.undone_by, 'clients.join')))) {
        await updateLink(tx.db, link.id, { undone_by: staffId })
        entry(tx, 'undoAsk', staffId, link)
        return { stands: false }
      }
      await updateLink(tx.db, link.id, { state: 'undone', undone_by: staffId, undone_at: clock.now() })
      entry(tx, 'undo', staffId, link)
      return { stands: true }
    },
  }
}
