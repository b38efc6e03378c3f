import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'
import { openProduct } from '#server/testing/product.ts'

/** Every name an alert or a dashboard may stand on: taking one away breaks somebody's watch. */
const promised = [
  'http_requests_total',
  'http_request_duration_seconds_bucket',
  'nodejs_eventloop_lag_p99_seconds',
  'process_resident_memory_bytes',
  'process_start_time_seconds',
  'build_info',
  'database_pool_connections',
  'database_up',
  'calls_at_work',
  'outbox_age_seconds',
  'payouts_in_doubt',
  'review_queue_waiting',
  'review_queue_age_seconds',
]

/** Families that have lines only once there is something to say. */
const described = ['jobs', 'jobs_oldest_seconds', 'payouts_open']

onBothDatabases('metrics of the whole product', (open) => {
  test('every promised name is there, with a help or a type', async () => {
    const product = await openProduct(await open())
    const browser = product.browser()
    await browser.signUp('+79161234567')
    await browser.call('GET', '/service/nothing')
    const { text } = await browser.call('GET', '/metrics')
    for (const name of promised) assert.match(text, new RegExp(`^${name}(\\{[^}]*\\})? [\\d.e+-]+$`, 'm'), name)
    for (const name of described) assert.match(text, new RegExp(`^# TYPE ${name} gauge$`, 'm'), name)
    assert.match(text, /^http_requests_total\{route="none",method="GET",status="4xx"\} 1$/m)
    assert.match(text, /^http_requests_total\{route="\/service\/auth\/session",method="POST",status="2xx"\} 1$/m)
    assert.match(text, /^build_info\{version="\d+\.\d+\.\d+",node="24[\d.]+"\} 1$/m)
    assert.doesNotMatch(text, /9161234567/)
  })

  test('an SMS gateway that fails is counted; what waits grows old', async () => {
    const platform = await open()
    const failing = {
      name: 'broken',
      send: () => Promise.reject(new Error('away')),
      delivery: async () => ({ state: 'sent' as const }),
    }
    const product = await openProduct(platform, { sms: [failing] })
    const browser = product.browser()
    await browser.sendCode('+79161234567')
    platform.clock.advance(30_000)
    const before = (await browser.call('GET', '/metrics')).text
    assert.equal(Number(/^outbox_age_seconds (\S+)$/m.exec(before)?.[1]), 30)
    await platform.jobs.runDue()
    const { text } = await browser.call('GET', '/metrics')
    assert.match(text, /^sms_failures_total\{provider="broken"\} [1-9]/m)
  })
})
