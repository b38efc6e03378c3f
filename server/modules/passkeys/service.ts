import { createHash } from 'node:crypto'
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Site } from './site.ts'
import {
  deleteChallenges,
  deletePasskey,
  insertChallenge,
  insertPasskey,
  lockPasskey,
  notePasskeyUse,
  type OwnerKind,
  type PasskeyRow,
  passkeysOf,
  takeChallenge,
} from './store.ts'

const livesMs = 5 * 60_000
/** More than anybody has devices. */
const most = 10

export interface Owner {
  readonly kind: OwnerKind
  readonly id: string
}

const hashed = (text: string) => createHash('sha256').update(text).digest()
const split = (text: string) => text.split(',').filter(Boolean) as AuthenticatorTransport[]

/**
 * Passkeys by WebAuthn level 3: a challenge is good once, five minutes, for one purpose in one browser; the person is always
 * verified by their device; a counter that does not grow is refused (a copied key).
 */
export function createPasskeys(platform: Platform, brand: string) {
  const { clock, db, random } = platform

  async function newChallenge(purpose: string, binding: string): Promise<Uint8Array<ArrayBuffer>> {
    const challenge = random.token()
    const until = new Date(clock.now().getTime() + livesMs)
    await insertChallenge(db, { hash: hashed(challenge), purpose, binding: hashed(binding), until })
    return new Uint8Array(Buffer.from(challenge, 'base64url'))
  }

  /** Whether this is a challenge of ours for this purpose and browser; it is spent, right or wrong. */
  const ours = (tx: Tx, purpose: string, binding: string) => async (challenge: string) => {
    const row = await takeChallenge(tx.db, hashed(challenge))
    return (
      row !== undefined &&
      row.purpose === purpose &&
      hashed(binding).equals(Buffer.from(row.binding)) &&
      row.until > clock.now()
    )
  }

  const journal = (tx: Tx, event: 'passkey.add' | 'passkey.remove', { kind, id }: Owner, key: string) =>
    tx.journal({
      event,
      actor: { kind, id },
      subject: { kind, id },
      data: { passkey: hashed(key).toString('hex').slice(0, 16) },
    })

  async function verified(row: PasskeyRow, response: AuthenticationResponseJSON, site: Site, challenge: Check) {
    const { verified: right, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      credential: {
        id: row.id,
        publicKey: new Uint8Array(row.public_key),
        counter: row.counter,
        transports: split(row.transports),
      },
    })
    return right ? authenticationInfo.newCounter : null
  }

  return {
    /** What the browser needs to make a key for this person. `binding`: their session. */
    async addOptions(owner: Owner, name: string, binding: string, site: Site) {
      const known = await passkeysOf(db, owner.kind, owner.id)
      if (known.length >= most) throw fail('state_conflict')
      return generateRegistrationOptions({
        rpName: brand,
        rpID: site.rpId,
        userName: name,
        userDisplayName: name,
        userID: new Uint8Array(Buffer.from(owner.id)),
        challenge: await newChallenge(`add ${owner.kind} ${owner.id}`, binding),
        attestationType: 'none',
        excludeCredentials: known.map(({ id, transports }) => ({ id, transports: split(transports) })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
    },

    /** Keeps a key the browser made. Fails with `passkey_wrong`. */
    async add(tx: Tx, owner: Owner, binding: string, site: Site, given: RegistrationResponseJSON, device: string) {
      const made = await verifyRegistrationResponse({
        response: given,
        expectedChallenge: ours(tx, `add ${owner.kind} ${owner.id}`, binding),
        expectedOrigin: site.origin,
        expectedRPID: site.rpId,
        requireUserVerification: true,
      }).catch(() => null)
      if (!made?.verified) throw fail('passkey_wrong', { keep: true })
      const { id, publicKey, counter, transports = [] } = made.registrationInfo.credential
      const fresh = await insertPasskey(tx.db, {
        id,
        owner_kind: owner.kind,
        owner_id: owner.id,
        public_key: Buffer.from(publicKey),
        counter,
        transports: transports.join(','),
        device,
        created_at: clock.now(),
        used_at: null,
      })
      if (!fresh) throw fail('passkey_wrong', { keep: true })
      journal(tx, 'passkey.add', owner, id)
    },

    /** What the browser needs to ask for any key it has for this site. `binding`: this browser. */
    signInOptions: async (kind: OwnerKind, binding: string, site: Site) =>
      generateAuthenticationOptions({
        rpID: site.rpId,
        challenge: await newChallenge(`sign in ${kind}`, binding),
        userVerification: 'required',
      }),

    /** Whose key signed the challenge, or null. The challenge is spent and the counter kept. */
    async check(
      tx: Tx,
      kind: OwnerKind,
      binding: string,
      site: Site,
      given: AuthenticationResponseJSON,
    ): Promise<string | null> {
      const row = await lockPasskey(tx.db, kind, given.id)
      const challenge = ours(tx, `sign in ${kind}`, binding)
      if (!row) return null
      const counter = await verified(row, given, site, challenge).catch(() => null)
      if (counter === null) return null
      await notePasskeyUse(tx.db, row.id, counter, clock.now())
      return row.owner_id
    },

    async list({ kind, id }: Owner) {
      const rows = await passkeysOf(db, kind, id)
      return rows.map((row) => ({
        id: row.id,
        device: row.device,
        addedAt: row.created_at.toISOString(),
        ...(row.used_at && { usedAt: row.used_at.toISOString() }),
      }))
    },

    async remove(tx: Tx, owner: Owner, id: string): Promise<void> {
      if (!(await deletePasskey(tx.db, owner.kind, owner.id, id))) throw fail('not_found')
      journal(tx, 'passkey.remove', owner, id)
    },

    /** All at once: whoever holds a device of this person is kept out. */
    async removeAll(tx: Tx, owner: Owner): Promise<void> {
      for (const { id } of await passkeysOf(tx.db, owner.kind, owner.id))
        await deletePasskey(tx.db, owner.kind, owner.id, id)
    },

    sweep: () => deleteChallenges(db, clock.now()),
  }
}

type Check = (challenge: string) => Promise<boolean>

export type Passkeys = ReturnType<typeof createPasskeys>
