import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'
import { officeBench } from './office-bench.ts'

const day = 24 * 3600_000
type Page = { items: { event: string; at: string }[]; people: { id: string; name: string }[] }

onBothDatabases('The page of the journal', (open) => {
  it('is narrowed by person, event and days of the lender’s zone, and refuses a day that is none', async () => {
    const platform = await open()
    const bench = await officeBench(platform)
    const [anna, boris] = [await bench.add('anna', 'supervisor'), await bench.add('boris', 'supervisor')]
    const first = platform.clock.now()
    await bench.signIn(boris)
    platform.clock.advance(2 * day)
    const session = await bench.signIn(anna)
    const read = async (query: string) => {
      const { status, body } = await bench.call('GET', `/journal?${query}`, session)
      assert.equal(status, 200, body)
      return JSON.parse(body) as Page
    }
    const events = async (query: string) => (await read(query)).items.map(({ event }) => event)
    assert.deepEqual(await events(''), ['staff.signIn', 'staff.signIn', 'staff.add', 'staff.add'])
    assert.deepEqual(await events(`actor=${boris.id}`), ['staff.signIn'])
    assert.deepEqual(await events('event=staff.add'), ['staff.add', 'staff.add'])
    const [early, late] = [first, platform.clock.now()].map((at) => at.toISOString().slice(0, 10))
    assert.deepEqual(await events(`from=${late}`), ['staff.signIn'])
    assert.deepEqual(await events(`until=${early}`), ['staff.signIn', 'staff.add', 'staff.add'])
    assert.deepEqual(await events(`from=${early}&until=${late}&event=staff.signIn&actor=${anna.id}`), ['staff.signIn'])
    assert.deepEqual(
      (await read('')).people.map(({ name }) => name),
      ['Сотрудник anna', 'Сотрудник boris'],
    )
    const refused = await bench.call('GET', '/journal?from=31.02.2026', session)
    assert.equal(refused.code, 'bad_request')
    assert.match(refused.body, /"from"/)
  })
})
