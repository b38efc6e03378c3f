import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { type OutboundCall, OutboundError, type OutboundReply } from '#server/platform/outbound.ts'
import { gatewayProvider } from './gateway.ts'
import { type IdentityProvider, IdentityRefused } from './port.ts'
import { s256 } from './s256.ts'
import { sberProvider } from './sber.ts'
import { attemptOf, wire } from './testing.ts'
import { tidProvider } from './tid.ts'

const refusedAs = (code: string) => (error: unknown) => error instanceof IdentityRefused && error.code === code
const secret = 'a-secret-that-stands-in-no-error'

function answer(body: object | string, status = 200): OutboundReply {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return {
    status,
    headers: { 'content-type': 'application/json' },
    bytes: Buffer.from(text),
    text,
    json: () => JSON.parse(text),
  }
}

type Answers = Readonly<Record<string, (call: OutboundCall) => object | Promise<object>>>

/** A vendor as its pages describe it: an answer a path. */
function vendor(make: (over: typeof wire) => IdentityProvider, answers: Answers, changes: Answers = {}) {
  const seen: OutboundCall[] = []
  const outbound = async (call: OutboundCall) => {
    seen.push(call)
    const path = new URL(call.url).pathname
    const found = (changes[path] ?? answers[path])?.(call)
    return found === undefined ? answer({}, 404) : answer(await found)
  }
  return { provider: make({ ...wire, outbound }), seen }
}

const { publicKey, privateKey } = await generateKeyPair('RS256')
const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: '1', alg: 'RS256' }] }
const idToken = (claims: Record<string, unknown>) => {
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({ iat: now, exp: now + 60, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: '1' })
    .sign(privateKey)
}

describe('a gateway to ЕСИА', () => {
  const make = (over: typeof wire) =>
    gatewayProvider(
      {
        url: 'https://gate.example',
        clientId: 'id',
        clientSecret: secret,
        mode: 'esia_oauth',
        scopes: 'openid',
        permissions: {},
        token: null,
      },
      over,
    )
  const info = {
    uid: 'u',
    oid: '1000321',
    trusted: true,
    firstName: 'АННА-МАРИЯ',
    lastName: 'ВЫМЫСЛОВА',
    birthDate: '10.05.1990',
    gender: 'F',
    documents: [
      {
        type: 'RF_PASSPORT',
        status: 'verified_by_validate',
        series: '4514',
        number: '123456',
        issueDate: '01.06.2014',
      },
    ],
  }
  const answers: Answers = {
    '/auth/token': () => ({
      access_token: 't',
      token_type: 'Bearer',
      expires_in: 60,
      refresh_token: 'dropped',
      scope: [],
    }),
    '/auth/userinfo': () => ({ sub: 77, info }),
  }

  test('the subject is ЕСИА’s own number; capitals become a name', async () => {
    const { provider } = vendor(make, answers)
    const found = await provider.finish({ code: 'c' }, attemptOf(provider, { level: 'confirmed' }), {})
    assert.deepEqual(found.subject, { issuer: 'esia', id: '1000321' })
    assert.deepEqual([found.person.name, found.person.patronymic], ['Анна-Мария', null])
  })

  test('«true» as a text confirms nobody', async () => {
    const { provider } = vendor(make, answers, {
      '/auth/userinfo': () => ({ sub: 77, info: { ...info, trusted: 'true' } }),
    })
    await assert.rejects(
      provider.finish({ code: 'c' }, attemptOf(provider, { level: 'confirmed' }), {}),
      refusedAs('levelTooLow'),
    )
  })

  test('no error names the secret that stands in an address', async () => {
    const { provider } = vendor(make, answers, {
      '/auth/token': () =>
        Promise.reject(new OutboundError('outbound_timeout', 'The call to gate.example failed: no reply in time')),
    })
    const error: unknown = await provider
      .finish({ code: 'c' }, attemptOf(provider), {})
      .catch((thrown: unknown) => thrown)
    assert.ok(error instanceof OutboundError)
    assert.doesNotMatch(`${error.message} ${error.stack}`, new RegExp(secret))
  })
})

describe('T-ID', () => {
  const make = (over: typeof wire) =>
    tidProvider(
      {
        clientId: 'id',
        clientSecret: secret,
        authUrl: 'https://id.tbank.ru',
        dataUrl: 'https://business.tbank.ru/openapi/api',
        issuer: 'https://id.tbank.ru/',
      },
      over,
    )
  const data = (path: string) => `/openapi/api/v1/individual/${path}`
  const told = { active: true, client_id: 'id', sub: 's', aud: ['id'], iss: 'https://id.tbank.ru/', exp: 9e9 }
  const answers: Answers = {
    '/auth/token': () => ({ access_token: 't', expires_in: 1791 }),
    '/auth/introspect': () => told,
    '/userinfo/userinfo': () => ({
      sub: 's',
      family_name: 'Вымыслова',
      given_name: 'Анна',
      birthdate: '1990-05-10',
      gender: 'female',
    }),
    [data('documents/passport')]: () => ({
      serialNumber: '4514123456',
      issueDate: '2014-06-01',
      unitCode: '770-001',
      unitName: 'ОВД',
      citizenship: 'РФ',
    }),
    [data('addresses')]: () => ({
      addresses: [{ addressType: 'REGISTRATION_ADDRESS', region: 'МОСКВА', city: 'МОСКВА', house: '5' }],
    }),
    [data('documents/snils')]: () => ({ snils: '11223344595' }),
    [data('documents/inn')]: () => ({ inn: '500100732259' }),
    [data('identification/status')]: () => ({ isIdentified: true }),
    [data('blacklist/status')]: () => ({ isBlacklisted: false }),
    [data('pdl/status')]: () => ({ isPublicOfficialPerson: true }),
    [data('documents/passport-check-smev4')]: () => ({ result: 'VALID' }),
    '/auth/revoke': () => ({}),
  }

  test('all of the bank’s checks together confirm; flags are facts; the token is ended', async () => {
    const { provider, seen } = vendor(make, answers)
    const found = await provider.finish({ code: 'c' }, attemptOf(provider, { level: 'confirmed' }), {})
    assert.deepEqual([found.level, found.basis, found.flags], ['confirmed', ['bank'], { publicOfficial: true }])
    assert.equal(found.person.passportNumber, '4514123456')
    assert.ok(seen.some(({ url }) => url.endsWith('/auth/revoke')))
  })

  for (const [what, changes] of [
    ['not identified', { [data('identification/status')]: () => ({}) }],
    ['on the bank’s black list', { [data('blacklist/status')]: () => ({ isBlacklisted: true }) }],
    ['the list could not be asked', { [data('blacklist/status')]: () => Promise.reject(new Error('away')) }],
    ['a passport that is no more', { [data('documents/passport-check-smev4')]: () => ({ result: 'INVALID' }) }],
  ] as ReadonlyArray<readonly [string, Answers]>)
    test(`does not confirm: ${what}`, async () => {
      const { provider } = vendor(make, answers, changes)
      await assert.rejects(
        provider.finish({ code: 'c' }, attemptOf(provider, { level: 'confirmed' }), {}),
        refusedAs('levelTooLow'),
      )
    })

  for (const [what, changes] of [
    ['for another client', { '/auth/introspect': () => ({ ...told, client_id: 'other' }) }],
    ['not active', { '/auth/introspect': () => ({ ...told, active: false }) }],
    ['of another issuer', { '/auth/introspect': () => ({ ...told, iss: 'https://evil.example/' }) }],
    ['with data of another', { '/userinfo/userinfo': () => ({ sub: 'other' }) }],
  ] as ReadonlyArray<readonly [string, Answers]>)
    test(`a token is refused: ${what}`, async () => {
      const { provider } = vendor(make, answers, changes)
      await assert.rejects(provider.finish({ code: 'c' }, attemptOf(provider), {}), refusedAs('forged'))
    })
})

describe('Sber ID', () => {
  const tls = { cert: 'our certificate', key: 'our key', ca: 'the root' }
  const make = (over: typeof wire) =>
    sberProvider(
      {
        clientId: 'id',
        clientSecret: secret,
        scopes: 'openid name maindoc',
        issuer: 'https://online.sberbank.ru/CSAFront/index.do',
        authUrl: 'https://id.sber.ru',
        apiUrl: 'https://oauth.sber.ru',
        keysUrl: 'https://oauth.sber.ru/keys',
        tls,
      },
      over,
    )
  const claims = { iss: 'https://online.sberbank.ru/CSAFront/index.do', aud: 'id', sub: 's' }
  const answers = (nonce: string, more: object = {}): Answers => ({
    '/ru/prod/tokens/v2/oidc': async () => ({
      access_token: 't',
      id_token: await idToken({ ...claims, nonce, ...more }),
    }),
    '/keys': () => jwks,
    '/ru/prod/sberbankid/v2.1/userinfo': () => ({
      sub: 's',
      family_name: 'Вымыслова',
      given_name: 'Анна',
      gender: 2,
      phone_number: '+7 (999) 1234567',
      identification: {
        series: '45 14',
        number: '123456',
        issued_by: 'ОВД',
        issued_date: '2014-06-01',
        code: '770-001',
      },
      snils: { number: '112-233-445 95' },
    }),
    '/api/v2/auth/completed': () => ({}),
  })

  test('our certificate at every call, PKCE, nonce; it never confirms', async () => {
    const attempt = attemptOf({ name: 'sber-id' })
    const { provider, seen } = vendor(make, answers(attempt.nonce))
    assert.match((await provider.start(attempt)).url, new RegExp(`code_challenge=${s256(attempt.verifier)}`))
    const found = await provider.finish({ code: 'c' }, attempt, {})
    assert.deepEqual([found.level, found.person.passportNumber, found.person.sex], ['claimed', '4514123456', 'female'])
    assert.equal(found.person.phone, '+79991234567')
    const ours = seen.filter(({ url }) => !url.endsWith('/keys'))
    assert.ok(ours.every((call) => call.tls === tls))
    await assert.rejects(
      provider.finish({ code: 'c' }, { ...attempt, level: 'confirmed' }, {}),
      refusedAs('levelTooLow'),
    )
  })

  for (const [what, more] of [
    ['another nonce', { nonce: 'other' }],
    ['another audience', { aud: 'other' }],
    ['another subject', { sub: 'other' }],
    ['an older token', { iat: 1_700_000_000 }],
  ] as const)
    test(`is refused as forged: ${what}`, async () => {
      const attempt = attemptOf({ name: 'sber-id' })
      const { provider } = vendor(make, answers(attempt.nonce, more))
      await assert.rejects(provider.finish({ code: 'c' }, attempt, {}), refusedAs('forged'))
    })
})
