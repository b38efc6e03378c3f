import { readFileSync, statSync } from 'node:fs'
import * as z from 'zod/mini'
import { type IdentityLevel, identityLevels } from '#contract/person/identity.ts'
import type { OutboundTls } from '#server/platform/outbound.ts'
import type { Platform } from '#server/platform/platform.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import type { Secret } from '#server/platform/secret.ts'
import { esiaProvider } from './esia.ts'
import { gatewayProvider } from './gateway.ts'
import { oidcProvider } from './oidc.ts'
import type { IdentityProvider } from './port.ts'
import { commandRawSigner, opensslRawSigner, type RawSigner } from './raw-signer.ts'
import { sandboxIdentity } from './sandbox.ts'
import { sberProvider } from './sber.ts'
import { tidProvider } from './tid.ts'

type Parts = Pick<Platform, 'config' | 'clock' | 'outbound'>

const refuse = (why: string): never => {
  throw new StartRefused(why)
}

/** One vendor's variables: `ESIA_CLIENT_ID` is `text('CLIENT_ID')`. */
function reading(prefix: string, settings: Readonly<Record<string, Secret>>) {
  const variable = (name: string) => `${prefix}${name}`
  const maybe = (name: string) => settings[name]?.reveal()
  const text = (name: string) => maybe(name) ?? refuse(`${variable(name)} is not set: docs/identity.md says what it is`)

  const oneOf = <T extends string>(name: string, values: readonly T[], usual?: T): T => {
    const given = maybe(name) ?? usual ?? text(name)
    return values.find((value) => value === given) ?? refuse(`${variable(name)} is to be ${values.join(' or ')}`)
  }

  function file(name: string, path: string): string {
    try {
      return readFileSync(path, 'utf8')
    } catch {
      return refuse(`${variable(name)} names the file ${path}, which cannot be read`)
    }
  }

  /** A key others on this machine may read is no key. */
  function keyFile(name: string): string {
    const path = text(name)
    file(name, path)
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
      refuse(`${variable(name)} names a file that others may read: chmod 600`)
    return path
  }

  function json<S extends z.ZodMiniType>(name: string, schema: S, what: string): z.output<S> {
    try {
      return z.parse(schema, JSON.parse(text(name)))
    } catch (error) {
      if (error instanceof StartRefused) throw error
      return refuse(`${variable(name)} is to be ${what}`)
    }
  }

  function tls(): OutboundTls | null {
    const [certificate, authority] = [maybe('CERTIFICATE'), maybe('CA')]
    if (!certificate && !authority) return null
    return {
      ...(certificate && { cert: file('CERTIFICATE', certificate), key: file('KEY', keyFile('KEY')) }),
      ...(authority && { ca: file('CA', authority) }),
    }
  }

  const address = (name: string, usual?: string) => (maybe(name) ?? usual ?? text(name)).replace(/\/$/, '')
  return { maybe, text, oneOf, file, keyFile, json, tls, address }
}

type Reading = ReturnType<typeof reading>

const list = (value: string) => value.split(',').flatMap((each) => each.trim() || [])

function esia({ maybe, text, oneOf, file, keyFile, json, address }: Reading, parts: Parts): IdentityProvider {
  const certificate = text('CERTIFICATE')
  file('CERTIFICATE', certificate)
  const pins = list(text('TOKEN_CERTIFICATES'))
  for (const pin of pins) file('TOKEN_CERTIFICATES', pin)
  if (!maybe('SIGN_COMMAND') && parts.config.production && !parts.config.allowSandbox)
    refuse(
      'ESIA_KEY is for tests and demonstrations: give ESIA_SIGN_COMMAND of a certified tool, or add ALLOW_SANDBOX=yes',
    )
  const signer: RawSigner = maybe('SIGN_COMMAND')
    ? commandRawSigner({
        command: json(
          'SIGN_COMMAND',
          z.array(z.string()).check(z.minLength(1)),
          'a JSON list of a program and its arguments',
        ),
        order: oneOf('ORDER', ['straight', 'reversed'], 'straight'),
        certificate,
      })
    : opensslRawSigner({ certificate, key: keyFile('KEY') })
  const authority = maybe('CA')
  return esiaProvider(
    {
      url: address('URL'),
      issuer: text('ISSUER'),
      clientId: text('CLIENT_ID'),
      scopes: text('SCOPES'),
      signer,
      tokenAlgorithm: oneOf('TOKEN_ALG', ['GOST3410_2012_256', 'RS256']),
      tokenCertificates: pins,
      pkce: oneOf('PKCE', ['off', 'S256'], 'off'),
      permissions: maybe('PERMISSIONS') ?? null,
      tls: authority ? { ca: file('CA', authority) } : null,
    },
    parts,
  )
}

function gateway({ maybe, text, oneOf, json, address }: Reading, parts: Parts): IdentityProvider {
  const keysUrl = maybe('JWKS_URL')
  const permissions = z.record(z.string(), z.string())
  return gatewayProvider(
    {
      url: address('URL'),
      clientId: text('CLIENT_ID'),
      clientSecret: text('CLIENT_SECRET'),
      mode: oneOf('MODE', ['esia_oauth', 'cpg_oauth'], 'esia_oauth'),
      scopes: text('SCOPES'),
      permissions: maybe('PERMISSIONS') ? json('PERMISSIONS', permissions, 'a JSON object of texts') : {},
      token: keysUrl ? { keysUrl, issuer: text('ISSUER') } : null,
    },
    parts,
  )
}

const tid = ({ text, address }: Reading, parts: Parts) =>
  tidProvider(
    {
      clientId: text('CLIENT_ID'),
      clientSecret: text('CLIENT_SECRET'),
      authUrl: address('AUTH_URL', 'https://id.tbank.ru'),
      dataUrl: address('DATA_URL', 'https://business.tbank.ru/openapi/api'),
      issuer: 'https://id.tbank.ru/',
    },
    parts,
  )

function sber({ text, maybe, tls, address }: Reading, parts: Parts): IdentityProvider {
  if (!maybe('CERTIFICATE')) refuse('SBER_CERTIFICATE is not set: Sber asks for our certificate at every call')
  return sberProvider(
    {
      clientId: text('CLIENT_ID'),
      clientSecret: text('CLIENT_SECRET'),
      scopes: text('SCOPES'),
      issuer: maybe('ISSUER') ?? 'https://online.sberbank.ru/CSAFront/index.do',
      authUrl: address('AUTH_URL', 'https://id.sber.ru'),
      apiUrl: address('API_URL', 'https://oauth.sber.ru'),
      keysUrl: text('JWKS_URL'),
      tls: tls(),
    },
    parts,
  )
}

const isLevel = (text: string): text is IdentityLevel => (identityLevels as readonly string[]).includes(text)

function oidc({ maybe, text, json }: Reading, parts: Parts): IdentityProvider {
  const issuer = text('ISSUER')
  const url = URL.parse(issuer)
  const plain = url?.protocol === 'http:' && !parts.config.production
  if (!url || (url.protocol !== 'https:' && !plain)) refuse('OIDC_ISSUER is to be an https address')
  const acr = maybe('ACR')
    ? json('ACR', z.record(z.string(), z.string()), 'a JSON object such as {"high": "confirmed"}')
    : {}
  const wrong = Object.values(acr).find((level) => !isLevel(level) || level === 'biometric')
  if (wrong !== undefined) refuse(`OIDC_ACR: ${wrong} is to be account, claimed or confirmed`)
  const label = text('LABEL')
  return oidcProvider(
    {
      name: 'oidc',
      label,
      through: label,
      issuer,
      clientId: text('CLIENT_ID'),
      clientSecret: maybe('CLIENT_SECRET') ?? null,
      scopes: maybe('SCOPES') ?? 'openid profile',
      algorithms: list(maybe('ALGS') ?? 'RS256,ES256,PS256'),
      acr: acr as Readonly<Record<string, IdentityLevel>>,
      // Whom the law takes this provider for is the lender's word: nobody, until it says so.
      bases: {},
      insecure: plain,
    },
    parts,
  )
}

/** Vendors by name, each with the prefix of its variables. */
const vendors = {
  esia: { prefix: 'ESIA_', open: esia },
  'esia-gateway': { prefix: 'GATEWAY_', open: gateway },
  't-id': { prefix: 'TID_', open: tid },
  'sber-id': { prefix: 'SBER_', open: sber },
  oidc: { prefix: 'OIDC_', open: oidc },
} as const

/** The providers of identity the environment names, in its order. Throws StartRefused naming the variable. */
export function openIdentity(parts: Parts): readonly IdentityProvider[] {
  const { providers, settings } = parts.config.identity
  if (new Set(providers).size !== providers.length) refuse('IDENTITY_PROVIDERS names one twice')
  return providers.map((name) => {
    if (name === 'sandbox') return sandboxIdentity(parts)
    if (!Object.hasOwn(vendors, name))
      return refuse(
        `IDENTITY_PROVIDERS ${name} is not known: choose ${['sandbox', ...Object.keys(vendors)].join(', ')}`,
      )
    const { prefix, open } = vendors[name as keyof typeof vendors]
    return open(reading(prefix, settings[name] ?? {}), parts)
  })
}
