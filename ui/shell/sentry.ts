import { addBreadcrumb, captureException, createTransport, init, withScope } from '@sentry/react'
import { redact, redactText } from './redaction.ts'
import { type Crumb, longestMessage, mostCrumbs, mostWaiting } from './reportLimits.ts'
import { openUnsent } from './unsent.ts'

export type ReportSink = {
  capture(error: unknown, context: Readonly<Record<string, unknown>>): void
  crumb(crumb: Crumb): void
}

type MakeTransport = NonNullable<Parameters<typeof init>[0]['transport']>

const tunnel = '/service/errors'

/** Milliseconds between two looks whether what is kept can be sent by now: `online` is not told where only the server was away */
const tryAgainEvery = 60_000

const post = (body: BodyInit) =>
  fetch(tunnel, { method: 'POST', body, credentials: 'same-origin', headers: { 'content-type': 'text/plain' } })

/** Sends through the server's tunnel. What does not get there is kept, and sent once the network is back, oldest first */
const keepingTransport: MakeTransport = (options) => {
  const unsent = openUnsent<BodyInit>()
  let busy = false
  /** Busy or restarting: later. Anything else it has answered is its last word. */
  const reached = async (body: BodyInit) => {
    const { status } = await post(body)
    if (status === 429 || status >= 500) throw new Error(`reports answered ${status}`)
    return status
  }
  const sendKept = async () => {
    const kept = await unsent.take()
    for (const [place, body] of kept.entries()) {
      try {
        await reached(body)
      } catch {
        for (const left of kept.slice(place)) await unsent.add(left)
        return
      }
    }
  }
  const tryKept = () => {
    if (busy || !navigator.onLine) return
    busy = true
    void sendKept().finally(() => {
      busy = false
    })
  }
  addEventListener('online', tryKept)
  setInterval(tryKept, tryAgainEvery)
  tryKept()
  return createTransport(options, async ({ body }) => {
    const envelope = body as BodyInit
    try {
      return { statusCode: await reached(envelope) }
    } catch {
      await unsent.add(envelope)
      return {}
    }
  })
}

/** The sender. The address is the page's own: where reports go from there only the server knows */
export function startSentry(release: string): ReportSink {
  init({
    release,
    dsn: `${location.protocol}//reports@${location.host}/1`,
    tunnel,
    transport: keepingTransport,
    // the exception's own words, without the host's name behind them
    enhanceFetchErrorMessages: false,
    sendClientReports: false,
    maxBreadcrumbs: mostCrumbs,
    maxValueLength: longestMessage,
    transportOptions: { bufferSize: mostWaiting },
    integrations: (standard) => standard.filter(({ name }) => name !== 'BrowserSession'),
    beforeBreadcrumb: (crumb) => ({
      ...crumb,
      ...(crumb.message ? { message: redactText(crumb.message) } : {}),
      ...(crumb.data ? { data: redact(crumb.data) as Record<string, unknown> } : {}),
    }),
    beforeSend: (event) => {
      if (event.request?.url) event.request.url = redactText(event.request.url)
      for (const exception of event.exception?.values ?? [])
        if (exception.value) exception.value = redactText(exception.value)
      return event
    },
  })
  return {
    capture(error, context) {
      withScope((scope) => {
        scope.setContext('place', { ...context })
        captureException(error)
      })
    },
    crumb({ place, details, at }) {
      addBreadcrumb({ message: place, timestamp: at / 1000, data: { details } })
    },
  }
}
