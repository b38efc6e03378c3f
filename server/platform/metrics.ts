import { monitorEventLoopDelay } from 'node:perf_hooks'
import { version } from './version.ts'

type Labels = Record<string, string>
type Gauge = () => number | Promise<number> | Promise<Array<{ labels: Labels; value: number }>>

export interface Metrics {
  /** Counts one answered call. `route` is the pattern of the route, never the path. */
  request(route: string, method: string, status: number, seconds: number): void
  /** Adds to a counter. */
  count(name: string, labels?: Labels, by?: number): void
  /** A value asked for when the metrics are read. */
  gauge(name: string, help: string, read: Gauge): void
  /** Prometheus text format 0.0.4. */
  text(): Promise<string>
  close(): void
}

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const quoted = (value: string) => value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')

function line(name: string, labels: Labels, value: number): string {
  const inner = Object.entries(labels).map(([key, text]) => `${key}="${quoted(text)}"`)
  return `${name}${inner.length ? `{${inner.join(',')}}` : ''} ${value}`
}

interface Histogram {
  labels: Labels
  counts: number[]
  sum: number
  total: number
}

function histogramLines({ labels, counts, sum, total }: Histogram): string[] {
  const name = 'http_request_duration_seconds'
  let upTo = 0
  const lines = buckets.map((bound, at) => {
    upTo += counts[at] ?? 0
    return line(`${name}_bucket`, { ...labels, le: String(bound) }, upTo)
  })
  return [
    ...lines,
    line(`${name}_bucket`, { ...labels, le: '+Inf' }, total),
    line(`${name}_sum`, labels, sum),
    line(`${name}_count`, labels, total),
  ]
}

/** Calls of each route by class of status: 2xx, 4xx, 5xx. */
function requestLines(histograms: readonly Histogram[]): string[] {
  const totals = new Map<string, { labels: Labels; total: number }>()
  for (const { labels, total } of histograms) {
    const classed = { route: labels.route ?? '', method: labels.method ?? '', status: `${labels.status?.[0]}xx` }
    const key = JSON.stringify(classed)
    totals.set(key, { labels: classed, total: (totals.get(key)?.total ?? 0) + total })
  }
  return [...totals.values()].map(({ labels, total }) => line('http_requests_total', labels, total))
}

/** How often the loop is looked at. What is recorded is the time from look to look: this much of it is no delay. */
const delayEveryMs = 10

const delaySeconds = (nanoseconds: number) => Math.max(0, (nanoseconds || 0) / 1e9 - delayEveryMs / 1000)

/** Rate, errors and duration of calls, delay of the event loop, and what modules add. */
export function openMetrics(): Metrics {
  const delay = monitorEventLoopDelay({ resolution: delayEveryMs })
  delay.enable()
  const histograms = new Map<string, Histogram>()
  const counters = new Map<string, Map<string, { labels: Labels; value: number }>>()
  const gauges = new Map<string, { help: string; read: Gauge }>()

  async function gaugeLines(name: string, { help, read }: { help: string; read: Gauge }): Promise<string[]> {
    const value = await read()
    const values = typeof value === 'number' ? [{ labels: {}, value }] : value
    return [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} gauge`,
      ...values.map((each) => line(name, each.labels, each.value)),
    ]
  }

  return {
    request(route, method, status, seconds) {
      const key = `${method} ${status} ${route}`
      const known = histograms.get(key) ?? {
        labels: { route, method, status: String(status) },
        counts: buckets.map(() => 0),
        sum: 0,
        total: 0,
      }
      histograms.set(key, known)
      const at = buckets.findIndex((bound) => seconds <= bound)
      if (at >= 0) known.counts[at] = (known.counts[at] ?? 0) + 1
      known.sum += seconds
      known.total += 1
    },
    count(name, labels = {}, by = 1) {
      const values = counters.get(name) ?? new Map<string, { labels: Labels; value: number }>()
      counters.set(name, values)
      const key = JSON.stringify(labels)
      values.set(key, { labels, value: (values.get(key)?.value ?? 0) + by })
    },
    gauge: (name, help, read) => void gauges.set(name, { help, read }),
    async text() {
      const own = [
        '# HELP http_request_duration_seconds Duration of answered calls',
        '# TYPE http_request_duration_seconds histogram',
        ...[...histograms.values()].flatMap(histogramLines),
        '# HELP event_loop_delay_seconds Delay of the event loop since the last reading',
        '# TYPE event_loop_delay_seconds gauge',
        ...[50, 99].map((part) =>
          line('event_loop_delay_seconds', { quantile: `0.${part}` }, delaySeconds(delay.percentile(part))),
        ),
        '# HELP http_requests_total Answered calls by route and class of status',
        '# TYPE http_requests_total counter',
        ...requestLines([...histograms.values()]),
        '# HELP process_start_time_seconds When this process began, seconds since 1970',
        '# TYPE process_start_time_seconds gauge',
        line('process_start_time_seconds', {}, performance.timeOrigin / 1000),
        '# HELP build_info The release',
        '# TYPE build_info gauge',
        line('build_info', { version }, 1),
        '# TYPE process_resident_memory_bytes gauge',
        line('process_resident_memory_bytes', {}, process.memoryUsage.rss()),
      ]
      delay.reset()
      const counted = [...counters].flatMap(([name, values]) => [
        `# TYPE ${name} counter`,
        ...[...values.values()].map(({ labels, value }) => line(name, labels, value)),
      ])
      const gauged = await Promise.all([...gauges].map(([name, gauge]) => gaugeLines(name, gauge)))
      return `${[...own, ...counted, ...gauged.flat()].join('\n')}\n`
    },
    close: () => void delay.disable(),
  }
}
