import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { afterEach, it } from 'node:test'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import * as oauth from 'openid-client'
import { generateSync } from 'otplib'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { machineClient } from '#server/testing/machine.ts'
import { codeOf, openProduct, type TestBrowser, type TestProduct } from '#server/testing/product.ts'
import { signedInStaff } from '#server/testing/staff.ts'

const minute = 60_000
const feed = '/service/machine/v1/events'
const given = { name: 'Ядро', scopes: ['events:read'], addresses: [], rate: 1000, until: null, jwks: '' }

interface Made {
  id: string
  secret: string
  pending: boolean
}

interface Shown {
  items: {
    id: string
    state: string
    calls: number
    lastUsed: string | null
    secrets: { id: string; open: boolean }[]
  }[]
}

onBothDatabases('machine clients', (open) => {
  const opened: TestProduct[] = []
  afterEach(async () => {
    for (const product of opened.splice(0)) await product.close()
  })

  async function start(config = {}) {
    const platform = await open({ config })
    const product = await openProduct(platform)
    opened.push(product)
    assert.ok(product.firstStaff)
    const { login, password, totpSecret } = product.firstStaff
    const boss = product.browser()
    const totp = generateSync({ secret: totpSecret, epoch: Math.floor(platform.clock.now().getTime() / 1000) })
    await boss.call('POST', '/service/office/session', { login, password, totp })
    return { platform, product, boss }
  }

  const make = async (boss: TestBrowser, changes: object = {}) => {
    const answer = await boss.call('POST', '/service/office/machines', { ...given, ...changes }, boss.key())
    assert.equal(answer.status, 201, answer.text)
    return answer.body as Made
  }

  const token = (
    product: TestProduct,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
    ip?: string,
  ) =>
    product
      .browser(ip)
      .call(
        'POST',
        '/service/machine/token',
        new URLSearchParams({ grant_type: 'client_credentials', ...fields }).toString(),
        {
          'content-type': 'application/x-www-form-urlencoded',
          ...headers,
        },
      )

  const bySecret = async (product: TestProduct, { id, secret }: Pick<Made, 'id' | 'secret'>, ip?: string) => {
    const answer = await token(product, { client_id: id, client_secret: secret }, {}, ip)
    return { ...answer, token: (answer.body as { access_token?: string }).access_token ?? '' }
  }

  const read = (product: TestProduct, bearer: string, ip?: string) =>
    product.browser(ip).call('GET', feed, undefined, { authorization: `Bearer ${bearer}` })

  const shown = async (boss: TestBrowser, id: string) => {
    const { items } = (await boss.call('GET', '/service/office/machines')).body as Shown
    const found = items.find((item) => item.id === id)
    assert.ok(found)
    return found
  }

  /** A stock library over the server's own port. */
  async function stock(platform: TestPlatform, product: TestProduct, id: string, how: oauth.ClientAuth) {
    await product.app.listen({ port: 0, host: '127.0.0.1' })
    const url = `http://127.0.0.1:${(product.app.server.address() as AddressInfo).port}`
    const settings = { [oauth.clockSkew]: Math.round((platform.clock.now().getTime() - Date.now()) / 1000) }
    // The issuer is the public address of the demo; the port of this test is free and another.
    const elsewhere: typeof fetch = (target, init) =>
      fetch(String(target).replace(platform.config.publicUrl, url), init)
    return oauth.discovery(new URL(platform.config.publicUrl), id, settings, how, {
      algorithm: 'oauth2',
      execute: [oauth.allowInsecureRequests],
      [oauth.customFetch]: elsewhere as oauth.CustomFetch,
    })
  }

  it('a stock OAuth library finds the endpoint, gets a token by secret, in both ways, and reads the feed', async () => {
    for (const how of [oauth.ClientSecretBasic, oauth.ClientSecretPost]) {
      const { platform, product, boss } = await start()
      const { id, secret, pending } = await make(boss)
      assert.equal(pending, false, 'with one administrator there is nobody to ask')
      const client = await stock(platform, product, id, how(secret))
      assert.ok(client.serverMetadata().token_endpoint_auth_methods_supported?.includes('private_key_jwt'))
      const answer = await oauth.clientCredentialsGrant(client, { scope: 'events:read' })
      assert.equal(answer.expires_in, 600)
      assert.equal((await read(product, answer.access_token)).status, 200)
      await assert.rejects(oauth.clientCredentialsGrant(client, { scope: 'people:read' }), { error: 'invalid_scope' })
    }
  })

  it('the same library proves itself by a key; an assertion is good once, for us alone, and not for long', async () => {
    const { platform, product, boss } = await start()
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: '1', alg: 'ES256' }] })
    const { id } = await make(boss, { jwks })
    const client = await stock(platform, product, id, oauth.PrivateKeyJwt({ key: privateKey, kid: '1' }))
    const { access_token } = await oauth.clientCredentialsGrant(client, {})
    assert.equal((await read(product, access_token)).status, 200)

    const now = Math.floor(platform.clock.now().getTime() / 1000)
    const sign = (claims: object, seconds = 60) =>
      new SignJWT({ jti: crypto.randomUUID(), iss: id, sub: id, aud: platform.config.publicUrl, ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: '1' })
        .setExpirationTime(now + seconds)
        .sign(privateKey)
    const ask = async (assertion: string) => {
      const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
      return (await token(product, { client_assertion: assertion, client_assertion_type: type })).status
    }
    const good = await sign({})
    assert.equal(await ask(good), 200)
    assert.equal(await ask(good), 401, 'used before')
    assert.equal(await ask(await sign({ aud: 'https://other.example' })), 401)
    assert.equal(await ask(await sign({ iss: 'another' })), 401)
    assert.equal(await ask(await sign({}, -60)), 401)
    assert.equal(await ask(await sign({}, 3600)), 401, 'would have to be remembered for an hour')
    const stranger = await generateKeyPair('ES256')
    const forged = await new SignJWT({ jti: '1', iss: id, sub: id, aud: platform.config.publicUrl, exp: now + 60 })
      .setProtectedHeader({ alg: 'ES256', kid: '1' })
      .sign(stranger.privateKey)
    assert.equal(await ask(forged), 401)
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${good.split('.')[1]}.`
    assert.equal(await ask(unsigned), 401)
    const closed = await boss.call(
      'POST',
      '/service/office/machines',
      { ...given, jwks: JSON.stringify({ keys: [await exportJWK(privateKey)] }) },
      boss.key(),
    )
    assert.equal(codeOf(closed), 'invalid_answers', 'a private key is not taken')
  })

  it('two administrators make it, change it and end it; what takes away works at once', async () => {
    const { platform, product, boss } = await start()
    const second = (await signedInStaff(platform, product, 'second', 'administrator')).browser
    const client = await make(boss)
    assert.equal(client.pending, true)
    assert.equal((await bySecret(product, client)).status, 401, 'not confirmed yet')
    const decide = (browser: TestBrowser, confirm: boolean) =>
      browser.call('POST', `/service/office/machines/${client.id}/decision`, { confirm })
    assert.equal(codeOf(await decide(boss, true)), 'second_person')
    assert.equal((await decide(second, true)).status, 204)
    const first = await bySecret(product, client)
    assert.equal((await read(product, first.token)).status, 200)
    const mate = await shown(boss, client.id)
    assert.equal(mate.calls, 1)
    assert.equal(mate.lastUsed, platform.clock.now().toISOString())

    const wider = { ...given, scopes: ['events:read', 'people:read'] }
    const change = await boss.call('POST', `/service/office/machines/${client.id}`, wider)
    assert.deepEqual(change.body, { pending: true })
    const narrow = await token(product, { client_id: client.id, client_secret: client.secret, scope: 'people:read' })
    assert.deepEqual((narrow.body as { error: string }).error, 'invalid_scope')
    assert.equal(codeOf(await boss.call('POST', `/service/office/machines/${client.id}`, wider)), 'state_conflict')
    await decide(second, true)
    assert.equal(
      (await token(product, { client_id: client.id, client_secret: client.secret, scope: 'people:read' })).status,
      200,
    )
    assert.equal((await read(product, first.token)).status, 401, 'tokens of before are gone with what they allowed')

    const running = await bySecret(product, client)
    const stop = await boss.call('POST', `/service/office/machines/${client.id}/end`)
    assert.deepEqual(stop.body, { pending: true })
    assert.equal((await read(product, running.token)).status, 401, 'at once')
    assert.equal((await bySecret(product, client)).status, 401)
    await decide(boss, false)
    assert.equal((await bySecret(product, client)).status, 200, 'taken back: as it was')
    await boss.call('POST', `/service/office/machines/${client.id}/end`)
    await decide(second, true)
    assert.equal((await shown(boss, client.id)).state, 'ended')
    const journal = (await boss.call('GET', '/service/office/journal')).text
    for (const event of ['machine.make', 'machine.confirm', 'machine.change', 'machine.end', 'machine.decline'])
      assert.ok(journal.includes(event), event)
  })

  it('a rotation: two secrets, a third is refused, a stolen one ends at once with its tokens', async () => {
    const { product, boss } = await start()
    const client = await make(boss)
    const old = await bySecret(product, client)
    const path = `/service/office/machines/${client.id}/secrets`
    const fresh = (await boss.call('POST', path, undefined, boss.key())).body as Made
    assert.equal(codeOf(await boss.call('POST', path, undefined, boss.key())), 'state_conflict')
    const next = await bySecret(product, { id: client.id, secret: fresh.secret })
    assert.equal((await bySecret(product, client)).status, 200, 'both are good')
    const [stolen] = (await shown(boss, client.id)).secrets
    assert.equal((await boss.call('DELETE', `${path}/${stolen?.id}`)).status, 204)
    assert.equal((await bySecret(product, client)).status, 401)
    assert.equal((await read(product, old.token)).status, 401)
    assert.equal((await read(product, next.token)).status, 200)
    assert.equal((await boss.call('DELETE', `${path}/${stolen?.id}`)).status, 404)
  })

  it('a token lives ten minutes, a client to its last day, from its own addresses, and no longer', async () => {
    const { platform, product, boss } = await start()
    const client = await make(boss, { until: '2026-03-03', addresses: ['192.0.2.0/24', '2001:db8::/32'] })
    assert.equal((await bySecret(product, client, '198.51.100.1')).status, 401)
    const good = await bySecret(product, client, '192.0.2.7')
    assert.equal((await read(product, good.token, '192.0.2.9')).status, 200)
    assert.equal(codeOf(await read(product, good.token, '198.51.100.1')), 'forbidden', 'a stolen token')
    platform.clock.advance(10 * minute + 1)
    const over = await read(product, good.token, '192.0.2.9')
    assert.equal(over.status, 401)
    assert.match(String(over.headers['www-authenticate']), /error="invalid_token"/)
    platform.clock.set('2026-03-04T09:00:00Z')
    assert.equal((await bySecret(product, client, '192.0.2.7')).status, 401, 'its last day is over')
  })

  it('says how many calls are left, refuses more than its rate, and a call it has no right to', async () => {
    const { platform, product } = await start()
    const machine = await machineClient(platform, product, { scopes: ['events:read'], rate: 2 })
    const first = await machine.call('GET', feed)
    assert.equal(first.headers['ratelimit-policy'], '"client";q=2;w=60')
    assert.equal(first.headers.ratelimit, '"client";r=1;t=60')
    await machine.call('GET', feed)
    const third = await machine.call('GET', feed)
    assert.equal(codeOf(third), 'too_often')
    assert.equal(third.headers['retry-after'], '60')
    platform.clock.advance(minute)
    assert.equal((await machine.call('GET', feed)).status, 200)
    const other = await machineClient(platform, product, { scopes: ['people:read'] })
    const refused = await other.call('GET', feed)
    assert.equal(refused.status, 403)
    assert.match(String(refused.headers['www-authenticate']), /insufficient_scope", scope="events:read"/)
    const client = product.browser()
    await client.signUp('+79161234567')
    assert.equal((await client.call('GET', feed)).status, 401, 'a cookie is nothing here')
  })

  it('bad input: each refusal of the token endpoint in the words of RFC 6749, each field of the form by name', async () => {
    const { product, boss } = await start()
    const client = await make(boss)
    const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
    const errors = [
      [await token(product, { grant_type: 'password' }), 400, 'unsupported_grant_type'],
      [await token(product, {}), 401, 'invalid_client'],
      [await token(product, { client_id: client.id, client_secret: 'wrong' }), 401, 'invalid_client'],
      [await token(product, {}, basic(`${client.id}:wrong`)), 401, 'invalid_client'],
      [await token(product, { client_secret: client.secret }, basic(`${client.id}:x`)), 400, 'invalid_request'],
      [await token(product, { client_assertion: 'x' }), 400, 'invalid_request'],
    ] as const
    for (const [answer, status, error] of errors) {
      assert.equal(answer.status, status, answer.text)
      assert.equal((answer.body as { error: string }).error, error)
    }
    const wrong = [
      [{ addresses: ['10.0.0.0/33'] }, 'addresses'],
      [{ until: '2026-02-30' }, 'until'],
      [{ until: '2026-03-01' }, 'until'],
      [{ jwks: '{"keys":[]}' }, 'jwks'],
      [{ jwks: '{' }, 'jwks'],
      [{ scopes: [] }, 'scopes'],
      [{ name: '  ' }, 'name'],
      [{ rate: 0 }, 'rate'],
    ] as const
    for (const [changes, field] of wrong) {
      const answer = await boss.call('POST', '/service/office/machines', { ...given, ...changes }, boss.key())
      assert.equal(answer.status, 400, answer.text)
      assert.ok(answer.text.includes(`"field":"${field}`), answer.text)
    }
  })
})
