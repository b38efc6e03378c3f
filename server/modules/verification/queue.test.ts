import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'
import { reviewBench } from './review-bench.ts'

const minute = 60_000
const hour = 60 * minute

onBothDatabases('The queue', (open) => {
  it('lists names shortened and passports masked, oldest first', async () => {
    const platform = await open()
    const bench = reviewBench(platform)
    const anna = await bench.addStaff('Анна')
    const first = await bench.queued()
    platform.clock.advance(minute)
    const second = await bench.queued()
    const { items, counters } = await bench.queue.page(anna, { tab: 'queued' })
    assert.deepEqual(
      items.map(({ id }) => id),
      [first, second],
    )
    assert.deepEqual([items[0]?.name, items[0]?.passport], ['Ёлкина\u00a0П.', '**\u00a0**\u00a0***456'])
    assert.deepEqual(counters, { queued: 2, mine: 0, returned: 0, all: 2 })
    assert.doesNotMatch(JSON.stringify(items), /4510123456|Проба/)
  })

  it('sorts requests into tabs as they move', async () => {
    const bench = reviewBench(await open())
    const [anna, boris] = [await bench.addStaff('Анна'), await bench.addStaff('Борис')]
    await bench.fill()
    const held = await bench.queued()
    const back = await bench.queued()
    await bench.take(held, anna)
    await bench.take(back, boris)
    await bench.verdict(back, 9, boris, 'fix')
    await bench.sendBack(back, boris)
    const ids = async (tab: 'mine' | 'returned' | 'queued') =>
      (await bench.queue.page(anna, { tab })).items.map(({ id }) => id)
    assert.deepEqual([await ids('mine'), await ids('returned'), await ids('queued')], [[held], [back], []])
    assert.deepEqual((await bench.queue.page(boris, { tab: 'mine' })).counters, {
      queued: 0,
      mine: 0,
      returned: 1,
      all: 2,
    })
  })

  it('finds by phone, surname and id, and by nothing else', async () => {
    const bench = reviewBench(await open())
    const anna = await bench.addStaff('Анна')
    const id = await bench.queued(10_000, '+79990000001')
    await bench.queued(10_000, '+79990000002')
    const found = async (search: string) =>
      (await bench.queue.page(anna, { tab: 'all', search })).items.map((item) => item.id)
    assert.deepEqual(await found('8 999 000-00-01'), [id])
    assert.deepEqual(await found(id.toUpperCase()), [id])
    assert.equal((await found(' ЕЛКИНА ')).length, 2)
    assert.deepEqual(await found('Ёлк%'), [])
    assert.deepEqual(await found("' or 1=1 --"), [])
  })

  it('pages without losing or repeating a request', async () => {
    const platform = await open()
    const bench = reviewBench(platform)
    const anna = await bench.addStaff('Анна')
    const made = new Set<string>()
    for (let n = 0; n < 70; n += 1) {
      if (n % 3 === 0) platform.clock.advance(minute)
      made.add(await bench.queued())
    }
    for (const tab of ['queued', 'all'] as const) {
      const first = await bench.queue.page(anna, { tab })
      const second = await bench.queue.page(anna, { tab, after: first.next })
      assert.deepEqual([first.items.length, second.items.length, second.next], [50, 20, undefined])
      assert.deepEqual(new Set([...first.items, ...second.items].map(({ id }) => id)), made)
    }
  })

  it('counts waiting in office hours, and stops the clock while the client corrects', async () => {
    const platform = await open()
    const bench = reviewBench(platform)
    const anna = await bench.addStaff('Анна')
    platform.clock.set('2026-03-02T16:00:00Z') // 19:00 in Moscow, the office closes at 20:00
    const id = await bench.queued()
    platform.clock.set('2026-03-03T06:30:00Z') // 9:30 the next day
    const waiting = async () => {
      const { items } = await bench.queue.page(anna, { tab: 'all' })
      return [items[0]?.waitingMinutes, items[0]?.late]
    }
    assert.deepEqual(await waiting(), [90, false])
    await bench.take(id, anna)
    await bench.verdict(id, 9, anna, 'fix')
    await bench.sendBack(id, anna)
    platform.clock.advance(5 * hour)
    assert.deepEqual(await waiting(), [90, false])
    await bench.accept(id, 9, { number: '4510123457' })
    await bench.send(id)
    platform.clock.advance(31 * minute)
    assert.deepEqual(await waiting(), [121, true])
  })

  it('shows whole data only in one’s own open lease, and writes every look to the journal', async () => {
    const platform = await open()
    const bench = reviewBench(platform)
    const [anna, boris] = [await bench.addStaff('Анна'), await bench.addStaff('Борис')]
    const id = await bench.queued(10_000, '+79990000001')
    const before = await bench.page(id, anna)
    await bench.take(id, anna)
    const mine = await bench.page(id, anna)
    const others = await bench.page(id, boris)
    assert.match(JSON.stringify(mine), /4510123456/)
    assert.equal(mine.phone, '+7\u00a0999\u00a0000-00-01')
    for (const masked of [before, others])
      assert.doesNotMatch(JSON.stringify(masked), /4510123456|Проба|999\u00a0000|Завод/)
    platform.clock.advance(15 * minute)
    assert.doesNotMatch(JSON.stringify(await bench.page(id, anna)), /4510123456/)
    const looks = await platform.db
      .$extendTables<{ journal: { event: string; actor_id: string; data: unknown; seq: number } }>()
      .selectFrom('journal')
      .select(['actor_id', 'data'])
      .where('event', '=', 'review.open')
      .orderBy('seq')
      .execute()
    assert.deepEqual(
      looks.map(({ actor_id, data }) => [actor_id, (data as { whole: boolean }).whole]),
      [
        [anna, false],
        [anna, true],
        [boris, false],
        [anna, false],
      ],
    )
  })

  it('does not show the staff what was never sent', async () => {
    const bench = reviewBench(await open())
    const anna = await bench.addStaff('Анна')
    const id = await bench.fill()
    await assert.rejects(bench.page(id, anna), { code: 'not_found' })
    assert.deepEqual((await bench.queue.page(anna, { tab: 'all' })).items, [])
  })
})
