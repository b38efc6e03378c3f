import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMetrics } from './metrics.ts'

test('calls, counters and gauges read as Prometheus text', async () => {
  const metrics = openMetrics()
  metrics.request('/service/requests/:id', 'GET', 200, 0.03)
  metrics.request('/service/requests/:id', 'GET', 200, 20)
  metrics.count('sms_sent_total', { provider: 'a"b' })
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
  assert.match(text, /event_loop_delay_seconds\{quantile="0\.99"\} \d/)
})
