import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Duration } from '#contract/durations.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { demoLender } from '#server/testing/life.ts'
import { codeOf, openProduct } from '#server/testing/product.ts'

const phone = '+79161234567'
const lender = demoLender()

onBothDatabases('C2: settings of a lender’s file that were read by nobody', (open) => {
  test('durations.code: how long a code lives, told and kept to', async () => {
    const platform = await open()
    const durations = { ...lender.durations, code: 'PT2M' as Duration }
    const browser = (await openProduct(platform, {}, { durations })).browser()
    assert.equal(((await browser.sendCode(phone)).body as { livesSeconds: number }).livesSeconds, 120)
    platform.clock.advance(119_000)
    assert.equal(codeOf(await browser.signIn(phone)), 'documents_required')
    platform.clock.advance(2000)
    assert.equal(codeOf(await browser.signIn(phone)), 'code_wrong')
  })

  test('durations.codeResend: the pause before the next code, told and kept to', async () => {
    const platform = await open()
    const durations = { ...lender.durations, codeResend: 'PT20S' as Duration }
    const browser = (await openProduct(platform, {}, { durations })).browser()
    const first = await browser.sendCode(phone)
    assert.equal((first.body as { resendAfterSeconds: number }).resendAfterSeconds, 20)
    platform.clock.advance(19_000)
    assert.equal((await browser.sendCode(phone)).status, 429)
    platform.clock.advance(2000)
    assert.equal((await browser.sendCode(phone)).status, 202)
  })
})
