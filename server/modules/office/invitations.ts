import { createHash } from 'node:crypto'
import type { NamedActor } from '#contract/journal.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { newTotpSecret, totpPlace, totpUri } from './authenticator.ts'
import { neverSignedIn, openInvitation, writeInvitation } from './invitation-store.ts'
import { hashPassword, newPassword } from './passwords.ts'
import type { Credentials } from './staff.ts'
import { readStaff, updateStaff } from './store.ts'

const lifeMs = 24 * 3600_000

const hashed = (token: string) => createHash('sha256').update(token).digest()

/**
 * How a new member gets in: a link that works once, for a day. Whoever opens it is shown a password and an authenticator
 * secret made there and then: nobody else has seen them.
 */
export function createInvitations(platform: Platform, brand: string) {
  const { db, clock, random, sealing } = platform

  return {
    fresh: () => neverSignedIn(db),

    /** A link for a member who has never signed in, or not since their reset; `state_conflict` for one who has. An older link is dead. */
    async make(tx: Tx, staffId: string, actor: NamedActor): Promise<{ token: string; until: Date }> {
      if (!(await readStaff(tx.db, staffId))) throw fail('not_found')
      if (!(await neverSignedIn(tx.db)).has(staffId)) throw fail('state_conflict')
      const token = random.token()
      const until = new Date(clock.now().getTime() + lifeMs)
      await writeInvitation(tx.db, { staff_id: staffId, token_hash: hashed(token), until, opened_at: null })
      tx.journal({ event: 'staff.invite', actor, subject: { kind: 'staff', id: staffId } })
      return { token, until }
    },

    /** Spends the link; what the member signs in with is answered this once. Throws `invitation_over`. */
    async open(token: string): Promise<Credentials & { name: string; pending: boolean }> {
      const password = newPassword(random)
      const totpSecret = newTotpSecret()
      const passwordHash = await hashPassword(password)
      return platform.transact(async (tx) => {
        const id = await openInvitation(tx.db, hashed(token), clock.now())
        const row = id && (await readStaff(tx.db, id))
        if (!row) throw fail('invitation_over')
        await updateStaff(tx.db, row.id, {
          password_hash: passwordHash,
          totp: sealing.seal(totpSecret, totpPlace(row.id)),
          totp_step: 0,
        })
        const self = { kind: 'staff', id: row.id } as const
        tx.journal({ event: 'staff.invitationOpen', actor: self, subject: self })
        const { login, name, disabled: pending } = row
        return { login, name, password, totpSecret, totpUri: totpUri(brand, login, totpSecret), pending }
      })
    },
  }
}
