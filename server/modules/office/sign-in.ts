import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { newTotpSecret, totpStep } from './authenticator.ts'
import { passwordFits } from './passwords.ts'
import { plainLogin, type StaffView, totpPlace, viewOf } from './staff.ts'
import { countAttempt, deleteAttempts, findStaff, forgetAttempts, type StaffRow, spendStep } from './store.ts'

const day = 24 * 3600_000

/** Ten failures are free; then the login waits 1, 2, 4… seconds, 15 minutes at most, so nobody is locked out for ever. */
const waits = { free: 9, longestSeconds: 900 }
const fromOneAddress = { limit: 60, window: 15 * 60_000 }

interface Known {
  readonly login: string
  readonly password: string
}

/** The second factor: a code of the authenticator, or whose passkey signed. */
type Given = Known & { readonly totp: string }
type GivenKey = Known & { readonly keyOwner: (tx: Tx) => Promise<string | null> }
type Welcome = (tx: Tx, staff: StaffView) => Promise<void>

/** Password and authenticator code. Wrong login, password, code and a disabled account answer the same in the same time. */
export function createSignIn(platform: Platform) {
  const { db, clock, sealing, rate } = platform
  const decoy = newTotpSecret()

  async function mayTry(key: Buffer, ip: string): Promise<void> {
    await rate.within('office.signIn', ip, fromOneAddress)
    const now = clock.now()
    const counted = await countAttempt(db, key, now, new Date(now.getTime() - day), waits)
    if (!('waitUntil' in counted)) return
    const retryAfter = Math.max(1, Math.ceil((counted.waitUntil.getTime() - now.getTime()) / 1000))
    throw fail('too_often', { details: { retryAfter } })
  }

  /** `second` says, in the transaction, whether the second factor is this member's. */
  async function enter(
    given: Known,
    ip: string,
    second: (row: StaffRow | undefined) => (tx: Tx) => Promise<boolean>,
    welcome: Welcome,
  ): Promise<StaffView> {
    const login = plainLogin(given.login)
    const key = sealing.index('office login', login)
    await mayTry(key, ip)
    const row = await findStaff(db, login)
    const fits = await passwordFits(row?.password_hash, given.password)
    const right = second(row)
    const staff = await platform.transact(async (tx) => {
      if (row && fits && (await right(tx))) {
        await forgetAttempts(tx.db, key)
        await welcome(tx, viewOf(row))
        tx.journal({
          event: 'staff.signIn',
          actor: { kind: 'staff', id: row.id },
          subject: { kind: 'staff', id: row.id },
        })
        return viewOf(row)
      }
      tx.journal({
        event: 'staff.signInFailed',
        actor: { kind: 'nobody', id: null },
        subject: { kind: 'login', id: key.toString('hex').slice(0, 16) },
      })
      return null
    })
    if (!staff) throw fail('sign_in_wrong')
    return staff
  }

  return {
    /** Answers the member, or throws `sign_in_wrong` or `too_often`. `welcome` runs in the transaction that spends the code. */
    signIn: (given: Given, ip: string, welcome: Welcome) =>
      enter(
        given,
        ip,
        (row) => {
          const secret = row ? sealing.unseal<string>(row.totp, totpPlace(row.id)) : decoy
          const step = totpStep(secret, given.totp, clock.now())
          return async (tx) => row !== undefined && step !== null && spendStep(tx.db, row.id, step)
        },
        welcome,
      ),

    /** The same by a passkey in place of the code. */
    signInByKey: (given: GivenKey, ip: string, welcome: Welcome) =>
      enter(
        given,
        ip,
        (row) => async (tx) => {
          const owner = await given.keyOwner(tx)
          return row !== undefined && !row.disabled && owner === row.id
        },
        welcome,
      ),

    /** Forgets failures nobody has repeated for a day. */
    sweep: () => deleteAttempts(db, new Date(clock.now().getTime() - day)),
  }
}
