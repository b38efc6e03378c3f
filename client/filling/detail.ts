import type { KeptStep, LoanRequest, RequestDetail } from '#contract/request.ts'
import { setServerTime } from '#ui/shell/clock.ts'
import { requestsStore } from '../requestsStore.ts'
import { createStore } from '../store.ts'

/** The request being filled, as the newest answer says; kept from screen to screen, so that the next one is drawn at once */
export const detailStore = createStore<RequestDetail | null>(null)

/** The newest version of each request that was heard of: in an answer, by the poll, from the live stream */
const heard = new Map<string, number>()

export function hear(id: string, version: number | undefined): void {
  if (version !== undefined) heard.set(id, Math.max(version, heard.get(id) ?? 0))
}

const isNewer = (id: string, known: LoanRequest | null | undefined) =>
  known?._id !== id || (heard.get(id) ?? 0) > known.version

/** A newer version of the request being filled was heard of than is known whole */
export const isStale = (id: string): boolean => isNewer(id, detailStore.get()?.request)

/** Whether the list of requests holds this one as it is now */
export const isListed = (id: string): boolean =>
  !isNewer(
    id,
    requestsStore.get().requests?.find(({ _id }) => _id === id),
  )

/** Takes over the whole state of a request from an answer; one that was asked for earlier than what is known says nothing */
export function learn(detail: RequestDetail): void {
  const { _id: id, version } = detail.request
  setServerTime(detail.serverTime)
  const known = detailStore.get()
  const same = known?.request._id === id ? known : null
  hear(id, version)
  if (same && same.request.version > version) return
  // A draft changes no version: one saved while this answer was on its way is newer than it.
  const newer = (step: KeptStep) => {
    const mine = same?.request.version === version && same.steps.find(({ number }) => number === step.number)
    return mine && mine.revision > step.revision ? mine : step
  }
  detailStore.set({ ...detail, steps: detail.steps.map(newer) })
  list(detail.request)
}

/** Takes over the state of a request from the answer of an act on it: nobody else changed it meanwhile, or the act had been refused */
export function learnRequest(request: LoanRequest): void {
  hear(request._id, request.version)
  const detail = detailStore.get()
  if (detail?.request._id === request._id) detailStore.set({ ...detail, request })
  list(request)
}

function list(request: LoanRequest): void {
  const seen = requestsStore.get()
  const newest = (known: LoanRequest) =>
    known._id === request._id && known.version <= request.version ? request : known
  requestsStore.set({
    ...seen,
    requests: seen.requests?.map(newest) ?? null,
    mainRequest: seen.mainRequest && newest(seen.mainRequest),
  })
}

/** What is known of one step of the request, if it is the one read last */
export function keptStep(requestId: string, number: number): KeptStep | undefined {
  const detail = detailStore.get()
  return detail?.request._id === requestId ? detail.steps.find((step) => step.number === number) : undefined
}

/** A draft the server has taken is known at once: coming back to the step shows it, whatever was read before */
export function keepDrafted(requestId: string, number: number, patch: KeptStep['raw'], revision: number): void {
  const detail = detailStore.get()
  if (detail?.request._id !== requestId) return
  const before = detail.steps.find((step) => step.number === number)
  const step: KeptStep = {
    number,
    accepted: false,
    returned: false,
    remarks: [],
    ...before,
    raw: { ...before?.raw, ...patch },
    revision,
  }
  detailStore.set({ ...detail, steps: [...detail.steps.filter((other) => other.number !== number), step] })
}
