import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'
import { officeBench } from './office-bench.ts'

type Grant = { id: string; staffId: string; kind: string; role: string; mayConfirm: boolean }

onBothDatabases('Rights of the staff', (open) => {
  /** Two administrators at work, and how they give rights. */
  async function two() {
    const platform = await open()
    const bench = await officeBench(platform)
    const [anna, boris] = [await bench.add('anna', 'administrator'), await bench.add('boris', 'administrator')]
    const [hers, his] = [await bench.signIn(anna), await bench.signIn(boris)]
    const grants = async (session: string) =>
      JSON.parse((await bench.call('GET', '/staff', session)).body).grants as Grant[]
    return {
      ...bench,
      platform,
      anna,
      boris,
      hers,
      his,
      grants,
      decide: async (session: string, id: string, confirm = true) =>
        (await bench.call('POST', `/grants/${id}`, session, { confirm })).code ?? 'done',
      roleOf: async (id: string) => (await bench.office.staff.read(id)).role,
    }
  }

  it('take effect at once while there is one administrator', async () => {
    const bench = await officeBench(await open())
    const session = await bench.signIn(await bench.add('anna', 'administrator'))
    const vera = await bench.add('vera', 'verifier')
    const { body } = await bench.call('POST', `/staff/${vera.id}`, session, { role: 'supervisor' })
    assert.deepEqual(JSON.parse(body), { pending: false })
    assert.equal((await bench.office.staff.read(vera.id)).role, 'supervisor')
  })

  it('wait for the other one of two: not for the same again, not for the one who gets them', async () => {
    const { add, call, hers, his, grants, decide, roleOf, boris } = await two()
    const vera = await add('vera', 'verifier')
    assert.equal((await call('POST', `/staff/${vera.id}`, hers, { role: 'administrator' })).status, 200)
    assert.equal(await roleOf(vera.id), 'verifier')
    const [grant] = await grants(hers)
    assert.deepEqual([grant?.kind, grant?.role, grant?.mayConfirm], ['role', 'administrator', false])
    assert.equal(await decide(hers, grant?.id ?? ''), 'second_person')
    assert.equal((await call('POST', `/staff/${vera.id}`, hers, { role: 'supervisor' })).code, 'state_conflict')
    assert.equal(await decide(his, grant?.id ?? ''), 'done')
    assert.equal(await roleOf(vera.id), 'administrator')
    assert.equal(await decide(his, grant?.id ?? ''), 'not_found')
    // Vera may not raise herself, and the lowered Boris not himself either.
    await call('POST', `/staff/${boris.id}`, hers, { role: 'verifier' })
    assert.equal(await roleOf(boris.id), 'verifier')
    assert.equal((await call('GET', '/staff', his)).code, 'forbidden')
  })

  it('keep a new account closed until it is confirmed', async () => {
    const { call, hers, his, grants, decide, tryIn, platform } = await two()
    const body = { login: 'vera', name: 'Вера', role: 'verifier' }
    const made = JSON.parse((await call('POST', '/staff', hers, body, 'once-and-only')).body)
    assert.equal(made.pending, true)
    const vera = JSON.parse((await call('POST', '/invitation', undefined, { token: made.invitation.token })).body)
    assert.equal((await tryIn(vera)).status, 401)
    assert.equal((await call('POST', `/staff/${made.staff.id}`, hers, { disabled: false })).code, 'state_conflict')
    const [grant] = await grants(his)
    assert.equal(await decide(his, grant?.id ?? ''), 'done')
    platform.clock.advance(60_000)
    assert.equal((await tryIn(vera)).status, 200)
  })

  it('are taken away at once, and what was asked for goes with them', async () => {
    const { add, call, hers, his, grants, decide, roleOf } = await two()
    const vera = await add('vera', 'verifier')
    await call('POST', `/staff/${vera.id}`, hers, { role: 'supervisor' })
    const [grant] = await grants(his)
    await call('POST', `/staff/${vera.id}`, his, { disabled: true })
    assert.deepEqual(await grants(his), [])
    assert.equal(await decide(his, grant?.id ?? ''), 'not_found')
    assert.equal(await roleOf(vera.id), 'verifier')
    await call('POST', `/staff/${vera.id}`, hers, { disabled: false })
    const [opening] = await grants(his)
    assert.equal(opening?.kind, 'open')
    assert.equal(await decide(hers, opening?.id ?? '', false), 'done')
    assert.deepEqual(await grants(his), [])
  })

  it('are not confirmed when the one who asked may give none any more', async () => {
    const { add, call, hers, his, grants, decide, anna } = await two()
    const vera = await add('vera', 'verifier')
    await call('POST', `/staff/${vera.id}`, hers, { role: 'supervisor' })
    const [grant] = await grants(his)
    await call('POST', `/staff/${anna.id}`, his, { disabled: true })
    assert.equal(await decide(his, grant?.id ?? ''), 'state_conflict')
  })
})
