import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fromRoubles } from '#contract/money.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { reviewBench } from './review-bench.ts'

const minute = 60_000

async function shift(platform: TestPlatform) {
  const bench = reviewBench(platform)
  const [anna, boris, vera] = [
    await bench.addStaff('Анна'),
    await bench.addStaff('Борис'),
    await bench.addStaff('Вера', 'supervisor'),
  ]
  const next = (who: string) => bench.within((tx) => bench.leases.takeNext(tx, who))
  const assign = (id: string, to: string | null, by = vera) => bench.within((tx) => bench.shift.assign(tx, id, to, by))
  const loads = async () =>
    new Map(
      (await bench.shift.now()).reviewers.map(({ id, inHand, assigned, doneToday }) => [
        id,
        [inHand, assigned, doneToday],
      ]),
    )
  return { bench, anna, boris, vera, next, assign, loads }
}

onBothDatabases('O14: the shift', (open) => {
  it('what a supervisor gives to one reviewer comes to them first and to nobody else, for an hour', async () => {
    const platform = await open()
    const { bench, anna, boris, next, assign } = await shift(platform)
    const ids: string[] = []
    for (let n = 0; n < 4; n += 1) {
      ids.push(await bench.queued())
      platform.clock.advance(minute)
    }
    const [first, second, third, fourth] = ids as [string, string, string, string]
    await assign(third, anna)
    await assign(first, boris)
    assert.deepEqual(
      (await bench.queue.page(anna, { tab: 'mine' })).items.map(({ id, assignee }) => [id, assignee]),
      [[third, 'Анна']],
    )
    assert.equal(await next(anna), third)
    assert.equal(await next(anna), second)
    assert.equal(await next(anna), fourth)
    assert.equal(await next(anna), null)
    platform.clock.advance(60 * minute)
    assert.equal(await next(anna), null)
    platform.clock.advance(1)
    assert.equal(await next(anna), first)
  })

  it('is moved out of another’s hands; nothing they marked is lost, and they hear that it is gone', async () => {
    const platform = await open()
    const { bench, anna, boris, vera, next, assign, loads } = await shift(platform)
    const id = await bench.queued()
    assert.equal(await next(anna), id)
    await bench.verdict(id, 9, anna, 'ok')
    platform.clock.advance(3 * minute)
    const [row] = (await bench.shift.now()).requests
    assert.deepEqual(
      [row?.holder?.staff, row?.holder?.since],
      ['Анна', new Date(platform.clock.now().getTime() - 3 * minute).toISOString()],
    )
    assert.deepEqual(
      [await loads()].map((of) => [of.get(anna), of.get(boris)]),
      [
        [
          [1, 0, 0],
          [0, 0, 0],
        ],
      ],
    )
    await assign(id, boris)
    assert.deepEqual(
      [await loads()].map((of) => [of.get(anna), of.get(boris)]),
      [
        [
          [0, 0, 0],
          [0, 1, 0],
        ],
      ],
    )
    await assert.rejects(bench.verdict(id, 10, anna, 'ok'), { code: 'lease_lost' })
    assert.equal(await next(anna), null)
    assert.equal(await next(boris), id)
    assert.equal((await bench.page(id, boris)).items.find(({ step }) => step === 9)?.verdict?.verdict, 'ok')
    await bench.allOk(id, boris)
    await bench.approve(id, boris)
    assert.deepEqual((await loads()).get(boris), [0, 0, 1])
    await assert.rejects(assign(id, anna), { code: 'state_conflict' })
    assert.equal((await loads()).get(vera)?.[2], 0)
  })

  it('refuses who does not review, who has left, and the first approver for the second look; is taken back', async () => {
    const platform = await open()
    const bench = reviewBench(platform, { secondPersonFrom: fromRoubles(8000) })
    const [anna, boris, cleo] = [
      await bench.addStaff('Анна'),
      await bench.addStaff('Борис'),
      await bench.addStaff('Клио', 'accountant'),
    ]
    const assign = (id: string, to: string | null) => bench.within((tx) => bench.shift.assign(tx, id, to, 'vera'))
    const id = await bench.queued()
    for (const to of [cleo, 'nobody']) await assert.rejects(assign(id, to), { code: 'not_found' })
    const left = bench.members.get(boris)
    if (left) bench.members.set(boris, { ...left, disabled: true })
    await assert.rejects(assign(id, boris), { code: 'not_found' })
    await bench.take(id, anna)
    await bench.allOk(id, anna)
    await bench.approve(id, anna)
    await assert.rejects(assign(id, anna), { code: 'second_person' })
    if (left) bench.members.set(boris, left)
    await assign(id, boris)
    await assign(id, null)
    const { requests, waiting, held } = await bench.shift.now()
    assert.deepEqual([requests[0]?.assigned, waiting, held], [undefined, 1, 0])
  })

  it('no request is given out twice while it is assigned and taken at once', async () => {
    const platform = await open()
    const { bench, anna, boris, next, assign } = await shift(platform)
    for (let n = 0; n < 12; n += 1) await bench.queued()
    const ids = (await bench.shift.now()).requests.map(({ id }) => id)
    const taken = await Promise.all(
      [
        ...ids.map((id, n) => assign(id, n % 2 ? anna : boris).then(() => null)),
        ...Array.from({ length: 12 }, (_, n) => next(n % 2 ? anna : boris)),
      ].map((work) => work.catch(() => null)),
    )
    const got = taken.filter((id) => id !== null)
    const { requests, waiting, held } = await bench.shift.now()
    assert.equal(new Set(requests.map(({ id }) => id)).size, 12)
    assert.equal(waiting + held, 12)
    assert.ok(requests.filter(({ holder }) => holder).length === held)
    assert.ok(got.length >= held)
  })
})
