import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { isAtLeast } from '#contract/person/identity.ts'
import { dateInZone } from '#contract/zones.ts'
import type { OutboundTls } from '#server/platform/outbound.ts'
import { personOf } from './person.ts'
import { type IdentityProvider, IdentityRefused } from './port.ts'
import { s256 } from './s256.ts'
import { tokenChecker } from './tokens.ts'
import { bearer, exchange, form, maybe, oauthRefusal, read, readTwice, sha256, text, type Wire } from './wire.ts'

export interface SberSettings {
  readonly clientId: string
  readonly clientSecret: string
  readonly scopes: string
  readonly issuer: string
  /** `https://id.sber.ru`, where people sign in, and `https://oauth.sber.ru`, where we call. */
  readonly authUrl: string
  readonly apiUrl: string
  readonly keysUrl: string
  /** Our client certificate, and the ministry's root. */
  readonly tls: OutboundTls | null
}

const tokenAnswer = z.object({ access_token: text, id_token: z.string().check(z.maxLength(8000)) })
const who = z.object({
  sub: text,
  family_name: maybe,
  given_name: maybe,
  middle_name: maybe,
  birthdate: maybe,
  gender: z.nullish(z.union([text, z.number()])),
  phone_number: maybe,
  email: maybe,
  identification: z.nullish(
    z.object({ series: maybe, number: maybe, issued_by: maybe, issued_date: maybe, code: maybe }),
  ),
  inn: z.nullish(z.object({ number: maybe })),
  snils: z.nullish(z.object({ number: maybe })),
})

const requestId = () => randomBytes(16).toString('hex')

/** Sber ID. It says nothing of how it knows its customer: `claimed`, until the lender's contract says more. */
export function sberProvider(settings: SberSettings, wire: Wire): IdentityProvider {
  const { clientId, clientSecret, scopes, issuer, authUrl, apiUrl, keysUrl, tls } = settings
  const { outbound, clock } = wire
  const checked = tokenChecker(wire, keysUrl)
  const withTls = tls ? { tls } : {}
  return {
    name: 'sber-id',
    label: 'Сбер ID',
    through: 'Сбер ID',
    can: { purposes: ['signIn', 'fill'], highest: 'claimed', bases: [] },
    refusal: oauthRefusal,

    async start({ state, nonce, verifier, redirectUri }) {
      const query = new URLSearchParams({
        response_type: 'code',
        client_type: 'PRIVATE',
        scope: scopes,
        client_id: clientId,
        state,
        nonce,
        redirect_uri: redirectUri,
        code_challenge: s256(verifier),
        code_challenge_method: 'S256',
      })
      return { url: `${authUrl}/CSAFront/oidc/authorize.do?${query}`, keep: {} }
    },

    async finish({ code }, attempt) {
      const sent = form({
        grant_type: 'authorization_code',
        code,
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uri: attempt.redirectUri,
        code_verifier: attempt.verifier,
      })
      const call = {
        url: `${apiUrl}/ru/prod/tokens/v2/oidc`,
        ...sent,
        headers: { ...sent.headers, rquid: requestId() },
      }
      const tokens = await exchange(wire, { ...call, ...withTls }, tokenAnswer, oauthRefusal)
      const claims = await checked(tokens.id_token, {
        issuer,
        audience: clientId,
        algorithms: ['RS256', 'ES256'],
        nonce: attempt.nonce,
        since: attempt.startedAt,
      })
      const reply = await readTwice(outbound, {
        url: `${apiUrl}/ru/prod/sberbankid/v2.1/userinfo`,
        headers: { ...bearer(tokens.access_token), 'x-introspect-rquid': requestId() },
        ...withTls,
      })
      const told = read(reply, who, 'the userinfo')
      if (told.sub !== claims.sub) throw new IdentityRefused('forged', 'the data are of another subject')
      const completed = {
        url: `${apiUrl}/api/v2/auth/completed`,
        headers: { ...bearer(tokens.access_token), rquid: requestId() },
      }
      await outbound({ ...completed, ...withTls, statusOnly: true, timeout: 2000 }).catch(() => undefined)
      if (!isAtLeast('claimed', attempt.level))
        throw new IdentityRefused('levelTooLow', 'the bank does not say it knows the person')
      const { identification: paper } = told
      return {
        subject: { issuer: 'sber-id', id: told.sub },
        level: 'claimed',
        basis: [],
        flags: {},
        sha256: sha256(tokens.id_token),
        person: personOf(
          {
            surname: told.family_name,
            name: told.given_name,
            patronymic: told.middle_name,
            birthDate: told.birthdate,
            sex: told.gender === undefined || told.gender === null ? undefined : String(told.gender),
            phone: told.phone_number,
            email: told.email,
            inn: told.inn?.number,
            snils: told.snils?.number,
            passport: paper
              ? {
                  number: `${paper.series ?? ''}${paper.number ?? ''}`,
                  issuedOn: paper.issued_date,
                  issuedBy: paper.issued_by,
                  code: paper.code,
                }
              : undefined,
          },
          dateInZone(clock.now(), 'Europe/Moscow'),
        ),
      }
    },
  }
}
