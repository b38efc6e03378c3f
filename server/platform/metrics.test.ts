import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMetrics } from './metrics.ts'

test('a gauge that cannot be read is left out, and said; the others are there', async () => {
  const metrics = openMetrics()
  metrics.gauge('jobs_waiting', 'Jobs that wait', () => Promise.reject(new Error('the database is away')))
  metrics.gauge('database_up', '1 when the database answered', () => 0)
  const text = await metrics.text()
  metrics.close()
  assert.doesNotMatch(text, /jobs_waiting/)
  assert.match(text, /^database_up 0$/m)
  assert.match(text, /^metrics_unread 1$/m)
})

test('calls, counters and gauges read as Prometheus text', async () => {
  const metrics = openMetrics()
  metrics.request('/service/requests/:id', 'GET', 200, 0.03)
  metrics.request('/service/requests/:id', 'GET', 200, 20)
  metrics.counter('sms_sent_total', 'Messages sent', [])({ provider: 'a"b' })
  metrics.gauge('jobs_waiting', 'Jobs that wait', async () => [{ labels: { job: 'pay' }, value: 3 }])
  const text = await metrics.text()
  metrics.close()
  const route = 'route="/service/requests/:id",method="GET",status="200"'
  for (const line of [
    `http_request_duration_seconds_bucket{${route},le="0.025"} 0`,
    `http_request_duration_seconds_bucket{${route},le="0.05"} 1`,
    `http_request_duration_seconds_bucket{${route},le="+Inf"} 2`,
    `http_request_duration_seconds_count{${route}} 2`,
    'sms_sent_total{provider="a\\"b"} 1',
    'jobs_waiting{job="pay"} 3',
  ]) {
    assert.ok(text.includes(`${line}\n`), line)
  }
  assert.match(text, /nodejs_eventloop_lag_p99_seconds \d/)
})
