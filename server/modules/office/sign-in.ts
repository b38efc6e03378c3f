import type { Device } from '#server/http/devices.ts'
import { fail } from '#server/platform/failure.ts'
import type { SummedJournal } from '#server/platform/journal/summed.ts'
import { networkOf } from '#server/platform/networks.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { newTotpSecret, totpPlace, totpStep } from './authenticator.ts'
import { passwordFits } from './passwords.ts'
import { plainLogin, type StaffView, viewOf } from './staff.ts'
import {
  countAttempt,
  deleteAttempts,
  findStaff,
  forgetAttempts,
  readStaff,
  type StaffRow,
  spendStep,
} from './store.ts'

const day = 24 * 3600_000

/** Ten failures are free; then the login waits 1, 2, 4… seconds, 15 minutes at most, so nobody is locked out for ever. */
const waits = { free: 9, longestSeconds: 900 }

interface Known {
  readonly login: string
  readonly password: string
}

/** Where a try comes from. */
export interface Caller {
  readonly ip: string
  readonly device: Device | null
}

/** The second factor: a code of the authenticator, or whose passkey signed. */
type Given = Known & { readonly totp: string }
export type Proof = Omit<Given, 'login'>
type GivenKey = Known & { readonly keyOwner: (tx: Tx) => Promise<string | null> }
type Welcome = (tx: Tx, staff: StaffView) => Promise<void>

/**
 * Password and authenticator code. Wrong login, password, code and a disabled account answer the same in the same time. Failures are
 * counted by login and network; a browser this login was used in before, and a passkey that is its owner's, have counters of their
 * own: who only knows a login keeps nobody out but those of the same network in a browser never used.
 */
export function createSignIn(platform: Platform, failures: SummedJournal) {
  const { db, clock, sealing } = platform
  const decoy = newTotpSecret()

  const counterOf = (login: string, { ip, device }: Caller) =>
    device?.knows(login) ? `device ${device.id} ${login}` : `network ${networkOf(ip)} ${login}`

  async function mayTry(key: Buffer): Promise<void> {
    const now = clock.now()
    const counted = await countAttempt(db, key, now, new Date(now.getTime() - day), waits)
    if (!('waitUntil' in counted)) return
    const retryAfter = Math.max(1, Math.ceil((counted.waitUntil.getTime() - now.getTime()) / 1000))
    throw fail('too_often', { details: { retryAfter } })
  }

  /** `second` says, in the transaction, whether the second factor is this member's. */
  async function enter(
    given: Known,
    counter: string,
    second: (row: StaffRow | undefined) => (tx: Tx) => Promise<boolean>,
    welcome: Welcome,
  ): Promise<StaffView> {
    const key = sealing.index('office login', counter)
    await mayTry(key)
    const row = await findStaff(db, plainLogin(given.login))
    const fits = await passwordFits(row?.password_hash, given.password)
    const right = second(row)
    const staff = await platform.transact(async (tx) => {
      if (row && fits && (await right(tx))) {
        await forgetAttempts(tx.db, key)
        await welcome(tx, viewOf(row))
        return viewOf(row)
      }
      return null
    })
    if (!staff) {
      await failures.count('staff.signInFailed', 'staff')
      throw fail('sign_in_wrong')
    }
    return staff
  }

  const byCode =
    ({ totp }: Pick<Given, 'totp'>) =>
    (row: StaffRow | undefined) => {
      const secret = row ? sealing.unseal<string>(row.totp, totpPlace(row.id)) : decoy
      const step = totpStep(secret, totp, clock.now())
      return async (tx: Tx) => row !== undefined && step !== null && spendStep(tx.db, row.id, step)
    }

  const journaled =
    (welcome: Welcome): Welcome =>
    async (tx, member) => {
      await welcome(tx, member)
      const self = { kind: 'staff', id: member.id } as const
      tx.journal({ event: 'staff.signIn', actor: self, subject: self })
    }

  return {
    /** Answers the member, or throws `sign_in_wrong` or `too_often`. `welcome` runs in the transaction that spends the code. */
    signIn: (given: Given, caller: Caller, welcome: Welcome) =>
      enter(given, counterOf(plainLogin(given.login), caller), byCode(given), journaled(welcome)),

    /** Both factors once more, of somebody who is signed in; failures are counted for the account, wherever they come from. */
    async prove(staffId: string, proof: Proof, then: Welcome): Promise<StaffView> {
      const row = await readStaff(db, staffId)
      if (!row) throw fail('not_found')
      return enter({ ...proof, login: row.login }, `own ${staffId}`, byCode(proof), then)
    },

    /** The same by a passkey in place of the code. The key is looked at first: its owner's failures are nobody else's. */
    async signInByKey(given: GivenKey, caller: Caller, welcome: Welcome) {
      const login = plainLogin(given.login)
      const owner = await platform.transact((tx) => given.keyOwner(tx))
      const own = owner !== null && (await findStaff(db, login))?.id === owner
      return enter(
        given,
        own ? `key ${owner} ${login}` : counterOf(login, caller),
        (row) => async () => row !== undefined && !row.disabled && own,
        journaled(welcome),
      )
    },

    /** Forgets failures nobody has repeated for a day. */
    sweep: () => deleteAttempts(db, new Date(clock.now().getTime() - day)),
  }
}

export type SignIn = ReturnType<typeof createSignIn>
