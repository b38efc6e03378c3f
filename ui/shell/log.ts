import { redact } from './redaction.ts'
import { leaveCrumb, report } from './reports.ts'

let talkative = false

/** Turns console logging on: dev mode */
export function speakUp(on: boolean): void {
  talkative = on
}

/** Something worth knowing while developing: to the console in dev mode, and a crumb for a later report */
export function logInfo(place: string, details?: unknown): void {
  const safe = redact(details)
  leaveCrumb(place, safe)
  if (talkative) console.info(place, safe ?? '')
}

/** The one way errors go: to the console and to the error reports, personal data hidden. Never throws */
export function logError(place: string, error: unknown, details?: unknown): void {
  const safe = redact(details)
  console.error(place, error instanceof Error ? error.message : redact(error), safe ?? '')
  report(error instanceof Error ? error : new Error(`${place}: ${JSON.stringify(redact(error))}`), {
    place,
    details: safe,
  })
}

/** A call that did not succeed: what was sent and what came back */
export function logFailedCall(call: string, sent: unknown, received: unknown, exception?: unknown): void {
  const error = exception instanceof Error ? exception : new Error(`${call} failed`)
  logError(call, error, { sent, received })
}
