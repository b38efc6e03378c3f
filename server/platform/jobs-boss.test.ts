import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type OpenBench, onBothDatabases } from '#server/testing/bench.ts'
import { until } from '#server/testing/until.ts'
import { systemClock } from './clock.ts'
import { openBossJobs } from './jobs-boss.ts'
import { currentTrace } from './trace.ts'
import { noTracing } from './tracing.ts'
import { transact } from './transaction.ts'

async function openJobs(open: OpenBench) {
  const platform = await open()
  const jobs = openBossJobs({ database: platform.database, clock: systemClock, log: platform.log, tracing: noTracing })
  return { jobs, transact: <T>(body: Parameters<typeof transact<T>>[1]) => transact({ ...platform, jobs }, body) }
}

onBothDatabases('jobs', (open) => {
  test('run after the commit, within a second, under a trace, once; parked when they never pass, and retried', async () => {
    const { jobs, transact } = await openJobs(open)
    const ran: Array<{ id: string; trace: string | undefined }> = []
    let poisoned = true
    let sweeps = 0
    jobs.define<{ id: string }>('pay', async ({ id }) => void ran.push({ id, trace: currentTrace() }))
    jobs.define(
      'poison',
      async () => {
        if (poisoned) throw new Error('the bank says no')
      },
      { retries: 0 },
    )
    jobs.every('tidy', 200, async () => {
      sweeps += 1
    })
    await jobs.start()
    try {
      await assert.rejects(
        transact(async (tx) => {
          await tx.send('pay', { id: 'never' })
          throw new Error('no')
        }),
      )
      const sent = performance.now()
      await transact((tx) => tx.send('pay', { id: '1' }))
      await until(() => ran.length === 1)
      assert.ok(performance.now() - sent < 1000, 'picked up within a second')
      assert.match(ran[0]?.trace ?? '', /^[0-9a-f]{32}$/)

      const soon = { startAfter: new Date(Date.now() + 3_600_000), onlyOne: 'request-1' }
      await jobs.send('pay', { id: 'later' }, soon)
      await jobs.send('pay', { id: 'later' }, soon)
      const waiting = (await jobs.counts()).find((kind) => kind.name === 'pay')?.waiting
      assert.equal(waiting, 1)

      await jobs.send('poison', {})
      await until(async () => (await jobs.failed()).length === 1)
      const [failed] = await jobs.failed()
      assert.match(failed?.reason ?? '', /the bank says no/)
      poisoned = false
      assert.equal(await jobs.retry(failed!.id), true)
      await until(async () => (await jobs.failed()).length === 0)
      assert.equal(await jobs.retry(failed!.id), false)
      await until(() => sweeps >= 2)
      assert.deepEqual(
        ran.map(({ id }) => id),
        ['1'],
      )
    } finally {
      await jobs.stop({ graceful: false })
    }
  })
})
