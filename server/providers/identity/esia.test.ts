import assert from 'node:assert/strict'
import { generateKeyPairSync, randomUUID, sign, verify } from 'node:crypto'
import { describe, test } from 'node:test'
import type { OutboundCall, OutboundReply } from '#server/platform/outbound.ts'
import { engine, lender } from '#server/providers/registry/testing-keys.ts'
import { esiaProvider, esiaRefusal, timestampOf } from './esia.ts'
import { IdentityRefused, ProviderAway } from './port.ts'
import { opensslRawSigner, type RawSigner } from './raw-signer.ts'
import { attemptOf, wire } from './testing.ts'

const issuer = 'http://esia-portal1.test.gosuslugi.ru/'
const url = 'https://esia.example'

/** Keys by the names of their certificates. Ed25519 gives 64 raw bytes as ГОСТ does: what is tested here is the protocol, the algorithm is tested below. */
const keys = {
  ours: generateKeyPairSync('ed25519'),
  esia: generateKeyPairSync('ed25519'),
  stranger: generateKeyPairSync('ed25519'),
}
type KeyName = keyof typeof keys
const signer: RawSigner = {
  sign: async (content) => sign(null, content, keys.ours.privateKey),
  verify: async (content, signature, certificate) =>
    verify(null, content, keys[certificate as KeyName].publicKey, signature),
  certificateHash: async () => 'A'.repeat(64),
}
const refusedAs = (code: string) => (error: unknown) => error instanceof IdentityRefused && error.code === code

const answer = (body: object, status = 200): OutboundReply => {
  const bytes = Buffer.from(JSON.stringify(body))
  return { status, headers: {}, bytes, text: bytes.toString(), json: () => JSON.parse(bytes.toString()) }
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

interface Wrong {
  readonly alg?: string
  readonly header?: object
  readonly key?: KeyName
  readonly access?: object
  readonly identity?: object
  readonly person?: object
  readonly state?: string
  readonly bytes?: (signature: Buffer) => Buffer
}

/** ЕСИА as its pages describe it: checks our signature over the joined values, answers with tokens of its own GOST key. */
function esia(wrong: Wrong = {}) {
  const seen: OutboundCall[] = []
  const now = Math.floor(Date.now() / 1000)

  function token(claims: object): string {
    const content = `${encoded({ alg: wrong.alg ?? 'GOST3410_2012_256', ...wrong.header })}.${encoded(claims)}`
    const signed = sign(null, Buffer.from(content), keys[wrong.key ?? 'esia'].privateKey)
    return `${content}.${(wrong.bytes?.(signed) ?? signed).toString('base64url')}`
  }

  const times = { iss: issuer, nbf: now, iat: now, exp: now + 3600 }
  const outbound = async (call: OutboundCall): Promise<OutboundReply> => {
    seen.push(call)
    if (call.url.includes('/rs/prns/'))
      return answer({
        firstName: 'АННА',
        lastName: 'ВЫМЫСЛОВА',
        middleName: 'ПЕТРОВНА',
        birthDate: '10.05.1990',
        gender: 'F',
        trusted: true,
        citizenship: 'RUS',
        status: 'REGISTERED',
        snils: '112-233-445 95',
        rIdDoc: 7,
        documents: {
          elements: [
            {
              id: 6,
              type: 'RF_PASSPORT',
              vrfStu: 'NOT_VERIFIED',
              series: '4500',
              number: '000001',
              issueDate: '01.06.2004',
            },
            {
              id: 7,
              type: 'RF_PASSPORT',
              vrfStu: 'VERIFIED',
              series: '4514',
              number: '123456',
              issueDate: '01.06.2014',
              issueId: '770001',
              issuedBy: 'ОВД',
            },
          ],
        },
        addresses: { elements: [{ type: 'PRG', region: 'Москва', city: 'Москва', house: '5' }] },
        ...wrong.person,
      })
    const sent = new URLSearchParams(String(call.body))
    const value = (name: string) => sent.get(name) ?? ''
    const content = ['client_id', 'scope', 'timestamp', 'state', 'redirect_uri', 'code'].map(value).join('')
    const signature = Buffer.from(value('client_secret'), 'base64url')
    if (!(await signer.verify(Buffer.from(content), signature, 'ours')))
      return answer({ error: 'invalid_client', error_description: 'ESIA-007053: bad signature' }, 400)
    if (value('code') !== 'good') return answer({ error: 'invalid_grant', error_description: 'ESIA-007011: code' }, 400)
    return answer({
      access_token: token({
        ...times,
        client_id: 'LENDER',
        'urn:esia:sbj_id': 1000321,
        scope: 'openid',
        ...wrong.access,
      }),
      id_token: token({
        ...times,
        aud: 'LENDER',
        sub: 1000321,
        'urn:esia:sbj': { 'urn:esia:sbj:oid': 1000321, 'urn:esia:sbj:lvl': 'PR', 'urn:esia:sbj:is_tru': true },
        ...wrong.identity,
      }),
      state: wrong.state ?? value('state'),
    })
  }

  const settings = {
    url,
    issuer,
    clientId: 'LENDER',
    scopes: 'openid fullname id_doc',
    signer,
    tokenAlgorithm: 'GOST3410_2012_256',
    tokenCertificates: ['esia'],
    pkce: 'off',
    permissions: null,
    tls: null,
  } as const
  return { seen, provider: esiaProvider(settings, { ...wire, outbound }) }
}

describe('ЕСИА directly', () => {
  test('the address carries a signature over its own values, 64 bytes, and the hash of the certificate', async () => {
    const { provider } = esia()
    const attempt = attemptOf(provider)
    const { searchParams } = new URL((await provider.start(attempt)).url)
    const value = (name: string) => searchParams.get(name) ?? ''
    const content = ['client_id', 'scope', 'timestamp', 'state', 'redirect_uri'].map(value).join('')
    const signature = Buffer.from(value('client_secret'), 'base64url')
    assert.equal(value('client_secret').length, 86)
    assert.ok(await signer.verify(Buffer.from(content), signature, 'ours'))
    assert.ok(!(await signer.verify(Buffer.from(`${content} `), signature, 'ours')))
    assert.ok(!(await signer.verify(Buffer.from(content), signature, 'stranger')))
    assert.match(value('client_certificate_hash'), /^[0-9A-F]{64}$/)
    assert.match(value('timestamp'), /^\d{4}\.\d\d\.\d\d \d\d:\d\d:\d\d \+0000$/)
    assert.equal(timestampOf(new Date('2026-11-22T10:00:00Z')), '2026.11.22 10:00:00 +0000')
  })

  test('a walk: the exchange is signed with its code, the main verified passport is taken', async () => {
    const { provider, seen } = esia()
    const attempt = attemptOf(provider, { level: 'confirmed' })
    const found = await provider.finish({ code: 'good' }, attempt, {})
    assert.deepEqual(found.subject, { issuer: 'esia', id: '1000321' })
    assert.deepEqual([found.level, found.person.passportNumber], ['confirmed', '4514123456'])
    assert.ok(seen[1]?.url.startsWith(`${url}/rs/prns/1000321?`), 'data are asked of our own address')
    await assert.rejects(provider.finish({ code: 'old' }, attempt, {}), refusedAs('expired'))
  })

  const past = Math.floor(Date.now() / 1000) - 7200
  const attacks: ReadonlyArray<readonly [string, Wrong]> = [
    ['algorithm none', { alg: 'none' }],
    ['RS256 where GOST is pinned', { alg: 'RS256' }],
    ['another key', { key: 'stranger' }],
    [
      'another key, named in the header',
      { key: 'stranger', header: { x5c: ['x'], jwk: {}, jku: 'https://evil.example' } },
    ],
    ['signature bytes swapped', { bytes: (signed) => Buffer.concat([signed.subarray(32), signed.subarray(0, 32)]) }],
    ['another issuer', { identity: { iss: 'http://evil.example/' } }],
    ['another audience', { identity: { aud: 'SOMEBODY' } }],
    ['an access token for somebody else', { access: { client_id: 'SOMEBODY' } }],
    ['over', { identity: { exp: past } }],
    ['of the future', { access: { nbf: past + 14_400 } }],
    ['of an earlier attempt', { identity: { iat: past } }],
    ['two subjects', { access: { 'urn:esia:sbj_id': 1000322 } }],
    [
      'a subject that is no number',
      { identity: { sub: '../../evil', 'urn:esia:sbj': {} }, access: { 'urn:esia:sbj_id': '../../evil' } },
    ],
    ['another state in the exchange', { state: randomUUID() }],
  ]
  for (const [what, wrong] of attacks)
    test(`is refused as forged: ${what}`, async () => {
      const { provider, seen } = esia(wrong)
      await assert.rejects(provider.finish({ code: 'good' }, attemptOf(provider), {}), refusedAs('forged'))
      assert.equal(seen.length, 1, 'nothing is asked of the data before')
    })

  for (const [what, wrong] of [
    ['«true» as a text', { person: { trusted: 'true' } }],
    ['another citizenship', { person: { citizenship: 'KAZ' } }],
    ['an account that is being checked', { person: { status: 'NOT_REGISTERED' } }],
    ['a child’s account', { identity: { 'urn:esia:sbj': { 'urn:esia:sbj:oid': 1000321, 'urn:esia:sbj:lvl': 'KD' } } }],
    ['a passport that is not verified', { person: { rIdDoc: 6 } }],
  ] as ReadonlyArray<readonly [string, Wrong]>)
    test(`is not confirmed: ${what}`, async () => {
      const { provider } = esia(wrong)
      const back = { code: 'good' }
      await assert.rejects(
        provider.finish(back, attemptOf(provider, { level: 'confirmed' }), {}),
        refusedAs('levelTooLow'),
      )
      assert.equal((await provider.finish(back, attemptOf(provider), {})).level, 'claimed')
    })
})

test('ЕСИА’s numbers mean what its pages say; words of the description go nowhere', () => {
  const meant = (description: string, error = 'invalid_request') => esiaRefusal(error, description)
  assert.ok(refusedAs('cancelled')(meant('ESIA-007004: user')))
  assert.ok(refusedAs('levelTooLow')(meant('ESIA-007055: level')))
  assert.ok(refusedAs('misconfigured')(meant('ESIA-007014: <b>no parameter</b>')))
  assert.ok(meant('ESIA-007008: busy') instanceof ProviderAway)
  const unknown = meant('ESIA-007007: <script>')
  assert.ok(!(unknown instanceof IdentityRefused))
  assert.doesNotMatch(unknown.message, /script/)
})

test('openssl with the GOST engine signs 64 bytes and takes none but its own', {
  skip: engine === null && 'openssl has no GOST engine here',
}, async () => {
  const gost = opensslRawSigner(lender)
  const content = Buffer.from('LENDERopenid2026.11.22 10:00:00 +0000')
  const signature = await gost.sign(content)
  assert.equal(signature.length, 64)
  assert.ok(await gost.verify(content, signature, lender.certificate))
  assert.ok(!(await gost.verify(Buffer.from('other'), signature, lender.certificate)))
  assert.match(await gost.certificateHash(), /^[0-9A-F]{64}$/)
})
