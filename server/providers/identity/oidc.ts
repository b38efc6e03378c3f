import * as client from 'openid-client'
import * as z from 'zod/mini'
import { type IdentityBasis, type IdentityLevel, identityLevels, isAtLeast } from '#contract/person/identity.ts'
import { dateInZone } from '#contract/zones.ts'
import { OutboundError } from '#server/platform/outbound.ts'
import { fetchThrough } from './fetching.ts'
import { personOf, type RawPerson } from './person.ts'
import { type Attempt, type Back, type IdentityProvider, IdentityRefused, ProviderAway, type Verified } from './port.ts'
import { checkAge } from './tokens.ts'
import { clockTolerance, maybe, oauthRefusal, sha256, type Wire } from './wire.ts'

export interface OidcSettings {
  readonly name: string
  readonly label: string
  readonly through: string
  readonly issuer: string
  readonly clientId: string
  /** None: the client is public, and PKCE alone binds the code. */
  readonly clientSecret: string | null
  readonly scopes: string
  /** Signatures of id_tokens that are taken. */
  readonly algorithms: readonly string[]
  /** What each `acr` is worth; any other is `account`. */
  readonly acr: Readonly<Record<string, IdentityLevel>>
  readonly bases: Readonly<Partial<Record<IdentityLevel, readonly IdentityBasis[]>>>
  /** Plain http, for stand-ins on this machine outside production. */
  readonly insecure?: boolean
  /** What its userinfo calls things, where it is not the standard's names. */
  readonly raw?: (claims: Readonly<Record<string, unknown>>) => RawPerson
  /** Whose subjects these are, where it is a carrier of another's. */
  readonly subject?: (claims: Readonly<Record<string, unknown>>) => { issuer: string; id: string }
}

const keptMs = 3_600_000

const standard = z.object({
  family_name: maybe,
  given_name: maybe,
  middle_name: maybe,
  birthdate: maybe,
  gender: maybe,
  email: maybe,
  phone_number: maybe,
})

/** The standard's own claims. A phone or an address of theirs is a suggestion, whatever it says of itself. */
function standardPerson(claims: Readonly<Record<string, unknown>>): RawPerson {
  const { data } = standard.safeParse(claims)
  return {
    surname: data?.family_name,
    name: data?.given_name,
    patronymic: data?.middle_name,
    birthDate: data?.birthdate,
    sex: data?.gender,
    email: data?.email,
    phone: data?.phone_number,
  }
}

/** The library wraps what went wrong; what is under it says whether anybody was reached. */
function causeOf(error: unknown): unknown {
  for (let at: unknown = error; at instanceof Error; at = at.cause) if (at instanceof OutboundError) return at
  return error
}

/** What an error of the library means once the code has gone out. */
function meaning(error: unknown): unknown {
  const cause = causeOf(error)
  if (cause instanceof OutboundError || cause instanceof IdentityRefused) return cause
  if (error instanceof client.ResponseBodyError || error instanceof client.AuthorizationResponseError)
    return oauthRefusal(error.error)
  if (error instanceof client.ClientError)
    return new IdentityRefused('forged', `the answer is not right: ${error.code ?? 'unknown'}`, { cause: error })
  return error
}

/** Any OpenID Connect provider: code flow with PKCE, state and nonce; pushed requests where it takes them; the id_token's signature is always checked. */
export function oidcProvider(settings: OidcSettings, { outbound, clock }: Wire): IdentityProvider {
  const { name, label, through, issuer, clientId, clientSecret, algorithms, acr } = settings
  let known: { readonly server: client.ServerMetadata; readonly at: number } | null = null
  const fetching = { [client.customFetch]: fetchThrough(outbound) as client.CustomFetch }
  const insecure = settings.insecure ? [client.allowInsecureRequests] : []
  const proof = clientSecret === null ? client.None() : client.ClientSecretBasic(clientSecret)

  const metadata = () => ({
    ...(clientSecret !== null && { client_secret: clientSecret }),
    [client.clockTolerance]: clockTolerance,
    [client.clockSkew]: Math.round((clock.now().getTime() - Date.now()) / 1000),
  })

  async function server(): Promise<client.ServerMetadata> {
    const now = clock.now().getTime()
    if (known && Math.abs(now - known.at) < keptMs) return known.server
    const found = await client.discovery(new URL(issuer), clientId, metadata(), proof, {
      ...fetching,
      execute: insecure,
      timeout: 10,
    })
    known = { server: found.serverMetadata(), at: now }
    return known.server
  }

  async function configuration(): Promise<client.Configuration> {
    const { supportsPKCE: _, ...found } = (await server()) as client.ServerMetadata & { supportsPKCE?: unknown }
    const taken = (found.id_token_signing_alg_values_supported ?? ['RS256']).filter((alg) => algorithms.includes(alg))
    if (taken.length === 0)
      throw new IdentityRefused('misconfigured', `${name} signs by no algorithm that is taken here`)
    const made = new client.Configuration(
      { ...found, id_token_signing_alg_values_supported: taken },
      clientId,
      metadata(),
      proof,
    )
    made[client.customFetch] = fetching[client.customFetch]
    made.timeout = 10
    for (const allow of insecure) allow(made)
    client.enableNonRepudiationChecks(made)
    return made
  }

  async function asked(attempt: Attempt): Promise<string> {
    const made = await configuration()
    const parameters = {
      redirect_uri: attempt.redirectUri,
      scope: settings.scopes,
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
      ...Object.fromEntries(acrAsked(attempt)),
    }
    const pushes = made.serverMetadata().pushed_authorization_request_endpoint !== undefined
    const url = pushes
      ? await client.buildAuthorizationUrlWithPAR(made, parameters)
      : client.buildAuthorizationUrl(made, parameters)
    if (url.protocol !== 'https:' && !settings.insecure)
      throw new IdentityRefused('misconfigured', `${name} is not at https`)
    return url.href
  }

  /** Values that would do, where the provider was told to name them. */
  function acrAsked({ level, purpose }: Attempt): [string, string][] {
    const enough = Object.keys(acr).filter((value) => isAtLeast(acr[value] ?? 'account', level))
    return purpose !== 'signIn' && enough.length > 0 ? [['acr_values', enough.join(' ')]] : []
  }

  async function exchanged({ code, iss }: Back, attempt: Attempt) {
    const made = await configuration()
    // The configured address, not the one the browser came to: the library makes `redirect_uri` of it.
    const back = new URL(attempt.redirectUri)
    back.search = new URLSearchParams({ code, state: attempt.state, ...(iss && { iss }) }).toString()
    const tokens = await client.authorizationCodeGrant(made, back, {
      pkceCodeVerifier: attempt.verifier,
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new IdentityRefused('incomplete', 'no id_token came')
    checkAge(claims.iat, attempt.startedAt)
    const info = made.serverMetadata().userinfo_endpoint
      ? await client.fetchUserInfo(made, tokens.access_token, claims.sub)
      : {}
    return { claims, info: { ...claims, ...info } as Record<string, unknown>, idToken: tokens.id_token ?? '' }
  }

  return {
    name,
    label,
    through,
    can: {
      purposes: Object.keys(acr).length > 0 ? ['signIn', 'fill', 'identify'] : ['signIn'],
      highest: identityLevels.findLast((level) => Object.values(acr).includes(level)) ?? 'account',
      bases: [...new Set(Object.values(settings.bases).flat())],
    },
    refusal: oauthRefusal,

    async start(attempt) {
      try {
        return { url: await asked(attempt), keep: {} }
      } catch (error) {
        if (error instanceof IdentityRefused) throw error
        throw new ProviderAway(`${name} is not there`, { cause: causeOf(error) })
      }
    },

    async finish(back, attempt): Promise<Verified> {
      const { claims, info, idToken } = await exchanged(back, attempt).catch((error: unknown) => {
        throw meaning(error)
      })
      const level = (typeof claims.acr === 'string' && Object.hasOwn(acr, claims.acr) && acr[claims.acr]) || 'account'
      if (!isAtLeast(level, attempt.level)) throw new IdentityRefused('levelTooLow', `${name} says ${level}`)
      const today = dateInZone(clock.now(), 'Europe/Moscow')
      return {
        subject: settings.subject?.(info) ?? { issuer, id: claims.sub },
        level,
        basis: settings.bases[level] ?? [],
        person: level === 'account' ? {} : personOf((settings.raw ?? standardPerson)(info), today),
        flags: {},
        sha256: sha256(idToken),
      }
    },
  }
}
