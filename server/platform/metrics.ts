import { monitorEventLoopDelay } from 'node:perf_hooks'
import { version } from './version.ts'
import { within } from './within.ts'

type Labels = Record<string, string>
type Values = number | Array<{ labels: Labels; value: number }>
type Gauge = () => Values | Promise<Values>

/** Adds to a counter, 1 unless told. */
export type Count = (labels?: Labels, by?: number) => void

export interface Metrics {
  /** Counts one answered call. `route` is the pattern of the route, never the path. */
  request(route: string, method: string, status: number, seconds: number): void
  /**
   * A counter; asked for again by the same name, it is the same one. `series` stand at 0 from the start on: an alarm by `increase` misses
   * the first of what was not there before.
   */
  counter(name: string, help: string, series?: readonly Labels[]): Count
  /** A value asked for when the metrics are read; one that cannot be read then is left out, and said by `metrics_unread`. */
  gauge(name: string, help: string, read: Gauge): void
  /** Prometheus text format 0.0.4. */
  text(): Promise<string>
  close(): void
}

/** A reader that asks a database which is away answers late: Prometheus itself waits ten seconds. */
const readWithinMs = 2000

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

interface Family {
  readonly help: string
  readonly series: Map<string, { labels: Labels; value: number }>
}

const head = (name: string, type: string, help: string) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]

const single = (name: string, help: string, value: number, labels: Labels = {}) => [
  ...head(name, 'gauge', help),
  line(name, labels, value),
]

async function gaugeLines(name: string, { help, read }: { help: string; read: Gauge }): Promise<string[]> {
  const value = await within(Promise.resolve(read()), readWithinMs)
  const values = typeof value === 'number' ? [{ labels: {}, value }] : value
  return [...head(name, 'gauge', help), ...values.map((each) => line(name, each.labels, each.value))]
}

/** Rate, errors and duration of calls, delay of the event loop, and what modules add; names and types by Prometheus' own rules. */
export function openMetrics(): Metrics {
  const delay = monitorEventLoopDelay({ resolution: delayEveryMs })
  delay.enable()
  const histograms = new Map<string, Histogram>()
  const counters = new Map<string, Family>()
  const gauges = new Map<string, { help: string; read: Gauge }>()

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
    counter(name, help, series = [{}]) {
      const family = counters.get(name) ?? { help, series: new Map() }
      counters.set(name, family)
      const count: Count = (labels = {}, by = 1) => {
        const key = JSON.stringify(labels)
        family.series.set(key, { labels, value: (family.series.get(key)?.value ?? 0) + by })
      }
      for (const labels of series) count(labels, 0)
      return count
    },
    gauge: (name, help, read) => void gauges.set(name, { help, read }),
    async text() {
      const own = [
        ...head('http_request_duration_seconds', 'histogram', 'Duration of answered calls'),
        ...[...histograms.values()].flatMap(histogramLines),
        ...head('http_requests_total', 'counter', 'Answered calls by route and class of status'),
        ...requestLines([...histograms.values()]),
        ...[50, 99].flatMap((part) =>
          single(
            `nodejs_eventloop_lag_p${part}_seconds`,
            `Delay of the event loop since the last reading, percentile ${part}`,
            delaySeconds(delay.percentile(part)),
          ),
        ),
        ...single(
          'process_start_time_seconds',
          'When this process began, seconds since 1970',
          performance.timeOrigin / 1000,
        ),
        ...single('process_resident_memory_bytes', 'Memory of this process', process.memoryUsage.rss()),
        ...single('build_info', 'The release', 1, { version, node: process.versions.node }),
      ]
      delay.reset()
      const counted = [...counters].flatMap(([name, { help, series }]) => [
        ...head(name, 'counter', help),
        ...[...series.values()].map(({ labels, value }) => line(name, labels, value)),
      ])
      const read = await Promise.allSettled([...gauges].map(([name, gauge]) => gaugeLines(name, gauge)))
      const gauged = read.flatMap((lines) => (lines.status === 'fulfilled' ? lines.value : []))
      const unread = read.filter(({ status }) => status === 'rejected').length
      const missing = single('metrics_unread', 'Gauges that could not be read just now', unread)
      return `${[...own, ...counted, ...gauged, ...missing].join('\n')}\n`
    },
    close: () => void delay.disable(),
  }
}
