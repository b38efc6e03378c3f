import { afterFirstPaint } from './afterFirstPaint.ts'
import { type Crumb, mostCrumbs, mostWaiting } from './reportLimits.ts'
import type { ReportSink } from './sentry.ts'

type Report = { readonly error: unknown; readonly context: Readonly<Record<string, unknown>> }

let sink: ReportSink | null = null
const waiting: Report[] = []
const crumbs: Crumb[] = []

/** Sends an error to the error service, or keeps it until the sender has arrived, the oldest giving way. Never throws */
export function report(error: unknown, context: Readonly<Record<string, unknown>> = {}): void {
  if (sink) sink.capture(error, context)
  else if (waiting.push({ error, context }) > mostWaiting) waiting.shift()
}

/** What happened on the way to an error */
export function leaveCrumb(place: string, details: unknown): void {
  const crumb = { place, details, at: Date.now() }
  if (sink) sink.crumb(crumb)
  else if (crumbs.push(crumb) > mostCrumbs) crumbs.shift()
}

/**
 * Starts catching errors at once and fetches the heavy sender after the first paint. Reports go to this server
 * (`POST /service/errors`), which keeps them for the office and hands them on to the error service where there is one.
 */
export function startReports(release: string): void {
  const onError = (event: ErrorEvent) => report(event.error ?? event.message, { place: 'window.onerror' })
  const onRejection = (event: PromiseRejectionEvent) => report(event.reason, { place: 'unhandledrejection' })
  addEventListener('error', onError)
  addEventListener('unhandledrejection', onRejection)

  const fetchSender = async () => {
    const { startSentry } = await import('./sentry.ts')
    sink = startSentry(release)
    // the sender catches by itself from here on
    removeEventListener('error', onError)
    removeEventListener('unhandledrejection', onRejection)
    for (const crumb of crumbs.splice(0)) sink.crumb(crumb)
    for (const { error, context } of waiting.splice(0)) sink.capture(error, context)
  }
  const start = () => {
    // opened without a network: the sender comes with it
    fetchSender().catch(() => addEventListener('online', start, { once: true }))
  }
  afterFirstPaint(start)
}
