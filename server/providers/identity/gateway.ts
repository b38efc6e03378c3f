import * as z from 'zod/mini'
import { isAtLeast } from '#contract/person/identity.ts'
import { address, document, esiaPerson, readEsia } from './esia-person.ts'
import { type IdentityProvider, IdentityRefused } from './port.ts'
import { tokenChecker } from './tokens.ts'
import { bearer, exchange, listOf, maybe, oauthRefusal, read, readTwice, sha256, text, type Wire } from './wire.ts'

export interface GatewaySettings {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  readonly mode: 'esia_oauth' | 'cpg_oauth'
  readonly scopes: string
  /** Of the digital profile: parameters its contract with the gateway names. */
  readonly permissions: Readonly<Record<string, string>>
  /** Where its keys are, and who it is; none: its id_token proves nothing and is not read. */
  readonly token: { readonly keysUrl: string; readonly issuer: string } | null
}

const tokenAnswer = z.object({ access_token: text, id_token: maybe })

const userinfo = z.object({
  sub: z.union([text, z.number()]),
  info: z.extend(esiaPerson, {
    oid: z.union([text, z.number()]),
    email: maybe,
    mobilePhone: maybe,
    documents: z.optional(listOf(document)),
    homeAddress: z.nullish(address),
    registrationAddress: z.nullish(address),
  }),
})

/** ЕСИА carried by a commercial gateway: it signs, we call it. */
export function gatewayProvider(settings: GatewaySettings, wire: Wire): IdentityProvider {
  const { url, clientId, clientSecret, mode, scopes, permissions, token } = settings
  const checked = token && tokenChecker(wire, token.keysUrl)
  return {
    name: 'esia-gateway',
    label: 'Госуслуги',
    through: 'Госуслуги',
    can: { purposes: ['signIn', 'fill', 'identify'], highest: 'confirmed', bases: ['esia'] },
    refusal: oauthRefusal,

    async start({ state, nonce, redirectUri }) {
      const query = new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        provider: mode,
        scope: scopes,
        redirect_uri: redirectUri,
        state,
        nonce,
        ...(mode === 'cpg_oauth' && permissions),
      })
      return { url: `${url}/auth/authorize?${query}`, keep: {} }
    },

    async finish({ code }, attempt) {
      // The secret stands in the address, as the gateway wants it: an error of this call names the host alone.
      const query = new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uri: attempt.redirectUri,
        code,
        grant_type: 'authorization_code',
      })
      const call = { url: `${url}/auth/token?${query}`, method: 'POST' as const }
      const tokens = await exchange(wire, call, tokenAnswer, oauthRefusal)
      const claims =
        checked && token
          ? await checked(tokens.id_token ?? '', {
              issuer: token.issuer,
              audience: clientId,
              algorithms: ['RS256', 'ES256'],
              since: attempt.startedAt,
            })
          : null
      if (claims?.nonce !== undefined && claims.nonce !== attempt.nonce)
        throw new IdentityRefused('forged', 'the token has another nonce')
      const reply = await readTwice(wire.outbound, {
        url: `${url}/auth/userinfo`,
        method: 'POST',
        headers: bearer(tokens.access_token),
      })
      const { sub, info } = read(reply, userinfo, 'the gateway')
      if (claims && claims.sub !== String(sub)) throw new IdentityRefused('forged', 'the data are of another subject')
      const { documents = [], email, mobilePhone: phone, homeAddress: home, registrationAddress: registration } = info
      const parts = {
        person: info,
        documents,
        email,
        phone,
        home: home ?? undefined,
        registration: registration ?? undefined,
      }
      const { level, person } = readEsia(parts, wire.clock.now(), true)
      if (!isAtLeast(level, attempt.level)) throw new IdentityRefused('levelTooLow', 'the account is not confirmed')
      return {
        subject: { issuer: 'esia', id: String(info.oid) },
        level,
        basis: ['esia'],
        person,
        flags: {},
        sha256: sha256(reply.bytes),
      }
    },
  }
}
