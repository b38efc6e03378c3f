import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBossJobs } from '#server/platform/jobs-boss.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { figures } from './parts/figures.ts'

/** MESSAGES=2000 for the drill; one in a hundred never passes. */
const messages = Number(process.env.MESSAGES ?? 100)

onBothDatabases('drill 16: jobs that never pass', (open) => {
  test(`${messages} jobs, one in a hundred poisoned: the others do not wait, the poisoned are parked, shown and may be tried again`, async (context) => {
    const platform = await open()
    const { database, log, tracing } = platform
    const jobs = openBossJobs({ database, clock: { now: () => new Date() }, log, tracing })
    const done = new Map<number, number>()
    const late: number[] = []
    const reopened = new Set<number>()
    jobs.define<{ n: number; at: number }>(
      'drill',
      async ({ n, at }) => {
        if (n % 100 === 7 && !reopened.has(n)) throw new Error('this job never passes')
        done.set(n, (done.get(n) ?? 0) + 1)
        late.push(Date.now() - at)
      },
      { retries: 2, retryDelay: 1, retryDelayMax: 1, reopen: async ({ n }) => void reopened.add(n) },
    )
    await jobs.start()
    const poisoned = Array.from({ length: messages }, (_, n) => n).filter((n) => n % 100 === 7).length
    const until = async (what: string, holds: () => Promise<boolean>) => {
      for (const end = Date.now() + 60_000; !(await holds()); ) {
        if (Date.now() > end) throw new Error(`waited a minute for: ${what}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    try {
      for (let n = 0; n < messages; n += 1) {
        await platform.transact((tx) => jobs.sendWithin(tx, 'drill', { n, at: Date.now() }))
      }
      await until('the good jobs', async () => done.size === messages - poisoned)
      const worstMs = Math.max(...late)
      await until('the poisoned are parked', async () => (await jobs.failed()).length === poisoned)
      const parked = await jobs.failed()
      assert.ok(parked.every(({ reason, attempts }) => reason.includes('this job never passes') && attempts === 3))
      for (const { id } of parked) assert.equal(await jobs.retry(id), true)
      await until('the parked ones tried again', async () => done.size === messages)
      const doubled = [...done.values()].filter((times) => times > 1).length
      figures(context, {
        drill: 16,
        fault: 'one job in a hundred fails for ever',
        database: platform.database.kind === 'postgres' ? 'PostgreSQL' : 'embedded',
        load: `${messages} jobs`,
        injected: poisoned,
        acknowledged: messages,
        lost: messages - done.size,
        doubled,
        note: `the others waited ${worstMs} ms at most; all parked with their reason, all passed when tried again`,
      })
      assert.equal(doubled, 0)
    } finally {
      await jobs.stop()
    }
  })
})
