import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'
import { code } from '#server/testing/failure.ts'
import { reviewBench } from './review-bench.ts'

const minute = 60_000

onBothDatabases('Taking requests for review', (open) => {
  it('gives the request that has waited longest, then the next, then nothing', async () => {
    const platform = await open()
    const bench = reviewBench(platform)
    const anna = await bench.addStaff('Анна')
    const first = await bench.queued()
    platform.clock.advance(minute)
    const second = await bench.queued()
    const take = () => bench.within((tx) => bench.leases.takeNext(tx, anna))
    assert.deepEqual([await take(), await take(), await take()], [first, second, null])
    assert.equal(await bench.state(first), 'InReview')
  })

  it('gives each of 200 requests once to two reviewers who take at the same time', async () => {
    const bench = reviewBench(await open())
    const staff = [await bench.addStaff('Анна'), await bench.addStaff('Борис')]
    const queued = new Set<string>()
    for (let n = 0; n < 200; n += 1) queued.add(await bench.queued())
    const taken: string[] = []
    const work = async (staffId: string) => {
      for (;;) {
        const id = await bench.within((tx) => bench.leases.takeNext(tx, staffId))
        if (!id) return
        taken.push(id)
      }
    }
    await Promise.all(staff.map(work))
    assert.equal(taken.length, 200)
    assert.deepEqual(new Set(taken), queued)
  })

  it('lets one of two who take the same request have it', async () => {
    const bench = reviewBench(await open())
    const [anna, boris] = [await bench.addStaff('Анна'), await bench.addStaff('Борис')]
    await bench.queued()
    const found = await Promise.all([anna, boris].map((who) => bench.within((tx) => bench.leases.takeNext(tx, who))))
    assert.equal(found.filter(Boolean).length, 1)
  })

  it('puts a request back when its lease is over, keeps the verdicts, and refuses what its holder still sends', async () => {
    const platform = await open()
    const bench = reviewBench(platform)
    const [anna, boris] = [await bench.addStaff('Анна'), await bench.addStaff('Борис')]
    const id = await bench.queued()
    await bench.take(id, anna)
    await bench.verdict(id, 9, anna, 'ok')
    await bench.verdict(id, 10, anna, 'fix')
    platform.clock.advance(15 * minute)
    await platform.jobs.runSweep('review.leases')
    assert.equal(await bench.state(id), 'Queued')
    await assert.rejects(bench.verdict(id, 25, anna, 'ok'), code('lease_lost'))
    await assert.rejects(bench.sendBack(id, anna), code('lease_lost'))
    await bench.take(id, boris)
    const { items } = await bench.page(id, boris)
    const verdicts = Object.fromEntries(items.map((item) => [item.step, item.verdict?.verdict]))
    assert.deepEqual(verdicts, { 10: 'fix', 9: 'ok', 25: undefined })
  })

  it('keeps a request in hand as long as its lease is renewed', async () => {
    const platform = await open()
    const bench = reviewBench(platform)
    const anna = await bench.addStaff('Анна')
    const id = await bench.queued()
    await bench.take(id, anna)
    for (let n = 0; n < 5; n += 1) {
      platform.clock.advance(10 * minute)
      await bench.within((tx) => bench.leases.renew(tx, id, anna))
      await platform.jobs.runSweep('review.leases')
    }
    assert.equal(await bench.state(id), 'InReview')
  })

  it('lets a colleague take over, and leaves an event that names both', async () => {
    const bench = reviewBench(await open())
    const [anna, boris] = [await bench.addStaff('Анна'), await bench.addStaff('Борис')]
    const id = await bench.queued()
    await bench.take(id, anna)
    await bench.take(id, boris)
    const { lease, events } = await bench.page(id, boris)
    assert.equal(lease.mine, true)
    const taken = events.find(({ what }) => what === 'Перешла к другому сотруднику')
    assert.deepEqual([taken?.who, taken?.note], ['Борис', 'была у сотрудника: Анна'])
    await assert.rejects(
      bench.within((tx) => bench.leases.renew(tx, id, anna)),
      code('lease_lost'),
    )
  })

  it('tells who else has the request open', async () => {
    const platform = await open()
    const bench = reviewBench(platform)
    const [anna, boris] = [await bench.addStaff('Анна'), await bench.addStaff('Борис')]
    const id = await bench.queued()
    await bench.take(id, anna)
    await bench.page(id, boris)
    const others = async () => (await bench.within((tx) => bench.leases.renew(tx, id, anna))).others
    assert.deepEqual(await others(), [boris])
    platform.clock.advance(3 * minute)
    assert.deepEqual(await others(), [])
  })

  it('refuses to take what is not waiting, and what is not there', async () => {
    const bench = reviewBench(await open())
    const anna = await bench.addStaff('Анна')
    await assert.rejects(bench.take(await bench.fill(), anna), code('state_conflict'))
    await assert.rejects(bench.take('00000000-0000-4000-8000-000000000000', anna), code('not_found'))
  })

  it('puts a request back when its reviewer gives it up', async () => {
    const bench = reviewBench(await open())
    const anna = await bench.addStaff('Анна')
    const id = await bench.queued()
    await bench.take(id, anna)
    await bench.within((tx) => bench.leases.release(tx, id, anna))
    assert.equal(await bench.state(id), 'Queued')
    assert.equal(await bench.within((tx) => bench.leases.takeNext(tx, anna)), id)
  })
})
