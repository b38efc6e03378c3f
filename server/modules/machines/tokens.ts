import { timingSafeEqual } from 'node:crypto'
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose'
import { addDays, type IsoDate } from '#contract/dates.ts'
import { type Scope, scopeNames } from '#contract/machine/scopes.ts'
import { isAmong } from '#server/platform/addresses.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { hashOf } from './clients.ts'
import { algorithms } from './given.ts'
import { type ClientRow, insertToken, readClient, secretsOf, spendAssertion, sweepMachines } from './store.ts'

export const tokenPath = '/service/machine/token'
export const tokenSeconds = 600

/** RFC 6749, 5.2. */
type OAuthCode = 'invalid_request' | 'invalid_client' | 'invalid_scope' | 'unsupported_grant_type'

/** A refusal of the token endpoint, in the words of RFC 6749. */
export class OAuthError extends Error {
  override name = 'OAuthError'
  readonly code: OAuthCode

  constructor(code: OAuthCode, description: string) {
    super(description)
    this.code = code
  }
}

/** How a client proves itself: by a secret, or by an assertion it signed (RFC 7523). */
export type Proof = { readonly id: string; readonly secret: string } | { readonly assertion: string }

interface Parts {
  readonly platform: Platform
  readonly today: () => IsoDate
}

const wrongClient = () => new OAuthError('invalid_client', 'The client is unknown, closed, or its proof is wrong')

/** Longest life of an assertion that is taken, seconds: what was used is remembered so long. */
const assertionSeconds = 600

/** Gives tokens to machine clients that prove who they are. */
export function createTokens({ platform, today }: Parts) {
  const { config, clock, random } = platform

  const isOpen = (row: ClientRow | undefined, ip: string): row is ClientRow =>
    row?.state === 'active' &&
    (row.until === null || today() <= row.until) &&
    (row.addresses.length === 0 || isAmong(row.addresses, ip))

  async function bySecret(tx: Tx, id: string, secret: string, ip: string) {
    const row = await readClient(tx.db, id)
    if (!isOpen(row, ip)) throw wrongClient()
    const hash = hashOf(secret)
    const known = (await secretsOf(tx.db, [id])).find((each) => each.open && timingSafeEqual(hash, each.hash))
    if (!known) throw wrongClient()
    return { row, secretId: known.id }
  }

  async function byAssertion(tx: Tx, assertion: string, ip: string) {
    const id = subjectOf(assertion)
    const row = id === null ? undefined : await readClient(tx.db, id)
    if (!isOpen(row, ip) || !row.jwks) throw wrongClient()
    const verified = await jwtVerify(assertion, createLocalJWKSet(row.jwks as JSONWebKeySet), {
      algorithms,
      issuer: row.id,
      subject: row.id,
      audience: [config.publicUrl, `${config.publicUrl}${tokenPath}`],
      requiredClaims: ['exp', 'jti'],
      currentDate: clock.now(),
      clockTolerance: 10,
    }).catch(() => null)
    const { exp = 0, jti = '' } = verified?.payload ?? {}
    const until = new Date(exp * 1000 + 10_000)
    const tooLong = until.getTime() - clock.now().getTime() > (assertionSeconds + 20) * 1000
    if (!verified || tooLong || jti.length > 200) throw wrongClient()
    if (!(await spendAssertion(tx.db, row.id, jti, until))) throw wrongClient()
    return { row, secretId: null }
  }

  return {
    /** A token for a client that proved itself: all its scopes, or those it asks for. Throws OAuthError. */
    async give(tx: Tx, proof: Proof, wanted: string | undefined, ip: string) {
      const { row, secretId } =
        'assertion' in proof
          ? await byAssertion(tx, proof.assertion, ip)
          : await bySecret(tx, proof.id, proof.secret, ip)
      const scopes = scopesOf(wanted, row.scopes)
      const token = random.token()
      const until = new Date(clock.now().getTime() + tokenSeconds * 1000)
      await insertToken(tx.db, { hash: hashOf(token), client_id: row.id, secret_id: secretId, scopes, until })
      return { access_token: token, token_type: 'Bearer', expires_in: tokenSeconds, scope: scopes.join(' ') }
    },

    sweep: () => sweepMachines(platform.db, clock.now(), addDays(today(), -90)),
  }
}

export type Tokens = ReturnType<typeof createTokens>

function subjectOf(assertion: string): string | null {
  try {
    return decodeJwt(assertion).sub ?? null
  } catch {
    return null
  }
}

function scopesOf(wanted: string | undefined, own: readonly Scope[]): readonly Scope[] {
  if (wanted === undefined || wanted === '') return own
  const names = new Set(wanted.split(' '))
  const strange = [...names].find((name) => !own.some((scope) => scope === name))
  if (strange !== undefined) throw new OAuthError('invalid_scope', 'A scope that this client was not given')
  return scopeNames.filter((name) => names.has(name))
}
