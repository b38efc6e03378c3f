import type { NamedActor } from '#contract/journal.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { resetCredentials } from './credentials.ts'
import { type GrantKind, insertGrant, lockGrant, openGrantOf, openGrants, settleGrant } from './grant-store.ts'
import type { Roles } from './roles.ts'
import { lockAllStaff, type StaffRow, updateStaff } from './store.ts'

/**
 * Four eyes on rights: what one of those who manage the staff gives takes effect when another one confirms it. Where there is
 * one alone there is nobody to ask; what is taken away takes effect at once.
 */
export function createGrants(platform: Pick<Platform, 'db' | 'clock' | 'random' | 'sealing'>, roles: Roles) {
  const { db, clock } = platform
  const manages = ({ role, disabled }: StaffRow) => roles.allows(role, 'staff.manage') && !disabled

  async function settle(tx: Tx, id: string, by: string, outcome: 'confirmed' | 'declined') {
    await settleGrant(tx.db, id, by, clock.now(), outcome)
  }

  return {
    open: () => openGrants(db),

    /** Whether somebody else has to confirm what this member of the staff gives to another. */
    needsSecond: (all: readonly StaffRow[], actor: NamedActor, staffId: string): boolean =>
      actor.kind === 'staff' && all.some((row) => manages(row) && row.id !== actor.id && row.id !== staffId),

    /** Asks for a right. Throws `state_conflict` while the same member waits for another one. */
    async ask(tx: Tx, kind: GrantKind, staffId: string, role: string, actor: NamedActor): Promise<void> {
      const id = newId()
      const row = { id, staff_id: staffId, kind, role, asked_by: actor.id, asked_at: clock.now() }
      if (!(await insertGrant(tx.db, { ...row, decided_by: null, decided_at: null, outcome: null })))
        throw fail('state_conflict')
      tx.journal({
        event: 'staff.grantAsk',
        actor,
        subject: { kind: 'staff', id: staffId },
        data: { grant: id, kind, role },
      })
    },

    /** Nothing is to be given any more: the account is cut off or lowered. */
    async drop(tx: Tx, staffId: string, actor: NamedActor): Promise<void> {
      const open = await openGrantOf(tx.db, staffId)
      if (open) await settle(tx, open.id, actor.id, 'declined')
    },

    /**
     * Confirms exactly what was asked for, or declines it. Throws `second_person` when the one who asked, or the one who
     * is to get the right, confirms; `state_conflict` when the asker may not give rights any more.
     */
    async decide(tx: Tx, id: string, yes: boolean, actor: NamedActor): Promise<void> {
      const all = await lockAllStaff(tx.db)
      const grant = await lockGrant(tx.db, id)
      if (!grant) throw fail('not_found')
      const { staff_id, kind, role, asked_by } = grant
      if (yes) {
        if (actor.id === asked_by || actor.id === staff_id) throw fail('second_person')
        const asker = all.find((row) => row.id === asked_by)
        if (!asker || !manages(asker)) throw fail('state_conflict')
        if (kind === 'reset') await resetCredentials(tx, staff_id, platform)
        else await updateStaff(tx.db, staff_id, kind === 'role' ? { role } : { role, disabled: false })
      }
      await settle(tx, id, actor.id, yes ? 'confirmed' : 'declined')
      tx.journal({
        event: yes ? 'staff.grantConfirm' : 'staff.grantDecline',
        actor,
        subject: { kind: 'staff', id: staff_id },
        data: { grant: id, kind, role, askedBy: asked_by },
      })
    },

    /**
     * Takes a member's credentials away; with another one there who manages the staff, when they say yes: `pending`. Who does so
     * alone never does it to another such: whoever opens the link would be both.
     */
    async reset(tx: Tx, staffId: string, actor: NamedActor): Promise<{ pending: boolean }> {
      const all = await lockAllStaff(tx.db)
      const row = all.find(({ id }) => id === staffId)
      if (!row) throw fail('not_found')
      if (staffId === actor.id) throw fail('state_conflict')
      if (this.needsSecond(all, actor, staffId)) {
        await this.ask(tx, 'reset', staffId, row.role, actor)
        return { pending: true }
      }
      if (roles.allows(row.role, 'staff.manage')) throw fail('second_person')
      await resetCredentials(tx, staffId, platform)
      tx.journal({ event: 'staff.reset', actor, subject: { kind: 'staff', id: staffId } })
      return { pending: false }
    },
  }
}

export type Grants = ReturnType<typeof createGrants>
