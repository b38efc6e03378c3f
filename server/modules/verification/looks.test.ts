import assert from 'node:assert/strict'
import { it } from 'node:test'
import { keptFailures } from '#server/http/kept-failures.ts'
import { Failure } from '#server/platform/failure.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { reviewBench } from './review-bench.ts'

const minute = 60_000

onBothDatabases('Looking through many requests', (open) => {
  it('stops at the limit of an hour, is written down and called out; the same request again counts once', async () => {
    const platform = await open()
    const bench = reviewBench(platform, { cardsPerHour: 3 })
    const [anna, boris] = [await bench.addStaff('Анна'), await bench.addStaff('Борис')]
    const page = (id: string) => keptFailures(platform, (tx) => bench.open(tx, id, anna))
    const seen: string[] = []
    for (let n = 0; n < 3; n += 1) {
      const id = await bench.queued()
      await bench.take(id, anna)
      for (let again = 0; again < 5; again += 1) assert.equal((await page(id)).lease.mine, true)
      seen.push(id)
      platform.clock.advance(minute)
    }
    const next = await bench.queued()
    assert.equal((await page(next)).lease.mine, false)
    await bench.take(next, anna)
    await assert.rejects(page(next), (error: unknown) => {
      assert.ok(error instanceof Failure)
      assert.deepEqual([error.code, error.details?.retryAfter], ['too_often', 57 * 60])
      return true
    })
    await assert.rejects(
      bench.within((tx) => bench.look(tx, next, anna)),
      Failure,
    )
    assert.equal((await page(seen[0] ?? '')).lease.mine, true)
    await bench.take(next, boris)
    assert.equal((await bench.page(next, boris)).lease.mine, true)
    const alarms = await platform.db
      .$extendTables<{ journal: { event: string; actor_id: string } }>()
      .selectFrom('journal')
      .select('actor_id')
      .where('event', '=', 'review.tooMany')
      .execute()
    assert.deepEqual(alarms, [{ actor_id: anna }])
    assert.match(platform.lines.join('\n'), /looks through too many requests/)
  })

  it('goes on when the hour is over', async () => {
    const platform = await open()
    const bench = reviewBench(platform, { cardsPerHour: 1 })
    const anna = await bench.addStaff('Анна')
    const [first, second] = [await bench.queued(), await bench.queued()]
    await bench.take(first, anna)
    await bench.page(first, anna)
    await bench.take(second, anna)
    await assert.rejects(bench.page(second, anna), Failure)
    platform.clock.advance(60 * minute)
    await bench.take(second, anna)
    assert.equal((await bench.page(second, anna)).lease.mine, true)
  })
})
