import { findByClientIds } from '#contract/calls/requests.ts'
import type { LoanRequest } from '#contract/request.ts'
import { type RequestsAnswer, type Summary, summarize } from '#contract/summary.ts'
import { rememberPlace } from '#ui/auth/wayBack.ts'
import { setServerTime } from '#ui/shell/clock.ts'
import { logError, logFailedCall } from '#ui/shell/log.ts'
import { requestsStore } from './requestsStore.ts'

const sent = { options: { output: 'all' } } as const
let asking: Promise<Summary<LoanRequest>> | null = null

/**
 * Reads the client's requests, one question at a time. Not signed in: the browser goes to `/steperrornoauth`, and from
 * there back to where it was.
 */
export function readRequests(): Promise<Summary<LoanRequest>> {
  asking ??= read().finally(() => {
    asking = null
  })
  return asking
}

async function read(): Promise<Summary<LoanRequest>> {
  const answer = await ask()
  const summary = summarize<LoanRequest>(answer)
  if (summary.status === 'error') tell(summary, answer)
  requestsStore.set(summary)
  if (summary.status === 'noauth') goToNoAuth()
  return summary
}

async function ask(): Promise<RequestsAnswer> {
  try {
    const response = await fetch(findByClientIds.path, {
      method: findByClientIds.method,
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(sent),
    })
    setServerTime(response.headers.get('date'))
    return { httpStatus: response.status, body: await response.json().catch(() => null) }
  } catch (exception) {
    return { exception }
  }
}

function tell(summary: Summary<LoanRequest>, answer: RequestsAnswer): void {
  if ('exception' in answer) logError('requests_findByClientIds', answer.exception, { sent })
  else logFailedCall('requests_findByClientIds', sent, answer, new Error(summary.error_message))
}

function goToNoAuth(): void {
  rememberPlace(location.pathname)
  location.assign('/steperrornoauth')
}
