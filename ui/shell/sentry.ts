import { addBreadcrumb, captureException, init, withScope } from '@sentry/react'
import { redact, redactText } from './redaction.ts'
import { type Crumb, type Destination, longestMessage, mostCrumbs, mostWaiting } from './reportLimits.ts'

export type ReportSink = {
  capture(error: unknown, context: Readonly<Record<string, unknown>>): void
  crumb(crumb: Crumb): void
}

/** The sender. With no DSN of a Sentry the envelopes go through this server's tunnel, which keeps them for the office */
export function startSentry({ dsn, release }: Destination): ReportSink {
  init({
    release,
    dsn: dsn ?? `${location.protocol}//reports@${location.host}/1`,
    ...(dsn ? {} : { tunnel: '/service/errors' }),
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
