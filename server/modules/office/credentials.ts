import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { newTotpSecret, totpPlace, totpStep, totpUri } from './authenticator.ts'
import { hashPassword, newPassword } from './passwords.ts'
import type { Proof, SignIn } from './sign-in.ts'
import { endSessionsOf, readStaff, updateStaff } from './store.ts'

/** Long enough to take a code over to another phone. */
const nextLivesMs = 10 * 60_000

const nextPlace = (id: string) => ({ table: 'staff', id, column: 'totp_next' })
const noNext = { totp_next: null, totp_next_until: null }

type Sealer = Pick<Platform, 'clock' | 'random' | 'sealing'>

/** Nobody gets in with what the member had: their sessions end, and a link is to make them new credentials. */
export async function resetCredentials(tx: Tx, staffId: string, { clock, random, sealing }: Sealer): Promise<void> {
  const now = clock.now()
  await updateStaff(tx.db, staffId, {
    password_hash: await hashPassword(newPassword(random)),
    totp: sealing.seal(newTotpSecret(), totpPlace(staffId)),
    totp_step: 0,
    reset_at: now,
    ...noNext,
  })
  await endSessionsOf(tx.db, staffId, now)
  await tx.emit('staff.reset', { staffId })
}

/** Begins a session for the caller in the place of all that are over. */
type Begin = (tx: Tx, staffId: string) => Promise<void>

/** What a member of the staff changes of their own sign-in. Both factors are asked for again. */
export function createOwnCredentials(platform: Platform, brand: string, prove: SignIn['prove']) {
  const { clock, sealing } = platform
  const self = (id: string) => ({ kind: 'staff', id }) as const

  async function renew(tx: Tx, staffId: string, begin: Begin): Promise<void> {
    await endSessionsOf(tx.db, staffId, clock.now())
    await begin(tx, staffId)
  }

  return {
    async changePassword(staffId: string, { next, ...proof }: Proof & { next: string }, begin: Begin): Promise<void> {
      if (next === proof.password)
        throw fail('invalid_answers', { issues: [{ field: 'next', message: 'Новый пароль такой же, как прежний' }] })
      const password_hash = await hashPassword(next)
      await prove(staffId, proof, async (tx) => {
        await updateStaff(tx.db, staffId, { password_hash })
        await renew(tx, staffId, begin)
        tx.journal({ event: 'staff.password', actor: self(staffId), subject: self(staffId) })
      })
    },

    /** Makes the next secret; the one in use stays until a code of the new one is given. */
    async newAuthenticator(staffId: string, proof: Proof) {
      const totpSecret = newTotpSecret()
      const { login } = await prove(staffId, proof, (tx) =>
        updateStaff(tx.db, staffId, {
          totp_next: sealing.seal(totpSecret, nextPlace(staffId)),
          totp_next_until: new Date(clock.now().getTime() + nextLivesMs),
        }),
      )
      return { totpSecret, totpUri: totpUri(brand, login, totpSecret) }
    },

    async confirmAuthenticator(tx: Tx, staffId: string, code: string, begin: Begin): Promise<void> {
      const now = clock.now()
      const row = await readStaff(tx.db, staffId)
      const wrong = (message: string) => fail('invalid_answers', { issues: [{ field: 'totp', message }] })
      if (!row?.totp_next || !row.totp_next_until || row.totp_next_until <= now)
        throw wrong('Время вышло: начните смену приложения сначала')
      const secret = sealing.unseal<string>(row.totp_next, nextPlace(staffId))
      const step = totpStep(secret, code, now)
      if (step === null) throw wrong('Код не подошёл: снимите QR-код заново или дождитесь следующего кода')
      await updateStaff(tx.db, staffId, { totp: sealing.seal(secret, totpPlace(staffId)), totp_step: step, ...noNext })
      await renew(tx, staffId, begin)
      tx.journal({ event: 'staff.authenticator', actor: self(staffId), subject: self(staffId) })
    },
  }
}
