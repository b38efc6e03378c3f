import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testClock } from '#server/platform/clock.ts'
import { openLog } from '#server/platform/log.ts'
import { openPlatform } from '#server/platform/platform.ts'
import { emptyDatabase, type TestPlatform, testConfig } from '#server/testing/bench.ts'
import { testJobs } from '#server/testing/jobs.ts'
import { type Injected, openProduct } from '#server/testing/product.ts'
import { signedInStaff } from '#server/testing/staff.ts'
import { newBorrower } from './parts/borrower.ts'
import { doubledIn } from './parts/doubled.ts'
import { figures } from './parts/figures.ts'
import { openStore } from './simulation/database.ts'

/** DEPTH=6 for the drill: the exception comes at the first, second, … question to the database. */
const depth = Number(process.env.DEPTH ?? 2)

const personal = ['+79161234567', '4510235857', '11223344595']

/** Thrown where the code expects none, with somebody's data in its words. */
class Injury extends Error {
  override name = 'Injury'
}

test('drill 28: an exception in every route: the server lives on, others are served, one report with a trace and nobody’s data', async (context) => {
  const store = await openStore()
  await emptyDatabase(store.calm)
  let left = Number.POSITIVE_INFINITY
  const database = store.seenThrough({
    dead: false,
    arm: () => {},
    pass() {
      left -= 1
      if (left <= 0) throw new Injury(`nobody expected this of ${personal.join(', ')}`)
    },
  })
  const clock = testClock()
  const lines: string[] = []
  const log = openLog({ clock, level: 'error', write: (line) => void lines.push(line) })
  const jobs = testJobs(clock)
  const opened = await openPlatform(testConfig(), { database, clock, jobs, log })
  const platform: TestPlatform = { ...opened, clock, jobs, lines }
  const product = await openProduct(platform)
  const harmed = await newBorrower(product)
  const other = await newBorrower(product)
  const staff = await signedInStaff(platform, product, 'boss', 'administrator')
  let injected = 0
  let unharmed = 0
  const wrong: string[] = []

  function judge(name: string, answer: Injected): void {
    const { error } = (answer.body ?? {}) as { error?: { code: string; traceId?: string } }
    const told = lines.filter((line) => line.includes('"err"'))
    if (answer.status !== 500 || error?.code !== 'internal' || !error.traceId) wrong.push(`${name}: ${answer.text}`)
    else if (told.length !== 1 || !told[0]?.includes(error.traceId)) wrong.push(`${name}: ${told.length} reports`)
    for (const datum of personal)
      if ((answer.text + told.join('')).includes(datum)) wrong.push(`${name}: says ${datum}`)
  }

  const calls = product.calls.filter(({ name }) => !/live|Live|health|metrics/.test(name))
  for (const { name, method, path, who } of calls) {
    for (let at = 1; at <= depth; at += 1) {
      const { browser } = who === 'client' || who === 'anyone' ? harmed : staff
      const url = path.replace(':id', harmed.id).replace(/:\w+/g, '10')
      lines.length = 0
      // The statement passes twice: before and after.
      left = at * 2
      const body = method === 'GET' ? undefined : { phone: '+79160001122', raw: {}, revision: 0, version: 1, amount: 1 }
      const answer = await browser.call(method, url, body, browser.key())
      const reached = left <= 0
      left = Number.POSITIVE_INFINITY
      if (!reached) break
      injected += 1
      judge(`${name}, question ${at}`, answer)
      const { status } = await other.browser.call('GET', `/service/requests/${other.id}`)
      if (status === 200) unharmed += 1
    }
  }
  const doubled = await doubledIn(platform.db)
  figures(context, {
    drill: 28,
    fault: 'an exception at each of the first questions of every call to the database',
    database: 'embedded',
    load: `${calls.length} calls, another borrower after each exception`,
    injected,
    acknowledged: unharmed,
    lost: injected - unharmed,
    doubled,
  })
  assert.deepEqual(wrong, [])
  assert.equal(unharmed, injected)
  assert.equal(doubled, 0)
  await product.close()
  await platform.close()
  await store.close()
})
