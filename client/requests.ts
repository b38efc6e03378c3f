import { findByClientIds } from '#contract/calls/requests.ts'
import type { LoanRequest } from '#contract/request.ts'
import { readableRequest } from '#contract/requestReading.ts'
import { type RequestsAnswer, type Summary, summarize } from '#contract/summary.ts'
import { rememberPlace } from '#ui/auth/wayBack.ts'
import { setServerTime } from '#ui/shell/clock.ts'
import { logError, logFailedCall } from '#ui/shell/log.ts'
import { hear } from './filling/detail.ts'
import { inTime } from './inTime.ts'
import { requestsFailure } from './requestsFailure.ts'
import { requestsStore } from './requestsStore.ts'

const sent = { options: { output: 'all' } } as const
let asking: Promise<Summary<LoanRequest>> | null = null
let asked: Promise<Summary<LoanRequest>> | null = null

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

/** Reads them as they are after what the person has just done: a question asked before may have been answered before it, too. */
export function readRequestsAnew(): Promise<Summary<LoanRequest>> {
  if (!asking) return readRequests()
  const next = () => {
    asked = null
    return readRequests()
  }
  asked ??= asking.then(next, next)
  return asked
}

async function read(): Promise<Summary<LoanRequest>> {
  const answer = await ask()
  const summary = readable(summarize<LoanRequest>(answer))
  if (summary.status === 'error') {
    tell(summary, answer)
    requestsStore.set({ ...requestsStore.get(), requestsFailure: requestsFailure(answer) })
    return summary
  }
  if (summary.status === 'noauth') goToNoAuth()
  else {
    for (const { _id, version } of summary.data_all) hear(_id, version)
    requestsStore.set({ requests: summary.data_all, mainRequest: summary.data, requestsFailure: null })
  }
  return summary
}

/** The same summary, each request of it such that a screen can be drawn from it */
function readable({ data, data_all, ...rest }: Summary<LoanRequest>): Summary<LoanRequest> {
  const all = data_all.flatMap((item) => readableRequest(item) ?? [])
  return { ...rest, data: data && (all[0] ?? null), data_all: all }
}

async function ask(): Promise<RequestsAnswer> {
  try {
    return await inTime(async (signal) => {
      const response = await fetch(findByClientIds.path, {
        method: findByClientIds.method,
        credentials: 'same-origin',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(sent),
        signal,
      })
      setServerTime(response.headers.get('date'))
      return { httpStatus: response.status, body: await response.json().catch(() => null) }
    })
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
