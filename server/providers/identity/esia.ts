import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { isAtLeast } from '#contract/person/identity.ts'
import type { OutboundTls } from '#server/platform/outbound.ts'
import { addresses, contact, document, esiaPerson, readEsia } from './esia-person.ts'
import { esiaTokens } from './esia-token.ts'
import { type Attempt, type IdentityProvider, IdentityRefused, ProviderAway } from './port.ts'
import type { RawSigner } from './raw-signer.ts'
import { s256 } from './s256.ts'
import { bearer, exchange, form, listOf, maybe, read, readTwice, sha256, type Wire } from './wire.ts'

export interface EsiaSettings {
  readonly url: string
  readonly issuer: string
  readonly clientId: string
  readonly scopes: string
  readonly signer: RawSigner
  /** How tokens are signed, as its console says, and by which certificates (files). */
  readonly tokenAlgorithm: 'GOST3410_2012_256' | 'RS256'
  readonly tokenCertificates: readonly string[]
  readonly pkce: 'off' | 'S256'
  /** Of the digital profile; base64url of its JSON. */
  readonly permissions: string | null
  readonly tls: OutboundTls | null
}

const tokenAnswer = z.object({
  access_token: z.string().check(z.maxLength(8000)),
  id_token: z.string().check(z.maxLength(8000)),
  state: maybe,
})

const everything = z.extend(esiaPerson, {
  documents: z.optional(z.object({ elements: z.optional(listOf(document)) })),
  addresses: z.optional(z.object({ elements: z.optional(addresses) })),
  contacts: z.optional(z.object({ elements: z.optional(listOf(contact)) })),
})

const two = (part: number) => String(part).padStart(2, '0')

/** `2026.11.22 10:00:00 +0000` */
export const timestampOf = (at: Date): string =>
  `${at.getUTCFullYear()}.${two(at.getUTCMonth() + 1)}.${two(at.getUTCDate())} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} +0000`

const misconfigured = [
  '007002',
  '007003',
  '007014',
  '007005',
  '007006',
  '007019',
  '007023',
  '007039',
  '007040',
  '007053',
  '008010',
  '007015',
]

/** ЕСИА's own numbers, wherever it puts them. */
export function esiaRefusal(error: string, description: string): Error {
  const number = /ESIA-(\d{6})/.exec(description)?.[1] ?? ''
  if (number === '007004' || (number === '' && error === 'access_denied')) return new IdentityRefused('cancelled')
  if (number === '007055') return new IdentityRefused('levelTooLow')
  if (number === '007011' || (number === '' && error === 'invalid_grant')) return new IdentityRefused('expired')
  if (number === '007008' || error === 'temporarily_unavailable') return new ProviderAway('ЕСИА says it is away')
  if (misconfigured.includes(number) || number.startsWith('0367'))
    return new IdentityRefused('misconfigured', `ESIA-${number}`)
  return new Error(number ? `ЕСИА answered ESIA-${number}` : 'ЕСИА answered an unknown error')
}

/** ЕСИА directly: each request carries a GOST signature over its values, tokens are checked by pinned certificates before anything in them is read. */
export function esiaProvider(settings: EsiaSettings, wire: Wire): IdentityProvider {
  const { url, clientId, scopes, signer, pkce, permissions, tls } = settings
  const { outbound, clock } = wire
  const checkTokens = esiaTokens(settings, wire)
  const withTls = tls ? { tls } : {}

  /** The values in the order they are signed in, nothing between. */
  async function signed(state: string, redirectUri: string, code = '') {
    const timestamp = timestampOf(clock.now())
    const content = Buffer.from([clientId, scopes, timestamp, state, redirectUri, code].join(''), 'utf8')
    return {
      client_id: clientId,
      client_secret: Buffer.from(await signer.sign(content)).toString('base64url'),
      client_certificate_hash: await signer.certificateHash(),
      scope: scopes,
      timestamp,
      state,
      redirect_uri: redirectUri,
    }
  }

  async function tokensOf(code: string, { redirectUri, verifier }: Attempt) {
    const state = randomUUID()
    const sent = form({
      ...(await signed(state, redirectUri, code)),
      code,
      grant_type: 'authorization_code',
      token_type: 'Bearer',
      ...(pkce === 'S256' && { code_verifier: verifier }),
    })
    const tokens = await exchange(
      wire,
      { url: `${url}/aas/oauth2/v3/te`, ...sent, ...withTls },
      tokenAnswer,
      esiaRefusal,
    )
    if (tokens.state !== state) throw new IdentityRefused('forged', 'the exchange was answered with another state')
    return tokens
  }

  return {
    name: 'esia',
    label: 'Госуслуги',
    through: 'Госуслуги',
    // The shape of ЕБС's answer is not known: nobody is biometric by this vendor.
    can: { purposes: ['signIn', 'fill', 'identify'], highest: 'confirmed', bases: ['esia'] },
    refusal: esiaRefusal,

    async start({ state, redirectUri, verifier, level }) {
      const values = await signed(state, redirectUri).catch((cause: unknown) => {
        throw new ProviderAway('the signer does not work', { cause })
      })
      const query = new URLSearchParams({
        ...values,
        response_type: 'code',
        access_type: 'online',
        ...(permissions && { permissions }),
        ...(pkce === 'S256' && { code_challenge: s256(verifier), code_challenge_method: 'S256' }),
        ...(isAtLeast(level, 'confirmed') && { person_filter: 'conf_acc' }),
      })
      return { url: `${url}/aas/oauth2/v2/ac?${query}`, keep: {} }
    },

    async finish({ code }, attempt) {
      const tokens = await tokensOf(code, attempt)
      const { oid, standing } = await checkTokens(tokens, attempt)
      const embed = 'embed=(contacts.elements,addresses.elements,documents.elements)'
      const reply = await readTwice(outbound, {
        url: `${url}/rs/prns/${oid}?${embed}`,
        headers: bearer(tokens.access_token),
        ...withTls,
      })
      const told = read(reply, everything, 'the person data')
      const place = (type: string) => told.addresses?.elements?.find((each) => each.type === type)
      const verified = (type: string) =>
        told.contacts?.elements?.find((each) => each.type === type && each.vrfStu === 'VERIFIED')?.value
      const parts = {
        person: told,
        documents: told.documents?.elements ?? [],
        registration: place('PRG'),
        home: place('PLV'),
        email: verified('EML'),
        phone: verified('MBT'),
      }
      const { level, person } = readEsia(
        parts,
        clock.now(),
        standing === 'PR' && told.status === 'REGISTERED' && told.citizenship === 'RUS',
      )
      if (!isAtLeast(level, attempt.level)) throw new IdentityRefused('levelTooLow', 'the account is not confirmed')
      return {
        subject: { issuer: 'esia', id: oid },
        level,
        basis: ['esia'],
        person,
        flags: {},
        sha256: sha256(tokens.id_token),
      }
    },
  }
}
