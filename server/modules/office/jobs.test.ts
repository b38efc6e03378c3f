import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'
import { openProduct } from '#server/testing/product.ts'
import { signedInStaff } from '#server/testing/staff.ts'
import { officeBench } from './office-bench.ts'

onBothDatabases('Jobs that did not come off', (open) => {
  it('every kind the product has is called in words', async () => {
    const platform = await open()
    const product = await openProduct(platform)
    const { browser } = await signedInStaff(platform, product, 'anna', 'administrator')
    const { kinds } = (await browser.call('GET', '/service/office/jobs')).body as { kinds: { title: string }[] }
    assert.ok(kinds.length > 5)
    assert.deepEqual(
      kinds.map(({ title }) => title).filter((title) => !/[а-я]/.test(title)),
      [],
    )
  })

  it('are listed with their reason and nothing personal, tried again once by an administrator, and noted', async () => {
    const platform = await open()
    const bench = await officeBench(platform)
    let broken = true
    platform.jobs.define('decide', async () => {
      if (broken) throw new Error('the bureau has no person +7 999 000-00-01')
    })
    await platform.jobs.send('decide', { requestId: 'r-1' })
    await platform.jobs.runDue()
    const admin = await bench.add('anna', 'administrator')
    const session = await bench.signIn(admin)
    const verifier = await bench.signIn(await bench.add('boris', 'verifier'))
    assert.equal((await bench.call('GET', '/jobs', verifier)).status, 403)

    const { kinds, failed } = JSON.parse((await bench.call('GET', '/jobs', session)).body)
    assert.deepEqual(
      failed.map(({ title, reason, requestId, attempts }: Record<string, unknown>) => [
        title,
        reason,
        requestId,
        attempts,
      ]),
      [['Решение по заявке', 'Error: the bureau has no person [personal]', 'r-1', 3]],
    )
    assert.deepEqual(kinds, [{ name: 'decide', title: 'Решение по заявке', waiting: 0, running: 0, failed: 1 }])

    broken = false
    const retry = () => bench.call('POST', `/jobs/${failed[0].id}/retry`, session)
    assert.deepEqual([(await retry()).status, (await retry()).status], [204, 404])
    assert.equal(await platform.jobs.runDue(), 1)
    assert.deepEqual(await platform.jobs.failed(), [])
    const notes = await platform.db
      .$extendTables<{ journal: { event: string; actor_id: string } }>()
      .selectFrom('journal')
      .select('actor_id')
      .where('event', '=', 'job.retry')
      .execute()
    assert.deepEqual(notes, [{ actor_id: admin.id }])
  })
})
