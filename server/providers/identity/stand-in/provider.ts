import { createHash, randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Clock } from '#server/platform/clock.ts'
import { type StandInPerson, standInPersons } from './persons.ts'

export interface Asked {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly authorization?: string | undefined
  readonly body?: string | undefined
}

export interface Answered {
  readonly status: number
  readonly body: object
}

/** What a stand-in does wrong: tests and drills turn it on. */
export interface Faults {
  /** Told of each call from server to server; may wait, or throw. */
  before?: ((path: string) => Promise<void> | void) | undefined
  /** Changes what an id_token says before it is signed. */
  claims?: ((claims: Record<string, unknown>) => Record<string, unknown>) | undefined
  /** Changes the token after it was signed. */
  token?: ((token: string) => string | Promise<string>) | undefined
  userinfo?: ((info: Record<string, unknown>) => Record<string, unknown>) | undefined
}

interface Settings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly clock: Clock
  readonly faults?: Faults
}

interface Pending {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly challenge: string
  readonly level: 'confirmed' | 'biometric'
  readonly until: number
}

interface Granted extends Pending {
  readonly person: StandInPerson
}

const fiveMinutes = 300_000
const random = () => randomBytes(24).toString('base64url')
const refused = (error: string, status = 400): Answered => ({ status, body: { error } })

/** Gives each value out once, while it is good; nobody waits in it for ever. */
function openOnce<T extends { readonly until: number }>(clock: Clock) {
  const kept = new Map<string, T>()
  return {
    keep(value: T): string {
      for (const [key, { until }] of kept) if (until < clock.now().getTime() || kept.size > 1000) kept.delete(key)
      const key = random()
      kept.set(key, value)
      return key
    },
    look: (key: string) => kept.get(key),
    take(key: string): T | undefined {
      const found = kept.get(key)
      kept.delete(key)
      return found && found.until >= clock.now().getTime() ? found : undefined
    },
  }
}

/**
 * A stand-in for the state's sign-in: an OpenID provider of made-up persons that asks for pushed requests, PKCE and a client secret, gives each code once
 * and says who somebody is as a gateway to ЕСИА does.
 */
export async function openStandIn({ issuer, clientId, clientSecret, clock, faults = {} }: Settings) {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const kid = random()
  const keys = [{ ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }]
  const [pushed, codes, tokens] = [openOnce<Pending>(clock), openOnce<Granted>(clock), openOnce<Granted>(clock)]
  const until = () => clock.now().getTime() + fiveMinutes
  /** Both halves are encoded before they are joined (RFC 6749, 2.3.1). */
  const isClient = (authorization = '') => {
    const said = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString('utf8')
    return said.split(':').map(decodeURIComponent).join(':') === `${clientId}:${clientSecret}`
  }

  const discovery = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    pushed_authorization_request_endpoint: `${issuer}/par`,
    require_pushed_authorization_requests: true,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }

  function push(body: URLSearchParams): Answered {
    const value = (name: string) => body.get(name) ?? ''
    if (
      value('code_challenge_method') !== 'S256' ||
      value('code_challenge') === '' ||
      value('response_type') !== 'code'
    )
      return refused('invalid_request')
    const asksBiometric = value('acr_values') === 'biometric'
    const request = pushed.keep({
      redirectUri: value('redirect_uri'),
      state: value('state'),
      nonce: value('nonce'),
      challenge: value('code_challenge'),
      level: asksBiometric ? 'biometric' : 'confirmed',
      until: until(),
    })
    return { status: 201, body: { request_uri: `urn:ietf:params:oauth:request_uri:${request}`, expires_in: 300 } }
  }

  async function idToken({ nonce, level, person }: Granted): Promise<string> {
    const now = Math.floor(clock.now().getTime() / 1000)
    const claims = {
      iss: issuer,
      sub: person.oid,
      aud: clientId,
      iat: now,
      exp: now + 300,
      nonce,
      acr: person.confirmed ? level : 'claimed',
    }
    const said = faults.claims?.(claims) ?? claims
    const signed = await new SignJWT(said).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey)
    return faults.token ? faults.token(signed) : signed
  }

  async function exchange(body: URLSearchParams): Promise<Answered> {
    const granted = codes.take(body.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    if (!granted || granted.challenge !== challenge || granted.redirectUri !== body.get('redirect_uri'))
      return refused('invalid_grant')
    const access_token = tokens.keep({ ...granted, until: until() })
    return {
      status: 200,
      body: { access_token, token_type: 'Bearer', expires_in: 300, id_token: await idToken(granted) },
    }
  }

  function userinfo(authorization = ''): Answered {
    const granted = tokens.take(authorization.replace(/^Bearer /, ''))
    if (!granted) return refused('invalid_token', 401)
    const { oid, info } = granted.person
    const said = { sub: oid, info: { oid, ...info } }
    return { status: 200, body: faults.userinfo?.(said) ?? said }
  }

  return {
    /** From server to server. */
    async handle({ method, path, authorization, body = '' }: Asked): Promise<Answered> {
      await faults.before?.(path)
      const form = new URLSearchParams(body)
      const at = `${method} ${path.split('?')[0]}`
      if (at === 'GET /.well-known/openid-configuration') return { status: 200, body: discovery }
      if (at === 'GET /jwks') return { status: 200, body: { keys } }
      if (at === 'GET /userinfo') return userinfo(authorization)
      if (at !== 'POST /par' && at !== 'POST /token') return refused('not_found', 404)
      if (!isClient(authorization)) return refused('invalid_client', 401)
      return at === 'POST /par' ? push(form) : exchange(form)
    },

    /** The request a browser came with; undefined: over, or none. */
    asked(requestUri: string): Pending | undefined {
      return pushed.look(requestUri.replace('urn:ietf:params:oauth:request_uri:', ''))
    },

    /** Where the browser goes with what the person chose; null: the request is over. */
    answered(requestUri: string, choice: string): string | null {
      const request = pushed.take(requestUri.replace('urn:ietf:params:oauth:request_uri:', ''))
      if (!request) return null
      const back = new URL(request.redirectUri)
      const person = standInPersons.find(({ oid }) => oid === choice)
      const result = person
        ? { code: codes.keep({ ...request, person, until: until() }) }
        : { error: choice === 'away' ? 'temporarily_unavailable' : 'access_denied' }
      back.search = new URLSearchParams({ ...result, state: request.state, iss: issuer }).toString()
      return back.href
    },
  }
}

export type StandIn = Awaited<ReturnType<typeof openStandIn>>
