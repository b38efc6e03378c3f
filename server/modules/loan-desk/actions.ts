import { hasRight, type RightsHolder, type StaffRight } from '#contract/roles.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { secondWord } from '#server/platform/second-word.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { type ActionRow, askAction, doneAction, lockAction, openActions } from './store.ts'

export interface Asking {
  readonly kind: 'void' | 'place' | 'refund' | 'lift'
  readonly subject: string
  /** What exactly is to be done. */
  readonly choice: string
  readonly reason: string
  readonly staffId: string
}

const place = (id: string) => ({ table: 'loan_action', id })

function journal(
  tx: Tx,
  event: 'ask' | 'confirm' | 'drop',
  staffId: string,
  { id, kind, subject, choice }: ActionRow,
): void {
  const said = { actor: { kind: 'staff', id: staffId }, data: { choice, action: id } } as const
  if (kind === 'lift') tx.journal({ ...said, event: `contact.${event}Lift`, subject: { kind: 'client', id: subject } })
  else tx.journal({ ...said, event: `action.${event}`, subject: { kind: 'payment', id: subject } })
}

/** What both of the two need. */
const rightFor = (kind: string): StaffRight => (kind === 'lift' ? 'contacts.stop' : 'money.manage')

/** What takes two of the staff: one asks with a reason, another one confirms exactly that. */
export function createActions({ clock, db, sealing }: Pick<Platform, 'clock' | 'db' | 'sealing'>) {
  return {
    /** Answers whether it is to be done now. Throws `second_person` for the one who asked, `state_conflict` when something else was asked for. */
    async ask(tx: Tx, { kind, subject, choice, reason, staffId }: Asking): Promise<boolean> {
      if (!reason.trim()) throw fail('bad_request', { issues: [{ field: 'reason', message: 'Напишите, почему' }] })
      const id = newId()
      const asked = { id, kind, subject, choice, asked_by: staffId, asked_at: clock.now() }
      const row = { ...asked, sealed: sealing.seal(reason, place(id)), done_by: null, done_at: null }
      const open = await askAction(tx.db, row)
      if (open.id === id) {
        journal(tx, 'ask', staffId, open)
        return false
      }
      if (open.asked_by !== staffId && open.choice !== choice) throw fail('state_conflict')
      await secondWord(tx, open.asked_by, staffId, rightFor(kind))
      await doneAction(tx.db, open.id, staffId, clock.now())
      journal(tx, 'confirm', staffId, open)
      return true
    },

    /** What waits is wanted no more: one word is enough, nothing has been done by it. */
    async drop(tx: Tx, id: string, staff: RightsHolder & { id: string }): Promise<void> {
      const open = await lockAction(tx.db, id)
      if (!open) throw fail('not_found')
      if (!hasRight(staff, rightFor(open.kind))) throw fail('forbidden')
      await doneAction(tx.db, id, staff.id, clock.now())
      journal(tx, 'drop', staff.id, open)
    },

    open: (kind: Asking['kind'], subjects: readonly string[]) => openActions(db, kind, subjects),
    reasonOf: (row: ActionRow) => sealing.unseal<string>(row.sealed, place(row.id)),
  }
}
