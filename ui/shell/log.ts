import { leaveCrumb, report } from './reports.ts'

let talkative = false

/** Turns console logging on: dev mode */
export function speakUp(on: boolean): void {
  talkative = on
}

/** What hides personal data; fetched apart, because the first screen seldom has anything to say */
const loadRedaction = () => import('./redaction.ts')

/** Something worth knowing while developing: to the console in dev mode, and a crumb for a later report */
export function logInfo(place: string, details?: unknown): void {
  void loadRedaction().then(
    ({ redact }) => {
      const safe = redact(details)
      leaveCrumb(place, safe)
      if (talkative) console.info(place, safe ?? '')
    },
    () => leaveCrumb(place, undefined),
  )
}

/**
 * The one way errors go: to the console and to the error reports, personal data hidden. Never throws. Where the hiding
 * itself does not arrive, only the place is told.
 */
export function logError(place: string, error: unknown, details?: unknown): void {
  void loadRedaction().then(
    ({ redact }) => {
      const safe = redact(details)
      console.error(place, error instanceof Error ? error.message : redact(error), safe ?? '')
      report(error instanceof Error ? error : new Error(`${place}: ${JSON.stringify(redact(error))}`), {
        place,
        details: safe,
      })
    },
    () => {
      console.error(place)
      report(new Error(place), { place })
    },
  )
}

/** A call that did not succeed: what was sent and what came back */
export function logFailedCall(call: string, sent: unknown, received: unknown, exception?: unknown): void {
  const error = exception instanceof Error ? exception : new Error(`${call} failed`)
  logError(call, error, { sent, received })
}
