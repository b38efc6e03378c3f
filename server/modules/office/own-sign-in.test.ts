import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { onBothDatabases } from '#server/testing/bench.ts'
import { officeBench } from './office-bench.ts'

const minute = 60_000
const next = 'a password of my own'

onBothDatabases('A member’s own sign-in', (open) => {
  async function start() {
    const platform = await open()
    const bench = await officeBench(platform)
    const anna = await bench.add('anna', 'verifier')
    const [other, session] = [await bench.signIn(anna), await bench.signIn(anna)]
    platform.clock.advance(minute)
    const { password } = anna
    const inside = async (token: string | undefined) => (await bench.call('GET', '/me', token)).status
    const events = async (like: string) =>
      (
        await sql<{ event: string }>`select event from journal where event like ${like} order by seq`.execute(
          platform.db,
        )
      ).rows
    return { ...bench, platform, anna, other, session, password, inside, events }
  }

  it('changes its password by both factors: other sessions end, this one goes on by a new cookie', async () => {
    const { call, totp, tryIn, platform, anna, other, session, password, inside, events } = await start()
    const change = (body: object) => call('POST', '/me/password', session, body)
    assert.equal((await change({ password: 'wrong', totp: totp(anna), next })).code, 'sign_in_wrong')
    assert.equal((await change({ password, totp: '000000', next })).code, 'sign_in_wrong')
    assert.equal((await change({ password, totp: totp(anna), next: 'short' })).code, 'bad_request')
    assert.equal((await change({ password, totp: totp(anna), next: password })).code, 'invalid_answers')
    assert.equal(await inside(other), 200)
    const { status, cookie } = await change({ password, totp: totp(anna), next })
    assert.equal(status, 204)
    assert.deepEqual([await inside(other), await inside(session), await inside(cookie?.value)], [401, 401, 200])
    platform.clock.advance(minute)
    assert.equal((await tryIn(anna)).status, 401)
    assert.equal((await tryIn(anna, { password: next })).status, 200)
    assert.equal((await events('staff.password')).length, 1)
  })

  it('makes whoever guesses at a screen left open wait ever longer', async () => {
    const { call, session, totp, anna } = await start()
    const guess = () => call('POST', '/me/password', session, { password: 'guess', totp: totp(anna), next })
    for (let n = 0; n < 10; n += 1) assert.equal((await guess()).code, 'sign_in_wrong')
    assert.equal((await guess()).code, 'too_often')
  })

  it('takes another authenticator once its first code is given; until then the one before holds', async () => {
    const { call, totp, tryIn, platform, anna, other, session, password, inside, events } = await start()
    const begin = () => call('POST', '/me/authenticator', session, { password, totp: totp(anna) })
    const confirm = (code: string) => call('POST', '/me/authenticator/confirmation', session, { totp: code })
    assert.equal((await confirm(totp(anna))).code, 'invalid_answers', 'nothing was begun')
    const { totpSecret } = JSON.parse((await begin()).body) as { totpSecret: string }
    const phone = { ...anna, totpSecret }
    platform.clock.advance(minute)
    assert.equal((await confirm(totp(anna))).code, 'invalid_answers', 'a code of the one before')
    assert.equal((await tryIn(anna)).status, 200)
    const { status, cookie } = await confirm(totp(phone))
    assert.equal(status, 204)
    assert.deepEqual([await inside(other), await inside(cookie?.value)], [401, 200])
    assert.equal((await tryIn(phone)).status, 401, 'its code is spent')
    platform.clock.advance(minute)
    assert.equal((await tryIn(anna)).status, 401)
    assert.equal((await tryIn(phone)).status, 200)
    assert.equal((await events('staff.authenticator')).length, 1)
  })

  it('forgets an authenticator that was begun and left for ten minutes', async () => {
    const { call, totp, platform, anna, session, password } = await start()
    const { body } = await call('POST', '/me/authenticator', session, { password, totp: totp(anna) })
    platform.clock.advance(10 * minute)
    const code = totp({ ...anna, ...(JSON.parse(body) as { totpSecret: string }) })
    const { code: said } = await call('POST', '/me/authenticator/confirmation', session, { totp: code })
    assert.equal(said, 'invalid_answers')
  })

  it('of another is reset by two administrators, then a new link lets in', async () => {
    const { add, signIn, call, tryIn, platform, anna, session, inside, events } = await start()
    const [first, second] = [await add('vera', 'administrator'), await add('gleb', 'administrator')]
    const [hers, his] = [await signIn(first), await signIn(second)]
    const reset = () => call('POST', `/staff/${anna.id}/reset`, hers)
    assert.deepEqual(JSON.parse((await reset()).body), { pending: true })
    assert.equal((await reset()).code, 'state_conflict')
    assert.equal(await inside(session), 200, 'nothing has happened yet')
    assert.equal((await call('POST', `/staff/${anna.id}/invitation`, hers)).code, 'state_conflict')
    const { grants } = JSON.parse((await call('GET', '/staff', his)).body)
    assert.deepEqual([grants[0].kind, grants[0].staffId], ['reset', anna.id])
    const yes = (by: string) => call('POST', `/grants/${grants[0].id}`, by, { confirm: true })
    assert.equal((await yes(hers)).code, 'second_person')
    assert.equal((await yes(his)).status, 204)
    assert.equal(await inside(session), 401)
    platform.clock.advance(minute)
    assert.equal((await tryIn(anna)).status, 401)
    const { token } = JSON.parse((await call('POST', `/staff/${anna.id}/invitation`, his)).body)
    const fresh = JSON.parse((await call('POST', '/invitation', undefined, { token })).body)
    assert.equal((await tryIn(fresh)).status, 200)
    assert.equal((await call('POST', `/staff/${anna.id}/invitation`, his)).code, 'state_conflict', 'is in again')
    assert.deepEqual(
      (await events('staff.grant%')).map(({ event }) => event),
      ['staff.grantAsk', 'staff.grantConfirm'],
    )
  })

  it('is reset by a sole administrator at once, but never that of another administrator, nor one’s own', async () => {
    const { add, signIn, call, anna, session, inside, events } = await start()
    const [first, second] = [await add('vera', 'administrator'), await add('gleb', 'administrator')]
    const hers = await signIn(first)
    const reset = async (id: string) => call('POST', `/staff/${id}/reset`, hers)
    assert.equal((await reset(second.id)).code, 'second_person')
    assert.equal((await reset(first.id)).code, 'state_conflict')
    await call('POST', `/staff/${second.id}`, hers, { role: 'verifier' })
    assert.deepEqual(JSON.parse((await reset(anna.id)).body), { pending: false })
    assert.equal(await inside(session), 401)
    assert.equal((await events('staff.reset')).length, 1)
    assert.equal((await call('POST', `/staff/${anna.id}/reset`, session)).code, 'not_signed_in')
  })
})
