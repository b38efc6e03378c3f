import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import Provider from 'oidc-provider'
import { systemClock } from '#server/platform/clock.ts'
import { OutboundError, openOutbound } from '#server/platform/outbound.ts'
import { oidcProvider } from './oidc.ts'
import { IdentityRefused, ProviderAway } from './port.ts'
import type { Faults } from './stand-in/provider.ts'
import { attemptOf, standInWith, wire } from './testing.ts'

const refusedAs = (code: string) => (error: unknown) => error instanceof IdentityRefused && error.code === code

describe('plain OpenID Connect against the stand-in', () => {
  test('a walk brings the person in our own formats', async () => {
    const { provider, walk } = standInWith({})
    const attempt = attemptOf(provider)
    const found = await provider.finish(await walk(attempt), attempt, {})
    assert.deepEqual(found.subject, { issuer: 'esia', id: '1000000001' })
    assert.equal(found.level, 'confirmed')
    assert.deepEqual(found.basis, ['esia'])
    const { surname, birthDate, sex, snils, passportNumber, departmentCode, registration } = found.person
    assert.deepEqual(
      [surname, birthDate, sex, snils, passportNumber, departmentCode, registration?.house],
      ['Вымыслова', '1990-05-10', 'female', '11223344595', '4514123456', '770-001', '5'],
    )
  })

  test('an account that is not confirmed is not enough where more is asked for', async () => {
    const { provider, walk } = standInWith({})
    const attempt = attemptOf(provider, { level: 'confirmed', purpose: 'identify' })
    await assert.rejects(provider.finish(await walk(attempt, '1000000003'), attempt, {}), refusedAs('levelTooLow'))
  })

  test('biometrics are only what was asked for and answered in this attempt', async () => {
    const { provider, walk } = standInWith({})
    const attempt = attemptOf(provider, { level: 'biometric', purpose: 'identify' })
    const found = await provider.finish(await walk(attempt), attempt, {})
    assert.deepEqual([found.level, found.basis], ['biometric', ['esia', 'ebs']])
  })

  test('who cancels, and a provider that says it is away', async () => {
    const { provider, walk } = standInWith({})
    const { error } = await walk(attemptOf(provider), 'cancel')
    assert.ok(refusedAs('cancelled')(provider.refusal(error ?? '', '')))
    const away = await walk(attemptOf(provider), 'away')
    assert.ok(provider.refusal(away.error ?? '', '') instanceof ProviderAway)
  })

  test('a code works once, and with its own verifier', async () => {
    const { provider, walk } = standInWith({})
    const attempt = attemptOf(provider)
    const back = await walk(attempt)
    await provider.finish(back, attempt, {})
    await assert.rejects(provider.finish(back, attempt, {}), refusedAs('expired'))
    const other = attemptOf(provider)
    await assert.rejects(
      provider.finish(await walk(other), { ...other, verifier: attempt.verifier }, {}),
      refusedAs('expired'),
    )
  })

  const unsigned = (token: string) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`
  const swapped = (token: string) => token.replace(/\.[^.]*$/, `.${'A'.repeat(86)}`)
  const now = () => Math.floor(Date.now() / 1000)
  const wrong: ReadonlyArray<readonly [string, Faults]> = [
    ['another nonce', { claims: (claims) => ({ ...claims, nonce: 'another' }) }],
    ['another issuer', { claims: (claims) => ({ ...claims, iss: 'https://other.example' }) }],
    ['another audience', { claims: (claims) => ({ ...claims, aud: 'somebody' }) }],
    ['a token that is over', { claims: (claims) => ({ ...claims, exp: now() - 120 }) }],
    ['a token of the future', { claims: (claims) => ({ ...claims, nbf: now() + 120, iat: now() + 120 }) }],
    ['a token older than the attempt', { claims: (claims) => ({ ...claims, iat: now() - 600 }) }],
    ['algorithm none', { token: unsigned }],
    ['a signature that is none', { token: swapped }],
    ['data of another subject', { userinfo: (info) => ({ ...info, sub: '1000000002' }) }],
  ]
  for (const [what, faults] of wrong)
    test(`is refused as forged: ${what}`, async () => {
      const { provider, walk } = standInWith(faults)
      const attempt = attemptOf(provider)
      await assert.rejects(provider.finish(await walk(attempt), attempt, {}), refusedAs('forged'))
    })

  test('another provider’s answer is refused by the issuer it came with', async () => {
    const { provider, walk } = standInWith({})
    const attempt = attemptOf(provider)
    const back = await walk(attempt)
    await assert.rejects(provider.finish({ ...back, iss: 'https://other.example' }, attempt, {}), refusedAs('forged'))
  })

  test('text for «true», a child, a wrong number: what is not right is not there', async () => {
    const { provider, walk } = standInWith({
      userinfo: ({ sub, info }) => ({
        sub,
        info: { ...(info as object), trusted: 'true', snils: '112-233-445 96', birthDate: '10.05.2015', __proto__x: 1 },
      }),
    })
    const attempt = attemptOf(provider)
    const { person } = await provider.finish(await walk(attempt), attempt, {})
    assert.deepEqual([person.snils, person.birthDate, person.surname], [undefined, undefined, 'Вымыслова'])
  })

  test('silence after the code went out is unknown, and before it is «away»', async () => {
    const silent = (at: string) => (path: string) => {
      if (path.startsWith(at)) throw new OutboundError('outbound_timeout', 'no reply in time')
    }
    const late = standInWith({ before: silent('/token') })
    const attempt = attemptOf(late.provider)
    await assert.rejects(late.provider.finish(await late.walk(attempt), attempt, {}), OutboundError)
    const away = standInWith({ before: silent('/par') })
    await assert.rejects(away.provider.start(attemptOf(away.provider)), ProviderAway)
  })
})

/** What a server that answers every call so does to us. */
async function answering(reply: { status: number; headers?: Record<string, string>; body: string }) {
  const server = createServer((_request, response) => {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    response.end(reply.body)
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const settings = {
  name: 'oidc',
  label: 'Проверка',
  through: 'Проверку',
  clientId: 'zayavka',
  clientSecret: 'a-secret-of-the-test-of-thirty-two-letters',
  scopes: 'openid profile email',
  algorithms: ['RS256'],
  acr: { high: 'confirmed' },
  bases: {},
  insecure: true,
} as const

describe('what a provider may do to our server', () => {
  for (const [what, reply] of [
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' }],
    ['two megabytes', { status: 200, body: `"${'x'.repeat(2_000_000)}"` }],
    ['what is not JSON', { status: 200, body: '<html>' }],
  ] as const)
    test(`${what} instead of its description: away, nobody follows`, async () => {
      const provider = oidcProvider({ ...settings, issuer: await answering(reply) }, wire)
      await assert.rejects(provider.start(attemptOf(provider)), ProviderAway)
    })

  test('in production no call goes to this machine', async () => {
    const issuer = await answering({ status: 200, body: '{}' })
    const provider = oidcProvider(
      { ...settings, issuer },
      { clock: systemClock, outbound: openOutbound({ production: true }) },
    )
    await assert.rejects(provider.start(attemptOf(provider)), ProviderAway)
  })
})

/** A browser at a provider: keeps its cookies, follows its redirects until one leads back to us. */
function browser() {
  const jar = new Map<string, string>()
  return async function go(url: string): Promise<URL> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const next = new URL(response.headers.get('location') ?? assert.fail(await response.text()), url)
    return next.origin === 'http://127.0.0.1:8080' ? next : go(next.href)
  }
}

test('a provider nobody here wrote: its description, pushed requests, PKCE, signature and userinfo', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  after(() => server.close())
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const foreign = new Provider(issuer, {
    clients: [
      {
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        redirect_uris: ['http://127.0.0.1:8080/identity/oidc'],
        require_pushed_authorization_requests: true,
      },
    ],
    acrValues: ['high'],
    cookies: { keys: ['a key of the test'] },
    features: { pushedAuthorizationRequests: { enabled: true }, devInteractions: { enabled: false } },
    interactions: { url: () => '/sign-in' },
    claims: { openid: ['sub', 'acr'], profile: ['family_name', 'given_name', 'birthdate', 'gender'], email: ['email'] },
    conformIdTokenClaims: false,
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({
        sub,
        acr: 'high',
        family_name: 'Вымыслова',
        given_name: 'Анна',
        birthdate: '1990-05-10',
        gender: 'female',
      }),
    }),
  })
  const answer = foreign.callback()
  server.on('request', async (request, response) => {
    if (request.url !== '/sign-in') return answer(request, response)
    const accountId = 'anna'
    const grant = new foreign.Grant({ accountId, clientId: settings.clientId })
    grant.addOIDCScope(settings.scopes)
    const consent = { grantId: await grant.save() }
    await foreign.interactionFinished(request, response, { login: { accountId, acr: 'high' }, consent })
  })

  const provider = oidcProvider({ ...settings, issuer }, wire)
  const attempt = attemptOf(provider)
  const { url } = await provider.start(attempt)
  assert.match(url, /request_uri=/, 'the request itself stands in no address')
  assert.doesNotMatch(url, /nonce|code_challenge/)
  const back = await browser()(url)
  const [code, iss] = [back.searchParams.get('code') ?? '', back.searchParams.get('iss') ?? '']
  assert.equal(back.searchParams.get('state'), attempt.state)
  const found = await provider.finish({ code, iss }, attempt, {})
  assert.equal(found.level, 'confirmed')
  assert.deepEqual(found.person, {
    surname: 'Вымыслова',
    name: 'Анна',
    patronymic: null,
    birthDate: '1990-05-10',
    sex: 'female',
  })
  await assert.rejects(provider.finish({ code, iss }, attempt, {}), refusedAs('expired'))
})
