import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { Secret } from '#server/platform/secret.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { officeBench } from './office-bench.ts'

const second = 1000
const minute = 60 * second

onBothDatabases('The office’s door', (open) => {
  it('lets in by password and code, with a cookie no script and no other site gets', async () => {
    const bench = await officeBench(await open())
    const anna = await bench.add('anna', 'verifier')
    const { status, cookie, body } = await bench.tryIn(anna, { login: ' ANNA ' })
    assert.equal(status, 200)
    assert.deepEqual(
      [cookie?.httpOnly, cookie?.secure, cookie?.sameSite, cookie?.path, cookie?.domain],
      [true, true, 'Strict', '/', undefined],
    )
    assert.doesNotMatch(body, new RegExp(cookie?.value ?? 'none'))
    assert.match((await bench.call('GET', '/me', cookie?.value)).body, /Сотрудник anna/)
  })

  it('answers wrong login, password, code and a disabled account the same', async () => {
    const platform = await open()
    const bench = await officeBench(platform)
    const anna = await bench.add('anna', 'verifier')
    const boris = await bench.add('boris', 'verifier')
    await platform.transact((tx) =>
      bench.office.staff.change(tx, boris.id, { disabled: true }, { kind: 'system', id: 'x' }),
    )
    const wrong = String((Number(bench.totp(anna)) + 1) % 1_000_000).padStart(6, '0')
    const answers = [
      await bench.tryIn(anna, { login: 'nobody' }),
      await bench.tryIn(anna, { password: 'not the password' }),
      await bench.tryIn(anna, { totp: wrong }),
      await bench.tryIn(boris),
    ]
    const bodies = answers.map(({ body }) => body.replace(/"traceId":"[^"]*"/, ''))
    assert.equal(new Set(bodies).size, 1)
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([401]))
  })

  it('takes a code of the step before and after, and each once', async () => {
    const platform = await open()
    const bench = await officeBench(platform)
    const anna = await bench.add('anna', 'verifier')
    const attempt = async (shift: number) => (await bench.tryIn(anna, { totp: bench.totp(anna, shift) })).status
    assert.deepEqual([await attempt(-60), await attempt(-30), await attempt(-30)], [401, 200, 401])
    assert.deepEqual([await attempt(30), await attempt(0), await attempt(90)], [200, 401, 401])
  })

  it('lets one of many parallel sign-ins with one code in', async () => {
    const bench = await officeBench(await open())
    const anna = await bench.add('anna', 'verifier')
    const tries = await Promise.all(Array.from({ length: 8 }, () => bench.tryIn(anna)))
    assert.equal(tries.filter(({ status }) => status === 200).length, 1)
  })

  it('waits ever longer after ten failures, for known and unknown logins alike, and 15 minutes at most', async () => {
    const platform = await open()
    const bench = await officeBench(platform)
    const anna = await bench.add('anna', 'verifier')
    for (const login of ['anna', 'nobody']) {
      const fails = async () => {
        platform.clock.advance(16 * minute)
        return (await bench.tryIn(anna, { login, password: 'wrong' })).status
      }
      for (let n = 0; n < 10; n += 1) assert.equal(await fails(), 401)
      const next = await bench.tryIn(anna, { login })
      assert.deepEqual([next.status, next.details?.retryAfter], [429, 1])
      for (let n = 0; n < 15; n += 1) await fails()
      assert.equal((await bench.tryIn(anna, { login })).details?.retryAfter, 900)
      platform.clock.advance(15 * minute)
    }
    assert.equal((await bench.tryIn(anna)).status, 200)
  })

  it('ends a session after 15 quiet minutes, which polls do not break, and after 8 hours in any case', async () => {
    const platform = await open()
    const bench = await officeBench(platform)
    const anna = await bench.add('anna', 'verifier')
    const status = async (session: string) => (await bench.call('GET', '/me', session)).status
    const idle = await bench.signIn(anna)
    platform.clock.advance(14 * minute)
    const http = { cookies: { '__Host-zayavka-office': idle } } as never
    assert.ok(await bench.office.staffDoorkeeper(http, true))
    platform.clock.advance(minute)
    assert.equal(await status(idle), 401)
    const busy = await bench.signIn(anna)
    for (let n = 0; n < 47; n += 1) {
      platform.clock.advance(10 * minute)
      assert.equal(await status(busy), 200)
    }
    platform.clock.advance(10 * minute)
    assert.equal(await status(busy), 401)
  })

  it('kills the session on signing out', async () => {
    const bench = await officeBench(await open())
    const session = await bench.signIn(await bench.add('anna', 'verifier'))
    assert.equal((await bench.call('DELETE', '/session', session)).status, 204)
    assert.equal((await bench.call('GET', '/me', session)).status, 401)
  })

  it('cuts off a disabled member and follows a change of role with the next request', async () => {
    const bench = await officeBench(await open())
    const admin = await bench.add('admin', 'administrator')
    const anna = await bench.add('anna', 'verifier')
    const [head, hers] = [await bench.signIn(admin), await bench.signIn(anna)]
    const journal = async () => (await bench.call('GET', '/journal', hers)).status
    assert.equal(await journal(), 403)
    assert.equal((await bench.call('POST', `/staff/${anna.id}`, head, { role: 'supervisor' })).status, 200)
    assert.equal(await journal(), 200)
    assert.equal((await bench.call('POST', `/staff/${anna.id}`, head, { disabled: true })).status, 200)
    assert.equal(await journal(), 401)
    await bench.call('POST', `/staff/${anna.id}`, head, { disabled: false })
    assert.equal(await journal(), 401)
  })

  it('lets each role do what is its own, and nobody anything without a session', async () => {
    const bench = await officeBench(await open())
    const staff = { login: 'new', name: 'Новый', role: 'verifier' }
    const asked = [
      ['GET', '/me'],
      ['GET', '/rules'],
      ['GET', '/journal'],
      ['GET', '/staff'],
    ] as const
    const matrix: Record<string, number[]> = {}
    for (const role of ['verifier', 'supervisor', 'administrator'] as const) {
      const session = await bench.signIn(await bench.add(role, role))
      matrix[role] = []
      for (const [method, path] of asked) matrix[role]?.push((await bench.call(method, path, session)).status)
      matrix[role]?.push((await bench.call('POST', '/staff', session, staff, `key-of-${role}`)).status)
    }
    assert.deepEqual(matrix, {
      verifier: [200, 200, 403, 403, 403],
      supervisor: [200, 200, 200, 403, 403],
      administrator: [200, 200, 200, 200, 201],
    })
    for (const [method, path] of asked) assert.equal((await bench.call(method, path)).status, 401)
    assert.equal((await bench.call('POST', '/staff', 'x'.repeat(43), staff, 'key-of-nobody')).status, 401)
  })

  it('I3: invites a new member by a link that opens once; the one who opens it alone sees what they sign in with', async () => {
    const platform = await open()
    const bench = await officeBench(platform)
    const session = await bench.signIn(await bench.add('admin', 'administrator'))
    const given = { login: 'Vera', name: 'Вера', role: 'verifier' }
    const added = (await bench.call('POST', '/staff', session, given, 'key-of-vera-1')).reply
    assert.doesNotMatch(added.body, /password|totp/)
    const { staff, invitation } = added.json()
    const spend = (token: string) => bench.call('POST', '/invitation', undefined, { token })
    const vera = JSON.parse((await spend(invitation.token)).body)
    assert.ok(vera.password.length >= 12)
    assert.equal((await spend(invitation.token)).code, 'invitation_over')
    assert.equal((await bench.tryIn(vera)).status, 200)
    assert.equal((await bench.call('POST', `/staff/${staff.id}/invitation`, session)).code, 'state_conflict')
    const again = await bench.call('POST', '/staff', session, { ...given, login: 'vera ' }, 'key-of-vera-2')
    assert.deepEqual([again.status, again.code], [400, 'invalid_answers'])
    assert.doesNotMatch((await bench.call('GET', '/staff', session)).body, /argon2|totp|password/)
    const { rows } = await sql<{ all: string }>`select staff_invitation::text as all from staff_invitation`.execute(
      platform.db,
    )
    assert.equal(rows.filter(({ all }) => all.includes(invitation.token)).length, 0)
  })

  it('I3: a newer link kills the older, and none is good for longer than a day', async () => {
    const platform = await open()
    const bench = await officeBench(platform)
    const session = await bench.signIn(await bench.add('admin', 'administrator'))
    const given = { login: 'vera', name: 'Вера', role: 'verifier' }
    const { staff, invitation } = (await bench.call('POST', '/staff', session, given, 'key-of-vera-1')).reply.json()
    const renew = async () =>
      JSON.parse((await bench.call('POST', `/staff/${staff.id}/invitation`, session)).body).token
    const spend = (token: string) => bench.call('POST', '/invitation', undefined, { token })
    const second = await renew()
    assert.equal((await spend(invitation.token)).code, 'invitation_over')
    platform.clock.advance(24 * 3600_000)
    assert.equal((await spend(second)).code, 'invitation_over')
    const fresh = await bench.signIn(await bench.add('head', 'administrator'))
    const third = JSON.parse((await bench.call('POST', `/staff/${staff.id}/invitation`, fresh)).body).token
    const taken = await Promise.all(Array.from({ length: 8 }, () => spend(third)))
    assert.equal(taken.filter(({ status }) => status === 200).length, 1)
  })

  it('does not let administrators cut off or demote themselves', async () => {
    const bench = await officeBench(await open())
    const admin = await bench.add('admin', 'administrator')
    const session = await bench.signIn(admin)
    for (const change of [{ disabled: true }, { role: 'verifier' }])
      assert.equal((await bench.call('POST', `/staff/${admin.id}`, session, change)).code, 'state_conflict')
    assert.equal((await bench.call('POST', '/staff/unknown', session, { disabled: true })).code, 'not_found')
  })

  it('reads the journal newest first, page after page, with names for ids', async () => {
    const bench = await officeBench(await open())
    for (let n = 0; n < 105; n += 1) await bench.add(`member-${n}`, 'verifier')
    const session = await bench.signIn(await bench.add('head', 'supervisor'))
    const first = (await bench.call('GET', '/journal', session)).reply.json()
    assert.deepEqual([first.items[0].event, first.items[0].actor], ['staff.signIn', 'Сотрудник head'])
    assert.equal(first.items.length, 100)
    const second = (await bench.call('GET', `/journal?after=${first.next}`, session)).reply.json()
    assert.deepEqual([second.items.at(-1).event, second.next], ['staff.add', undefined])
    const seen = [...first.items, ...second.items].map(({ id }: { id: string }) => id)
    assert.equal(new Set(seen).size, 107)
  })

  it('makes the first administrator of a demo once, and none in production', async () => {
    const platform = await open()
    const bench = await officeBench(platform)
    const made = await Promise.all([bench.office.ensureFirstStaff(), bench.office.ensureFirstStaff()])
    const first = made.find(Boolean)
    assert.equal(made.filter(Boolean).length, 1)
    assert.ok(first)
    assert.equal((await bench.tryIn(first)).status, 200)
    assert.equal(await bench.office.ensureFirstStaff(), null)
    const production = await officeBench(await open({ config: { production: true } }))
    assert.equal(await production.office.ensureFirstStaff(), null)
  })

  it('takes the demo’s administrator from the environment, and refuses a weak one', async () => {
    const given = (password: string, totpSecret: string) => ({
      config: { office: { login: 'head', password: new Secret(password), totpSecret: new Secret(totpSecret) } },
    })
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    const bench = await officeBench(await open(given('a long enough one', secret)))
    const first = await bench.office.ensureFirstStaff()
    assert.ok(first)
    assert.deepEqual([first.login, first.password, first.totpSecret], ['head', 'a long enough one', secret])
    assert.equal((await bench.tryIn(first)).status, 200)
    assert.ok(await bench.office.ensureFirstStaff())
    const short = await officeBench(await open(given('short', secret)))
    await assert.rejects(short.office.ensureFirstStaff(), /OFFICE_PASSWORD is shorter than 12/)
    const weak = await officeBench(await open(given('a long enough one', 'JBSWY3DPEHPK3PX')))
    await assert.rejects(weak.office.ensureFirstStaff(), /OFFICE_TOTP_SECRET is to be 16/)
  })
})
