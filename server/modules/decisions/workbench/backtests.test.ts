import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { code } from '#server/testing/failure.ts'
import type { Made } from './comparing.ts'
import { changing, workbenchBench } from './workbench-bench.ts'

const half: ReturnType<typeof changing> = (rows) =>
  changing('burdenHigh', { share: 50 })(changing('otherwise', { share: 50 })(rows))

/** People of whom one is refused by the bureau, one is looked at again, the others get what they asked for. */
async function decided(platform: TestPlatform) {
  const bench = workbenchBench(platform)
  for (const digits of ['55', '56', '04', '06', '57']) {
    await bench.offered({ passportNumber: `45000000${digits}` })
    platform.clock.advance(24 * 3_600_000)
  }
  return bench
}

onBothDatabases('a backtest', (open) => {
  it('finds a planted change with its rule, says from what to what, and opens each changed case; the same again to the last digit', async () => {
    const platform = await open()
    const { drafted, backtested, backtests, decisions } = await decided(platform)
    const id = await drafted(half)
    const first = await backtested(id)
    assert.equal(first.state, 'done')
    const { report } = first
    assert.equal(report?.decisions, 5)
    assert.deepEqual(report?.moves, [{ from: 'предложение', to: 'предложение', count: 3 }])
    assert.deepEqual(
      report?.byRule.map(({ rule, count }) => [rule, count]),
      [['otherwise', 3]],
    )
    assert.deepEqual([report?.before.offers, report?.after.offers], [3, 3])
    assert.deepEqual([report?.before.meanSum, report?.after.meanSum], [1_500_000, 750_000])
    assert.equal(report?.before.approvalPercent, '60.0')
    assert.ok(Number(report?.after.meanBurden) < Number(report?.before.meanBurden))
    const cases = await backtests.cases(first.id, 0, 10)
    assert.equal(cases.length, 3)
    for (const { request, before, after } of cases) {
      assert.deepEqual(
        [before, after].map((made) => (made as Made).amount),
        [1_500_000, 750_000],
      )
      assert.equal((await decisions.list(request))[0]?.outcome, 'offer')
    }
    const second = await backtested(id)
    assert.equal(second.report_sha256, first.report_sha256)
    // the rules as they are change nobody
    const same = await backtested(await drafted((rows) => rows))
    assert.equal(same.report?.changed, 0)
    assert.notEqual(same.report_sha256, first.report_sha256)
  })

  it('takes the last ones, a period, a sample that is the same each time', async () => {
    const platform = await open()
    const { drafted, backtests, within } = await decided(platform)
    const id = await drafted(half)
    const run = async (selection: Parameters<typeof backtests.start>[3]) => {
      const made = await within((tx) => backtests.start(tx, 'vera', id, selection))
      await platform.jobs.runDue()
      const row = await backtests.read(made.id)
      return [row?.report?.decisions, row?.report_sha256] as const
    }
    assert.equal((await run({ kind: 'last', count: 2 }))[0], 2)
    assert.equal((await run({ kind: 'period', from: '2026-03-02', until: '2026-03-03' }))[0], 2)
    const [count, hash] = await run({ kind: 'sample', count: 3 })
    assert.equal(count, 3)
    assert.deepEqual(await run({ kind: 'sample', count: 3 }), [count, hash])
    await assert.rejects(run({ kind: 'period', from: '2026-03-03', until: '2026-03-02' }), code('bad_request'))
  })

  it('stopped in the middle leaves nothing half; broken in the middle it is whole the next time', async () => {
    const platform = await open()
    const { drafted, backtests, within } = await decided(platform)
    const id = await drafted(half)
    const start = () => within((tx) => backtests.start(tx, 'vera', id, { kind: 'last', count: 10 }))
    const halves = async () =>
      (await sql<{ n: string }>`select count(*) as n from rule_backtest_case`.execute(platform.db)).rows[0]?.n
    const { id: one } = await start()
    await assert.rejects(start(), code('rules_busy'))
    await within((tx) => backtests.stop(tx, 'vera', one))
    await platform.jobs.runDue()
    const stopped = await backtests.read(one)
    assert.deepEqual([stopped?.state, stopped?.report, stopped?.report_sha256], ['stopped', null, null])
    assert.equal(Number(await halves()), 0)
    await assert.rejects(
      within((tx) => backtests.stop(tx, 'vera', one)),
      code('rules_over'),
    )
    const { id: two } = await start()
    // the database goes away between the pages and the end
    await sql`alter table rule_backtest_case rename to rule_backtest_case_away`.execute(platform.db)
    await assert.rejects(backtests.run(two))
    await sql`alter table rule_backtest_case_away rename to rule_backtest_case`.execute(platform.db)
    assert.equal((await backtests.read(two))?.state, 'running')
    assert.equal(Number(await halves()), 0)
    await platform.jobs.runDue()
    assert.equal((await backtests.read(two))?.state, 'done')
    assert.equal(Number(await halves()), 3)
  })

  it('given up after its tries says so, makes room for another, and is whole when an administrator lets it run again', async () => {
    const platform = await open()
    const { drafted, backtests, within } = await decided(platform)
    const id = await drafted(half)
    const { id: one } = await within((tx) => backtests.start(tx, 'vera', id, { kind: 'last', count: 10 }))
    await sql`alter table rule_backtest_case rename to rule_backtest_case_away`.execute(platform.db)
    await platform.jobs.runDue()
    await sql`alter table rule_backtest_case_away rename to rule_backtest_case`.execute(platform.db)
    const failed = await backtests.read(one)
    assert.deepEqual([failed?.state, failed?.ended_at], ['failed', platform.clock.now()])
    const [parked] = await platform.jobs.failed()
    assert.equal(await platform.jobs.retry(parked!.id), true)
    await platform.jobs.runDue()
    assert.equal((await backtests.read(one))?.state, 'done')
  })

  it('leaves out whose data are destroyed, and says how many', async () => {
    const platform = await open()
    const { drafted, backtested } = await decided(platform)
    const { rows } = await sql<{ client_id: string }>`select client_id from decision order by id limit 1`.execute(
      platform.db,
    )
    await platform.transact((tx) => platform.clientKeys.shred(tx, rows[0]?.client_id ?? ''))
    const { report } = await backtested(await drafted(half))
    assert.deepEqual([report?.decisions, report?.gone], [4, 1])
  })
})

onBothDatabases('a shadow run', (open) => {
  it('tries a draft on every new decision, decides nothing, and its report grows until it ends', async () => {
    const platform = await open()
    const { drafted, drafts, shadows, offered, current, within } = workbenchBench(platform)
    await offered()
    const id = await drafted(half)
    await assert.rejects(
      within((tx) => shadows.start(tx, 'vera', id, 3)),
      code('rules_unchecked'),
    )
    await drafts.check('vera', id)
    await within((tx) => shadows.start(tx, 'vera', id, 3))
    const told = async () => {
      await platform.jobs.runDue()
      const { report, running } = (await shadows.of(id))!
      return [report.decisions, report.changed, running]
    }
    assert.deepEqual(await told(), [0, 0, true])
    const made = await offered()
    assert.deepEqual((await current(made.id)).shown.terms?.amount, 1_500_000)
    assert.deepEqual(await told(), [1, 1, true])
    await offered({ passportNumber: '4500000004' })
    assert.deepEqual(await told(), [2, 1, true])
    platform.clock.advance(4 * 24 * 3_600_000)
    await offered()
    assert.deepEqual(await told(), [2, 1, false])
    const run = (await shadows.of(id))!
    assert.deepEqual(
      (await shadows.changed(run.id))?.cases.map(({ request }) => request),
      [made.id],
    )
    await within((tx) => shadows.end(tx, 'vera', id))
    await assert.rejects(
      within((tx) => shadows.end(tx, 'vera', id)),
      code('rules_over'),
    )
  })
})
